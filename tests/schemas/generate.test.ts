import { spawn } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const schema = 'schemas/katas.schema.json';

let copy: string;
beforeAll(async () => {
  copy = await tempFolder();
  const left = ['.git', '.precept', 'bench', 'coverage', 'dist', 'node_modules', 'reports', 'tests'];
  for (const name of await readdir(root)) {
    if (left.includes(name)) continue;
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
  // The copy starts fresh, whatever state the checkout is in.
  expect(await generate()).toEqual({ code: 0, stderr: '' });
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

describe('npm run generate', () => {
  test('--check passes where everything is fresh', async () => {
    expect(await generate('--check')).toEqual({ code: 0, stderr: '' });
  });

  test('--check fails on a stale schema, names it and leaves it; without --check it is mended', async () => {
    const fresh = await read(schema);
    const stale = fresh.replace('"Procedure"', '"Steps"');
    expect(stale).not.toBe(fresh);
    await writeFile(path.join(copy, schema), stale);
    const { code, stderr } = await generate('--check');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Stale: schemas\/katas\.schema\.json\..*npm run generate/);
    expect(await read(schema)).toBe(stale);
    expect((await generate()).code).toBe(0);
    expect(await read(schema)).toBe(fresh);
  });

  test('--check fails on a table of commands that a new flag has made stale', async () => {
    const command = 'src/faces/cli/doctor-command.ts';
    const source = await read(command);
    const option =
      "  brief = Option.Boolean('--brief', { description: 'Say less' });\n\n  override async execute";
    const changed = source
      .replace('  override async execute', option)
      .replace(/^/, "import { Option } from 'clipanion';\n");
    expect(changed).toContain(option);
    await writeFile(path.join(copy, command), changed);
    const { code, stderr } = await generate('--check');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Stale: README\.md\./),
    });
    expect((await generate()).code).toBe(0);
    expect(await read('README.md')).toMatch(/^\| `precept doctor` \|.*`--brief` \|$/m);
    await writeFile(path.join(copy, command), source);
    expect((await generate()).code).toBe(0);
  });

  test('--check fails on a missing schema, and on one whose source has changed', async () => {
    await rm(path.join(copy, 'schemas/tenka.schema.json'));
    const source = await read('src/guidance/katas/kata-schema.ts');
    await writeFile(
      path.join(copy, 'src/guidance/katas/kata-schema.ts'),
      source.replace('What triggers the kata.', 'When to follow the kata.'),
    );
    const { code, stderr } = await generate('--check');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Stale: schemas\/katas\.schema\.json, schemas\/tenka\.schema\.json\./);
  });
});
