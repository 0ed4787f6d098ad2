import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { asked, bundle, json, reader, rulesOf, startServer, startStub, texts } from './servers.ts';

const company = {
  'company/suggestions.yml': 'a:\n  when: When beginning\n  ruleset: [Company begins]\n',
};
const department = {
  'department/metadata.yml': 'parent: company\n',
  'department/suggestions.yml': '+a:\n  ruleset: [Department goes on]\n',
};
const project = {
  'project/metadata.yml': 'parent: department\n',
  'project/suggestions.yml': '+a:\n  ruleset: [Project ends]\n',
};
const all = ['Company begins', 'Department goes on', 'Project ends'];

test('what a department appends is appended to what a company on another master says', async () => {
  const [one, two] = await Promise.all([startServer(company), startServer(department)]);
  for (const urls of [
    [one.url, two.url],
    [two.url, one.url],
  ]) {
    const { suggestions, warnings } = await rulesOf(await reader(urls, project), 'project');
    expect(texts(suggestions)).toEqual({ a: all });
    expect(suggestions.a?.when).toBe('When beginning');
    expect(warnings).toBeUndefined();
  }
  const sent = await asked<{ suggestions: unknown }>(two, 'get_bundle', { scope_name: 'department' });
  expect(sent.suggestions).toMatchObject({ a: { append: true } });
  const own = await asked<{ suggestions: object }>(one, 'get_bundle', { scope_name: 'company' });
  expect(Object.values(own.suggestions)[0]).not.toHaveProperty('append');
});

test('so it is behind a server in between, which has only a part of it', async () => {
  const far = await startServer(department);
  const middle = await startServer({ 'other/metadata.yml': '' }, { master_server_url: [far.url] });
  const top = await startServer(company);
  const { suggestions } = await rulesOf(await reader([middle.url, top.url], project), 'project');
  expect(texts(suggestions)).toEqual({ a: all });
});

test('servers of before, which do not say so, replace as ever; readers of before read the rest', async () => {
  const origin = { server: 'local', scope: 'department', file: 'department/suggestions.yml', line: 2 };
  const category = { when: null, tags: [], rules: [{ text: 'Department goes on', origin }] };
  const bundleOf = (append: unknown) =>
    bundle('department', { absent_parents: ['company'], suggestions: { a: { ...category, append } } });
  const top = await startServer(company);
  for (const [append, wanted] of [
    [undefined, all.slice(1)],
    ['yes', all.slice(1)],
    [true, all],
  ] as const) {
    const { url } = await startStub(
      json((asking: string) => (asking.endsWith('/department/bundle') ? bundleOf(append) : undefined)),
    );
    const { suggestions } = await rulesOf(await reader([url, top.url], project), 'project');
    expect(texts(suggestions)).toEqual({ a: wanted });
  }
});

test('published bundles name the parents that the folder lacks, and say what was appended', async () => {
  const files = Object.entries(department).map(([name, text]) => [`.precept/rules/${name}`, text]);
  const cwd = await tempFolder(Object.fromEntries(files));
  expect(await precept(['publish', 'out'], { cwd })).toMatchObject({ code: 0 });
  const folder = path.join(cwd, 'out/bundles');
  const [name = ''] = await readdir(folder);
  expect(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).toMatchObject({
    absent_parents: ['company'],
    suggestions: { a: { append: true } },
  });
});
