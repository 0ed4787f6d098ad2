import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { json, startStub } from './servers.ts';

type Handler = Parameters<typeof startStub>[0];

const page: Handler = (_, response) =>
  void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');

async function projectOf(url: string, parent = false): Promise<string> {
  return tempFolder({
    '.precept/settings.yml': `default_scope: shop\nmaster_server_url: ${url}\n`,
    '.precept/rules/shop/commandments.yml': 'a: {when: Now, ruleset: [Own]}\n',
    ...(parent && { '.precept/rules/shop/metadata.yml': 'parent: company\n' }),
  });
}

const run = async (handler: Handler, argv: readonly string[], parent = false) => {
  const stub = await startStub(handler);
  return { ...(await precept(argv, { cwd: await projectOf(stub.url, parent) })), stub };
};

describe('an address that answers 404 with a page is no master', () => {
  test('which an unknown scope says, and the log once', async () => {
    const { code, stderr, stub } = await run(page, ['rules', 'company']);
    const why = 'it answers 404 for its list of scopes, as no Precept server does';
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      `precept warn: ${stub.url} is not a Precept master: ${why}; "precept doctor" has the cure`,
      `precept: There is no scope "company". The nearest names are: shop. ${stub.url} is not a Precept master: ${why}.`,
      '',
    ]);
    const built = await runProgram(['rules', 'company'], { cwd: await projectOf(stub.url) });
    expect([built.code, built.stderr]).toEqual([1, stderr]);
  });

  test('which the gap of a parent says', async () => {
    const { code, stdout, stub } = await run(page, ['rules', 'shop'], true);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `no scope of that name is here or on a master (named at shop/metadata.yml:1:9); ${stub.url} is not a Precept master (404).`,
    );
    expect(stdout).toContain('Own');
  });

  test.each([
    ['local rules', ['rules', 'shop'], 'Own'],
    ['the list of scopes', ['scopes'], 'shop'],
  ])('and %s come with a warning', async (_, argv, shown) => {
    const { code, stdout, stderr } = await run(page, argv);
    expect([code, stdout]).toEqual([0, expect.stringContaining(shown)]);
    expect(stderr.match(/is not a Precept master/g)).toHaveLength(1);
    expect(stdout).not.toContain('Precept master');
  });
});

describe('a master that lacks a scope is one', () => {
  test.each<[string, Handler]>([
    [
      'as a Precept server says it',
      (request, response) => {
        if (request.url === '/api/v1/scopes') return json(['other'])(request, response);
        response.writeHead(404, { 'Content-Type': 'application/problem+json' });
        return response.end('{"type":"urn:precept:problem:scope-not-found"}');
      },
    ],
    [
      'as an older server says it',
      json((path: string) => (path === '/api/v1/scopes' ? ['other'] : undefined)),
    ],
    [
      'with a page, where it has a list of scopes',
      (request, response) =>
        request.url === '/api/v1/scopes' ? json(['other'])(request, response) : page(request, response),
    ],
  ])('%s', async (_, handler) => {
    const { code, stderr } = await run(handler, ['rules', 'company']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^precept: There is no scope "company"\. The nearest names are: [a-z, ]+\.\n$/);
    const { stdout } = await run(handler, ['rules', 'shop'], true);
    expect(stdout).toContain('is here or on a master (named at shop/metadata.yml:1:9).\n');
  });
});
