import { spawn } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let copy: string;
// `npm run check` proves that what it holds is fresh, and that a changelog that says so is enough.
beforeAll(async () => {
  copy = await tempFolder();
  const left = ['.git', '.precept', 'bench', 'coverage', 'dist', 'node_modules', 'reports', 'tests'];
  for (const name of await readdir(root)) {
    if (left.includes(name)) continue;
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
});

/** Runs the generator in the copy of the checkout. */
async function generate(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
  const child = spawn(process.execPath, [tsx, 'scripts/generate.ts', ...args], { cwd: copy });
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdout.resume();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, stderr: Buffer.concat(chunks).toString() };
}
const read = (name: string) => readFile(path.join(copy, name), 'utf8');

/** Changes a file of the copy; gives what it held. */
async function change(name: string, ...edits: [string, string][]): Promise<string> {
  const before = await read(name);
  let after = before;
  for (const [from, to] of edits) {
    expect(after).toContain(from);
    after = after.replace(from, to);
  }
  await writeFile(path.join(copy, name), after);
  return before;
}

// One run takes seconds, since it bundles the program: each is asked for as much as it can tell.
describe('npm run generate', () => {
  test('--check names what is stale and leaves it; without --check it is written', {
    timeout: 900_000,
  }, async () => {
    const edited = 'schemas/commandments.schema.json';
    const fresh = await change(edited, ['"title": "', '"title": "Old ']);
    const stale = await read(edited);
    await rm(path.join(copy, 'schemas/tenka.schema.json'));
    await change('src/guidance/katas/kata-schema.ts', [
      'What triggers the kata.',
      'When to follow the kata.',
    ]);
    // A new flag makes the table of commands stale.
    const option = "  brief = Option.Boolean('--brief', { description: 'Say less' });\n\n";
    await change('src/faces/cli/commands/doctor-command.ts', [
      '  override async execute',
      `${option}  override async execute`,
    ]);

    const { code, stderr } = await generate('--check');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Stale: docs\/commands\.md, schemas\/commandments\.schema\.json, schemas\/katas\.schema\.json, schemas\/tenka\.schema\.json, docs\/api\/commands\.md\..*npm run generate/m,
    );
    // The flag is part of what programs rely on, so the changelog has to have it.
    const [mark = ''] = /<!-- api [0-9a-f]{12} -->/.exec(stderr) ?? [];
    expect(stderr).toMatch(
      /^What programs rely on has changed: docs\/api shows how\. Say so in CHANGELOG\.md/,
    );
    expect(await read(edited)).toBe(stale);

    expect(await generate()).toEqual({ code: 0, stderr: expect.stringContaining(mark) });
    // Nothing is stale any more, but the changelog is still to say so.
    const left = await generate('--check');
    expect(left).toEqual({ code: 1, stderr: expect.stringContaining(mark) });
    expect(left.stderr).not.toContain('Stale');
    expect(await read(edited)).toBe(fresh);
    expect(await read('docs/commands.md')).toMatch(/^\| `precept doctor[^|]*` \|.*`--brief` \|$/m);
    expect(await read('schemas/katas.schema.json')).toContain('When to follow the kata.');
  });
});
