import { spawn } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
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

test('npm run generate -- --check names all that is stale, and leaves it; without --check it is written anew', async () => {
  // A schema with another text in it, one that is gone, one whose source has changed, and a command with a new flag.
  const fresh = await read(schema);
  const stale = fresh.replace('"Procedure"', '"Steps"');
  expect(stale).not.toBe(fresh);
  await writeFile(path.join(copy, schema), stale);
  await rm(path.join(copy, 'schemas/tenka.schema.json'));
  await change('src/guidance/metadata/metadata-schema.ts', 'Facts about the scope', 'What is known of it');
  await change(
    'src/faces/cli/doctor-command.ts',
    '  override async execute',
    "  brief = Option.Boolean('--brief', { description: 'Say less' });\n\n  override async execute",
  );
  await change('src/faces/cli/doctor-command.ts', /^/, "import { Option } from 'clipanion';\n");

  const { code, stderr } = await generate('--check');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^Stale: ([^ ]+(, )?)+\. Run "npm run generate" and commit the result\.\n$/,
    ),
  });
  const named = /^Stale: (.*)\. Run/.exec(stderr)?.[1]?.split(', ');
  expect(named?.sort()).toEqual([
    'README.md',
    schema,
    'schemas/metadata.schema.json',
    'schemas/tenka.schema.json',
  ]);
  expect(await read(schema)).toBe(stale);

  expect((await generate()).code).toBe(0);
  expect(await read(schema)).toBe(fresh);
  expect(await read('schemas/metadata.schema.json')).toContain('What is known of it');
  expect(await read('schemas/tenka.schema.json')).toContain('"$schema"');
  expect(await read('README.md')).toMatch(/^\| `precept doctor` \|.*`--brief` \|$/m);
  expect(await generate('--check')).toEqual({ code: 0, stderr: '' });
});

async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const before = await read(file);
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  await writeFile(path.join(copy, file), after);
}
