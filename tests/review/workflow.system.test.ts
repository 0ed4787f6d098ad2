import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git, gitEnvironment } from '../support/git.ts';
import { programFile } from '../support/program.ts';
import { hasShell } from '../support/system.ts';
import { reviewCheckout } from './review.ts';

const examples = path.resolve(import.meta.dirname, '../../examples/ci');

/** A checkout whose change violates a rule, as a workflow has it, and a folder with a `precept` that starts the built program, and an `npm` that installs it outside of the checkout alone. */
async function violatingChange() {
  const here = await reviewCheckout();
  await here.git('switch', '--quiet', '--create', 'change');
  await here.write({ 'src/api/orders.ts': 'fetch("/orders?offset=2");\n' });
  await commitAll(here.folder);
  const tools = await tempFolder({
    precept: `#!/bin/sh\n[ -z "$REVIEW_TOKEN" ] || exit 3\nexec '${process.execPath}' '${programFile}' "$@"\n`,
    npm: '#!/bin/sh\n[ "$*" = "install --global precept-mcp" ] && [ ! -e .git ] && [ -z "$REVIEW_TOKEN" ]\n',
  });
  for (const name of ['precept', 'npm']) await chmod(path.join(tools, name), 0o755);
  const env = { ...gitEnvironment, HOME: here.home, PATH: `${tools}:${gitEnvironment.PATH}` };
  return { here, tools, env, checkout: path.join(await tempFolder(), 'checkout') };
}

// Windows has no bash of its own.
test.runIf(hasShell)(
  'the workflow reviews a pull request, keeps one comment, and has the verdict',
  async () => {
    const { jobs, permissions } = parse(await readFile(path.join(examples, 'review.yml'), 'utf8'));
    expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    const steps: { name?: string; run?: string; uses?: string }[] = jobs.review.steps;
    for (const { uses } of steps) expect(uses ?? '@'.padEnd(41, '0')).toMatch(/@[0-9a-f]{40}$/);
    // In the checkout, both would take programs and settings of the pull request.
    expect(steps.filter(({ run = '' }) => /\bnp[mx]\b/.test(run))).toEqual([
      expect.objectContaining({ 'working-directory': expect.stringContaining('runner.temp') }),
    ]);
    const { here, tools, checkout, ...change } = await violatingChange();
    await here.git('switch', '--quiet', 'main');
    await here.git('merge', '--quiet', '--no-ff', 'change');
    await git(here.folder, 'clone', '--quiet', '--depth', '2', `file://${here.folder}`, checkout);

    await writeFiles(tools, {
      gh: '#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked"\ncase "$*" in *--paginate*) cat "$RUNNER_TEMP/known" ;; esac\n',
      known: '',
      asked: '',
    });
    await chmod(path.join(tools, 'gh'), 0o755);
    const env = {
      ...change.env,
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

interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

/** The notes of a merge request, as GitLab's API gives and takes them: two a page, whatever is asked. */
async function createGitlab(notes: Note[]) {
  const [asked, own]: [string[], number] = [[], 5];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gitlab');
    asked.push(`${request.method} ${pathname}`);
    const answer = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, headers).end(JSON.stringify(body));
    if (request.headers['private-token'] !== 'let-me') return answer(401, {});
    if (pathname === '/api/v4/user') return answer(200, { id: own });
    const [, id] = /^\/api\/v4\/projects\/8\/merge_requests\/7\/notes(?:\/(\d+))?$/.exec(pathname) ?? [null];
    const known = notes.find((note) => `${note.id}` === id);
    if (request.method === 'GET') {
      const page = Number(searchParams.get('page'));
      const next = page * 2 < notes.length ? `${page + 1}` : '';
      return answer(200, notes.slice(page * 2 - 2, page * 2), { 'x-next-page': next });
    }
    const { body } = (await new Response(request).json()) as { body: string };
    if (request.method === 'POST' && id === undefined) notes.push({ id: 90, author: { id: own }, body });
    else if (request.method === 'PUT' && known?.author.id === own) known.body = body;
    else return answer(403, {});
    return answer(request.method === 'PUT' ? 200 : 201, {});
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`, asked };
}

test.runIf(hasShell)(
  'the job reviews a merge request, keeps one note beyond the first page, and reports the quality of code',
  async () => {
    const { 'precept review': job } = parse(
      await readFile(path.join(examples, 'review.gitlab-ci.yml'), 'utf8'),
    );
    expect(job.image).toMatch(/^node:\d+\.\d+\.\d+-bookworm@sha256:[0-9a-f]{64}$/);
    const { here, checkout, ...change } = await violatingChange();
    await git(here.folder, 'clone', '--quiet', '--branch', 'change', `file://${here.folder}`, checkout);
    const marker = '<!-- precept-review -->';
    const notes: Note[] = [1, 2, 3].map((id) => ({ id, author: { id: 4 }, body: `Not ours ${marker}` }));
    const { url, asked } = await createGitlab(notes);
    const run = (more: Readonly<Record<string, string>> = {}) => {
      const env = {
        ...change.env,
        CI_API_V4_URL: url,
        CI_MERGE_REQUEST_PROJECT_ID: '8',
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        ...more,
      };
      // A runner gives all lines to one shell.
      const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', job.script.join('\n')];
      return promisify(execFile)('bash', args, { cwd: checkout, env });
    };

    await expect(run()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(marker) });
    expect(asked).toEqual([]);
    const withToken = { REVIEW_TOKEN: 'let-me' };
    await expect(run(withToken)).rejects.toMatchObject({ code: 1 });
    expect(notes.slice(3)).toMatchObject([
      { body: expect.stringMatching(/^Policy: [\s\S]*violates \*\*MUST\*\* `cursor-paging`/) },
    ]);
    const report = JSON.parse(await readFile(path.join(checkout, job.artifacts.reports.codequality), 'utf8'));
    expect(report).toMatchObject([
      {
        check_name: 'cursor-paging',
        severity: 'major',
        location: { path: 'src/api/orders.ts', lines: { begin: 1 } },
      },
    ]);

    await writeFile(path.join(checkout, 'src/api/orders.ts'), 'fetch("/orders?cursor=2");\n');
    await commitAll(checkout, 'Page by cursor');
    await run(withToken);
    expect(notes).toHaveLength(4);
    expect(notes[3]?.body).not.toContain('violates');
    const writes = asked.filter((line) => !line.startsWith('GET '));
    const place = '/api/v4/projects/8/merge_requests/7/notes';
    expect(writes).toEqual([`POST ${place}`, `PUT ${place}/90`]);
    // What GitLab refuses is said, and the token is not.
    const refused = run({ REVIEW_TOKEN: 'wrong-one' });
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('GitLab answered 401') });
    await expect(refused).rejects.not.toMatchObject({ stderr: expect.stringContaining('wrong-one') });
  },
);
