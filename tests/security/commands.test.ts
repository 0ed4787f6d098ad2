import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

const hostile = [
  '::error::boo',
  '##[error]boo',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[message text='a']",
];
/** What build servers obey. */
const obeyed = /^\s*::|##(?:vso|teamcity)?\[/im;
const asYaml = (texts: readonly string[]) =>
  texts.map((text) => `    - ${JSON.stringify(`Do this:\n  ${text}\n${text}`)}\n`).join('');

async function project() {
  return tempFolder({
    '.precept/rules/shop/metadata.yml': `description: ${JSON.stringify(`A\n${hostile.join('\n')}`)}\ntags: {${JSON.stringify('##[a]\n::b::')}: ${JSON.stringify('c\n::error::d')}}\nparents: ["##[error]x"]\n`,
    '.precept/rules/shop/commandments.yml': `a:\n  ruleset:\n${asYaml(hostile)}  ${JSON.stringify('##[error]key')}: 1\n`,
    '.precept/rules/base/metadata.yml': `description: ${JSON.stringify(hostile.join('\n'))}\n`,
    '.precept/rules/base/commandments.yml': `a:\n  ruleset:\n${asYaml(hostile)}`,
    '.precept/rules/base/tests.yml': `tests:\n  ${JSON.stringify('##[error]name')}:\n    task: x\n    finds: [${JSON.stringify('##[error]x')}]\n    rules: {a: [${JSON.stringify('z\n::error::z')}]}\n`,
    'old/base/commandments.yml': 'a: {ruleset: [Old]}\n',
    'AGENTS.md': hostile.map((text) => `# ${text}\n\n- ${text}\n\n  ${text}\n\n${text}\n`).join('\n'),
    'report.xml': `<testsuite name="##[error]suite"><testcase classname="::error::" name="##[error]case"><failure>##[error]x</failure></testcase></testsuite>`,
  });
}

describe('nothing that CI reads is a workflow command', () => {
  test.each([
    ['lint'],
    ['lint', '--fix', '--dry-run'],
    ['test'],
    ['diff', 'old', '.'],
    ['diff', 'old', '.', '--format', 'markdown'],
    ['publish', 'out'],
    ['export', 'base', '--check'],
    ['import', '--scope', 'new'],
    ['tenka', 'import', 'report.xml', '--verbose'],
    ['show', 'base'],
    ['explain', 'base', 'a'],
    ['rules', '##[error]x'],
    ['::error::x'],
    ['doctor'],
  ])('%j', async (...argv) => {
    const cwd = await project();
    const { stdout, stderr } = await precept(argv as unknown as string[], { cwd });
    expect(stdout + stderr).not.toBe('');
    expect(stdout).not.toMatch(obeyed);
    expect(stderr).not.toMatch(obeyed);
  });

  test('but answers with guidance come as they are', async () => {
    const { stdout } = await precept(['rules', 'base'], { cwd: await project() });
    expect(stdout).toContain('##[error]boo');
  });
});

test('a description is paragraphs, and a tag one line', async () => {
  const cwd = await project();
  await writeFile(
    path.join(cwd, '.precept/rules/base/metadata.yml'),
    'description: "# A\\n- b"\ntags: {a: "b\\n# c"}\n',
  );
  const { stdout } = await precept(['show', 'base'], { cwd });
  expect(stdout).toContain('\n\\# A\n\\- b\n');
  expect(stdout).toContain('- tag a: b # c\n');
});

test('a hook has no control characters, C1 too', async () => {
  const cwd = await tempFolder({
    '.precept/rules/shop/commandments.yml': 'a: {when: "x\\x9b31my\\u2028z\\x7f", ruleset: [Do]}\n',
  });
  const { stdout } = await precept(['hook', 'SessionStart', '--scope', 'shop'], { cwd });
  expect(stdout.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain('\x9b31my');
});
