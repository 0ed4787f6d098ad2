import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git, gitEnvironment, gitRepository } from '../support/git.ts';
import { programFile } from '../support/program.ts';
import { hasShell } from '../support/system.ts';

const run = promisify(execFile);
const file = path.resolve(import.meta.dirname, '../../examples/ci/guidance-diff.yml');
const rules = (...texts: readonly string[]) => ({
  '.precept/rules/acme/commandments.yml': `a:\n  ruleset: [${texts.join(', ')}]\n`,
});

// Windows has no bash of its own.
test.runIf(hasShell)('the workflow compares a pull request and keeps one comment', async () => {
  const { jobs } = parse(await readFile(file, 'utf8'));
  const steps: { name?: string; run?: string }[] = jobs.diff.steps;
  const scriptOf = (name: string) => steps.find((step) => step.name === name)?.run ?? '';

  const folder = await gitRepository(rules('One'));
  await git(folder, 'switch', '--quiet', '--create', 'change');
  await writeFiles(folder, rules('One', 'Two'));
  await commitAll(folder);
  await git(folder, 'switch', '--quiet', 'main');
  await git(folder, 'merge', '--quiet', '--no-ff', 'change');
  // As the checkout of the workflow has it.
  const checkout = path.join(await tempFolder(), 'checkout');
  await git(folder, 'clone', '--quiet', '--depth', '2', `file://${folder}`, checkout);

  const tools = await tempFolder({
    precept: `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`,
    gh: '#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked"\ncase "$*" in *--paginate*) cat "$RUNNER_TEMP/known" ;; esac\n',
    known: '',
    asked: '',
  });
  for (const name of ['precept', 'gh']) await chmod(path.join(tools, name), 0o755);
  const env = {
    ...gitEnvironment,
    PATH: `${tools}:${gitEnvironment.PATH}`,
    RUNNER_TEMP: tools,
    GITHUB_STEP_SUMMARY: path.join(tools, 'summary'),
    GITHUB_REPOSITORY: 'acme/shop',
    NUMBER: '7',
  };
  const step = (name: string) =>
    run('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', scriptOf(name)], {
      cwd: checkout,
      env,
    });
  const asked = async () => (await readFile(path.join(tools, 'asked'), 'utf8')).trim().split('\n');

  await step('Compare');
  const comment = await readFile(path.join(tools, 'comment.md'), 'utf8');
  expect(comment).toMatch(/^<!-- precept diff -->\n## Guidance: 1 change in 1 scope\n/);
  expect(comment).toContain('+ Two\n');
  expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe(comment);

  await step('Comment');
  expect((await asked()).at(-1)).toContain('--method POST repos/acme/shop/issues/7/comments');
  await writeFiles(tools, { known: '41\n' });
  await step('Comment');
  expect((await asked()).at(-1)).toContain('--method PATCH repos/acme/shop/issues/comments/41');
});
