import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { connect, type Host } from '../mcp/clients.ts';
import { ask } from '../support/ask.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { json, reader, rulesOf, type Server, startServer, startStub, texts, warnings } from './servers.ts';

const rules = (text: string) => ({ 'shop/commandments.yml': `a:\n  ruleset: [${text}]\n` });
const reloads = ({ seen }: Pick<Server, 'seen'>) => seen.filter(({ method }) => method === 'POST').length;

interface Reloaded {
  readonly reloaded: true;
  readonly masters: readonly { readonly url: string; readonly ok: boolean; readonly error?: string }[];
}

describe('a chain of three levels', () => {
  let region: Server;
  let organisation: Server;
  let team: Server;
  beforeAll(async () => {
    region = await startServer(rules('Region'));
    organisation = await startServer(rules('Organisation'), { master_server_url: [region.url] });
    team = await startServer(rules('Team'), { master_server_url: [organisation.url] });
  });

  test('gives all three contents, farthest first', async () => {
    const { commandments, metadata } = await rulesOf(team);
    expect(texts(commandments)).toEqual({ a: ['Region', 'Organisation', 'Team'] });
    expect(metadata.sources).toEqual(['local', organisation.url]);
  });

  test('reload over REST runs through each server once, and the next request has the new content of all', async () => {
    await writeFiles(region.rulesPath, rules('New region'));
    await writeFiles(team.rulesPath, rules('New team'));
    expect(texts((await rulesOf(team)).commandments)).toEqual({ a: ['Region', 'Organisation', 'Team'] });
    const response = await fetch(`${team.url}/api/v1/reload`, { method: 'POST' });
    expect((await response.json()) as Reloaded).toEqual({
      reloaded: true,
      masters: [{ url: organisation.url, ok: true }],
    });
    expect([team, organisation, region].map(reloads)).toEqual([1, 1, 1]);
    const { commandments } = await rulesOf(team);
    expect(texts(commandments)).toEqual({ a: ['New region', 'Organisation', 'New team'] });
  });
});

test('what was read of a master that had not reloaded yet is not kept', async () => {
  const top = await startServer(rules('Old'));
  const middle = await startServer({}, { master_server_url: [top.url] });
  const own = await reader([middle.url], {});
  await rulesOf(own);
  await writeFiles(top.rulesPath, rules('New'));
  // Asks in the middle of the reload, while the servers above still have the old content.
  const [, during] = await Promise.all([own.service.reload(), rulesOf(own)]);
  expect(texts(during.commandments).a).toHaveLength(1);
  expect(texts((await rulesOf(own)).commandments)).toEqual({ a: ['New'] });
});

describe('circles', () => {
  test('A -> B -> A reloads each once and stops', async () => {
    const urls = ['not known yet'];
    const a = await startServer(rules('A'), { master_server_url: urls });
    const b = await startServer(rules('B'), { master_server_url: [a.url] });
    urls[0] = b.url;
    let told = 0;
    a.service.onChange(() => told++);
    const response = await fetch(`${a.url}/api/v1/reload`, { method: 'POST' });
    expect((await response.json()) as Reloaded).toMatchObject({ masters: [{ url: b.url, ok: true }] });
    expect([reloads(a), reloads(b), told]).toEqual([2, 1, 1]);
  });

  test('a server that is its own master reloads once', async () => {
    const urls = ['not known yet'];
    const own = await startServer(rules('Own'), { master_server_url: urls });
    urls[0] = own.url;
    expect(await own.service.reload()).toEqual([{ url: own.url, ok: true }]);
    expect(reloads(own)).toBe(1);
  });
});

describe('each master’s result', () => {
  let good: Server;
  let refusing: string;
  let failing: string;
  let masters: string[];
  let host: Host;
  let settings: string;
  beforeAll(async () => {
    good = await startServer(rules('Good'));
    refusing = `http://127.0.0.1:${await freePort()}`;
    failing = (await startStub((_, response) => response.writeHead(503).end())).url;
    masters = [good.url, refusing, failing];
    const folder = await tempFolder({
      'settings.yml': `remote_timeout_seconds: 60\nremote_max_retries: 0\nmaster_server_url: ${JSON.stringify(masters)}\n`,
      'rules/shop/': '',
    });
    settings = `${folder}/settings.yml`;
    host = await connect('SDK 2.x', ['-c', settings, '-r', `${folder}/rules`]);
  });
  afterAll(() => host.close());

  const results = () => [
    { url: good.url, ok: true },
    { url: refusing, ok: false, error: expect.stringContaining('ECONNREFUSED') },
    { url: failing, ok: false, error: 'it answered 503' },
  ];
  const lines = () =>
    new RegExp(
      `- ${good.url}: reloaded\n- ${refusing}: did not reload: connect ECONNREFUSED.*\n- ${failing}: did not reload: it answered 503\n$`,
    );

  test('is in the answer over REST, and a warning in the log', async () => {
    const own = await reader(masters, rules('Local'));
    expect(JSON.parse(await ask(own.service, 'reload', {}))).toEqual({ reloaded: true, masters: results() });
    expect(warnings(own).map((line) => /master (\S+) did not reload/.exec(line)?.[1])).toEqual([
      refusing,
      failing,
    ]);
  });

  test('is in the answer over MCP', async () => {
    const { text, isError } = await host.call('reload');
    expect({ isError, text }).toEqual({ isError: false, text: expect.stringMatching(lines()) });
  });

  test('is in the answer of the CLI, which succeeds', async () => {
    const { code, stdout } = await precept(['reload', '-c', settings]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(lines()) });
    const asJson = await precept(['reload', '-c', settings, '--format', 'json']);
    expect(JSON.parse(asJson.stdout)).toEqual({ reloaded: true, masters: results() });
  });
});

test('reload forgets outages and kept bundles', async () => {
  const port = await freePort();
  const own = await reader([`http://127.0.0.1:${port}`], rules('Local'), { remote_retry_seconds: 60 });
  expect((await rulesOf(own)).unavailable).toHaveLength(1);
  const stub = await startStub(json({ format: 1, scope_name: 'shop', metadata: {} }), port);
  await own.service.reload();
  expect((await rulesOf(own)).unavailable).toBeUndefined();

  const master = await startServer(rules('Master'));
  const other = await reader([master.url], {});
  await rulesOf(other);
  await other.service.reload();
  await rulesOf(other);
  const gets = master.seen.filter(({ method }) => method === 'GET');
  expect(gets.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  expect(stub.seen.length).toBeGreaterThan(1);
});
