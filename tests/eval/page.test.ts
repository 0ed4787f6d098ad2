import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf, startProgram } from '../support/program.ts';
import { hasGit } from '../support/system.ts';
import { evaluate, keptIn, project, stubAgent } from './project.ts';

/** What a server of the project answers. */
async function serve(cwd: string) {
  const address = await addressOf(
    await startProgram(['serve', '--port', '0', '--log-level', 'info'], { cwd }),
  );
  return (path: string) => fetch(new URL(path, address));
}

test.runIf(hasGit())(
  'the explorer shows what is kept of a scope, and what is not a report is passed over',
  async () => {
    const cwd = await project();
    const get = await serve(cwd);
    expect(await (await get('/scopes/shop/evals')).text()).toContain(
      'No evaluation of this scope is kept here.',
    );
    await evaluate(cwd, ['shop', '--agent', stubAgent, '--repeat', '1']);
    const kept = await keptIn(cwd);
    for (const [name, text] of [
      ['broken', '{'],
      ['hostile', JSON.stringify({ scope_name: 'shop', evals: '<script>', rules: [] })],
    ] as const) {
      await mkdir(join(kept, '..', name));
      await writeFile(join(kept, '..', name, 'report.json'), text);
    }
    const page = await (await get('/scopes/shop/evals')).text();
    expect(page).toContain('cursor-paging: scope');
    expect(page).not.toContain('<a href="/scopes/shop" aria-current');
    expect(page).toContain('1 of 1, 21 % to 100 %');
    expect(page).toMatch(/<td>not shown; \d+ pairs would show 20 points<\/td>/);
    expect(page).not.toContain('<script>"');
    expect((await get('/scopes/other/evals')).status).toBe(404);
  },
);

test('evaluations are never served', async () => {
  const cwd = await project();
  await cp(join(cwd, '.precept/rules/shop'), join(cwd, '.precept/rules/other'), { recursive: true });
  const get = await serve(cwd);
  const paths = ['bundle', 'rules', 'index'].map((name) => `/api/v1/scopes/shop/${name}`);
  for (const path of paths) {
    const response = await get(path);
    const text = await response.text();
    expect(text).not.toContain('Add pagination to GET /orders');
  }
  expect((await get('/scopes/shop/source/evals.yml')).status).toBe(404);
  expect(await readFile(join(cwd, '.precept/rules/shop/evals.yml'), 'utf8')).toContain('Add pagination');
});
