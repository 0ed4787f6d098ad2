import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { servedClients } from '../../src/clients/clients.ts';
import { contentKinds } from '../../src/guidance/content-files.ts';
import { precept } from '../cli/command-line.ts';
import { load, projectFile } from '../config/world.ts';
import { lint } from '../lint/lint.ts';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';
import { documents, placeOf, root, type Snippet } from './markdown.ts';
import { ruleOf, snippetsFor } from './rules.ts';

const indented = (text: string) => text.replace(/^(?=.)/gm, '    ');

test('every snippet has a rule', () => {
  const without = documents.flatMap(({ snippets }) => snippets.filter((snippet) => ruleOf(snippet) === null));
  // See tests/docs/rules.ts: say what the snippet is, or add a rule and the loop that proves it.
  expect(without.map(placeOf)).toEqual([]);
});

test('files of guidance lint clean', async () => {
  const files: Record<string, string> = {
    'team-payments/': '',
    'team-storefront/': '',
    'acme/': '',
    'payments/': '',
  };
  const places = new Map<string, string>();
  const snippets = snippetsFor(...contentKinds, 'tests', 'ruleset');
  snippets.forEach((snippet, index) => {
    const scope = `s${index}`;
    places.set(scope, placeOf(snippet));
    // Templates ask for tags.
    files[`${scope}/metadata.yml`] = 'description: A snippet\ntags: {team: core, tier: critical}\n';
    Object.assign(files, asFile(scope, snippet));
    // A kata brings it along.
    if (snippet.text.includes('files/check.sh')) files[`${scope}/files/check.sh`] = 'npm test\n';
  });
  expect(snippets.length).toBeGreaterThan(7);
  const { problems } = await lint(await tempFolder(files));
  const found = problems
    // The ids of an example are those of no rules that are there.
    .filter(({ severity, code }) => severity !== 'info' && code !== 'unused-ignore')
    .map(
      ({ file = '', line, message }) => `${places.get(file.split('/')[0] ?? '')} ${file}:${line} ${message}`,
    );
  expect(found).toEqual([]);
});

/** A snippet as the file that it is, or is a part of. */
function asFile(scope: string, snippet: Snippet): Record<string, string> {
  const rule = ruleOf(snippet);
  const text = snippet.text;
  if (rule === 'ruleset')
    return { [`${scope}/commandments.yml`]: `a:\n  when: Always\n  ruleset:\n${indented(text)}` };
  const own = { [`${scope}/${rule}.yml`]: text };
  if (rule !== 'waivers') return own;
  const waived = 'a:\n  when: Always\n  ruleset:\n    - {rule: Page lists, id: cursor-paging}\n';
  return { ...own, [`${scope}/commandments.yml`]: waived };
}

describe('settings', () => {
  test.each(snippetsFor('settings').map((snippet) => [placeOf(snippet), snippet] as const))(
    '%s can be loaded',
    async (_, { text }) => {
      // Where people sign in, the text beside it has this secret too.
      const env = text.includes('auth_client_id') ? { PRECEPT_SESSION_SECRET: 'x'.repeat(32) } : {};
      // Keys are locked in the file of the machine alone.
      const file = text.includes('\nlocked:') ? '/etc/precept/settings.yml' : projectFile;
      const files = { [file]: text.replace(/<[^>]+>/g, 'x') };
      const { hints, sources } = await load({ files, env });
      expect(hints).toEqual([]);
      expect(Object.values(sources)).toContain('file');
    },
  );

  test('the line that names a schema is the one that starter files have', async () => {
    const cwd = await tempFolder();
    const { code } = await precept(['init'], { cwd });
    expect(code).toBe(0);
    const name = path.basename(cwd);
    const starter = await readFile(`${cwd}/.precept/rules/${name}/commandments.yml`, 'utf8');
    for (const { text } of snippetsFor('schema comment')) expect(starter).toContain(text);
  });
});

interface Entry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly httpUrl?: string;
}

/** The key that holds the servers, and the entry of Precept. */
function entryOf({ language, text }: Snippet): { key: string; entry: Entry } {
  const data = (language === 'toml' ? parseToml(text) : JSON.parse(text)) as Record<
    string,
    { precept: Entry }
  >;
  const [[key = '', servers] = [], ...more] = Object.entries(data);
  expect(more).toEqual([]);
  return { key, entry: servers?.precept ?? {} };
}

describe('configurations of clients', () => {
  const snippets = snippetsFor('client').map((snippet) => ({ snippet, ...entryOf(snippet) }));
  const local = snippets.filter(({ entry }) => entry.command !== undefined);
  const remote = snippets.filter(({ entry }) => entry.command === undefined);

  test.each(snippets)('$snippet.file:$snippet.line is for the clients it names', ({ snippet, key }) => {
    const named = servedClients.filter(([, { name }]) => snippet.before.includes(name));
    expect(named).not.toEqual([]);
    expect(named.map(([, client]) => client.servers.key)).toContain(key);
  });

  test('are what precept init prints', async () => {
    const inGuide = local.filter(({ snippet }) => snippet.file === 'docs/clients.md');
    const shown = inGuide.flatMap(({ snippet, entry }) =>
      servedClients
        .filter(([, { name }]) => snippet.before.includes(name))
        .map(([id, { servers }]) => ({ id, servers, entry })),
    );
    expect(shown.map(({ id }) => id).sort()).toEqual(servedClients.map(([id]) => id).sort());
    for (const { id, servers, entry } of shown) {
      const { stdout } = await precept(['init', '--client', id]);
      const printed = { language: servers.format, text: stdout };
      expect(entryOf(printed as Snippet).entry, id).toEqual(entry);
    }
  });

  test('name an address where they start nothing', () => {
    expect(remote.length).toBeGreaterThan(3);
    for (const { entry } of remote) expect(entry.url ?? entry.httpUrl).toMatch(/^https:\/\/.+\/mcp$/);
  });

  test('the one in the README starts a server that answers', async () => {
    const [first] = local.filter(({ snippet }) => snippet.file === 'README.md');
    const [yes, name, ...args] = first?.entry.args ?? [];
    expect([first?.entry.command, yes, name]).toEqual(['npx', '-y', 'precept-mcp']);
    const rules = path.join(root, 'examples/acme/rules');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [programFile, ...args.map((arg) => arg.replace('/path/to/rules', rules))],
      env: await cleanEnvironment(),
      stderr: 'ignore',
    });
    const client = new Client({ name: 'precept-tests', version: '1.0.0' });
    await client.connect(transport);
    const { content } = await client.callTool({ name: 'list_scopes', arguments: {} });
    await client.close();
    expect(content).toMatchObject([{ text: expect.stringContaining('checkout') }]);
  });
});

test('the table of clients is what precept init knows', () => {
  const text = documents.find(({ file }) => file === 'docs/clients.md')?.text ?? '';
  const rows = [...text.matchAll(/^\| ([^|]+) \| `(\w+)` \| `([^`]+)` \| ([^|]+) \| `(\w+)` \|$/gm)];
  const known = servedClients.map(([id, { name, servers }]) => [name, id, servers.projectFile, servers.key]);
  expect(rows.map(([, name, id, file, , key]) => [name, id, file, key])).toEqual(known);
});
