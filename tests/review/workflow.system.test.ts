import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { tempFolder } from '../support/folder.ts';
import { commitAll, git, gitEnvironment } from '../support/git.ts';
import { programFile } from '../support/program.ts';
import { hasShell } from '../support/system.ts';
import { reviewCheckout } from './review.ts';

const file = path.resolve(import.meta.dirname, '../../examples/ci/review.yml');

// Windows has no bash of its own.
test.runIf(hasShell)(
  'the workflow reviews a pull request, keeps one comment, and has the verdict',
  async () => {
    const { jobs, permissions } = parse(await readFile(file, 'utf8'));
    expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    const steps: { name?: string; run?: string; uses?: string }[] = jobs.review.steps;
    for (const { uses } of steps) expect(uses ?? '@'.padEnd(41, '0')).toMatch(/@[0-9a-f]{40}$/);
    const here = await reviewCheckout();
    await here.git('switch', '--quiet', '--create', 'change');
    await here.write({ 'src/api/orders.ts': 'fetch("/orders?offset=2");\n' });
    await commitAll(here.folder);
    await here.git('switch', '--quiet', 'main');
    await here.git('merge', '--quiet', '--no-ff', 'change');
    // As the checkout of the workflow has it.
    const checkout = path.join(await tempFolder(), 'checkout');
    await git(here.folder, 'clone', '--quiet', '--depth', '2', `file://${here.folder}`, checkout);

    const tools = await tempFolder({
      npx: `#!/bin/sh\n[ "$1 $2" = "-y precept-mcp" ] || exit 2\nshift 2\nexec '${process.execPath}' '${programFile}' "$@"\n`,
      gh: '#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked"\ncase "$*" in *--paginate*) cat "$RUNNER_TEMP/known" ;; esac\n',
      known: '',
      asked: '',
    });
    for (const name of ['npx', 'gh']) await chmod(path.join(tools, name), 0o755);
    const env = {
      ...gitEnvironment,
      HOME: here.home,
      PATH: `${tools}:${gitEnvironment.PATH}`,
      RUNNER_TEMP: tools,
      GITHUB_STEP_SUMMARY: path.join(tools, 'summary'),
      GITHUB_ENV: path.join(tools, 'env'),
      GITHUB_REPOSITORY: 'acme/shop',
      NUMBER: '7',
    };
    const step = (name: string, more: Readonly<Record<string, string>> = {}) => {
      const script = steps.find((one) => one.name === name)?.run ?? '';
      const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script];
      return promisify(execFile)('bash', args, { cwd: checkout, env: { ...env, ...more } });
    };

    const { stdout } = await step('Review');
    expect(stdout).toContain('::error file=src/api/orders.ts,line=1,title=cursor-paging::MUST');
    const comment = await readFile(path.join(tools, 'comment.md'), 'utf8');
    expect(comment).toMatch(
      /^Policy: [\s\S]*violates \*\*MUST\*\* `cursor-paging`[\s\S]*<!-- precept-review -->\n$/,
    );
    expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe(comment);
    expect(await readFile(env.GITHUB_ENV, 'utf8')).toBe('code=1\n');
    await expect(step('Verdict', { code: '1' })).rejects.toMatchObject({ code: 1 });
    await step('Comment');
    await writeFile(path.join(tools, 'known'), '41\n42\n');
    await step('Comment');
    const asked = (await readFile(path.join(tools, 'asked'), 'utf8')).split('\n');
    const writes = asked.filter((line) => line.includes('--method'));
    expect(writes.map((line) => line.split(' --field')[0])).toEqual([
      'api --method POST repos/acme/shop/issues/7/comments',
      'api --method PATCH repos/acme/shop/issues/comments/41',
    ]);
  },
);
