import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Before, startServer } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';

const acme = { 'acme/commandments.yml': 'a: {when: Now, ruleset: [Theirs]}\n' };
const mistake = 'it answered 500: a file of the scope has a mistake there (invalid-content)';
const owners = 'Have the owners of the master put it right.';

/** A master with the scope `acme`, the way to break it, and what the program says in a project that inherits from `parents`. */
async function world({
  parents = 'acme',
  keep = 0,
  path = '',
  own = {} as Readonly<Record<string, string>>,
} = {}) {
  const master = await startServer(acme, { cache_ttl_seconds: 0 });
  const cwd = await tempFolder({
    '.precept/settings.yml': `default_scope: shop\nmaster_server_url: ${master.url}${path}\nremote_keep_seconds: ${keep}\nremote_timeout_seconds: 3\n`,
    '.precept/rules/shop/commandments.yml': 'a: {when: Now, ruleset: [Own]}\n',
    '.precept/rules/shop/metadata.yml': `parents: [${parents}]\n`,
    ...Object.fromEntries(Object.entries(own).map(([file, text]) => [`.precept/rules/${file}`, text])),
  });
  const env = { HOME: await tempFolder() };
  const run = (...argv: string[]) => runProgram(argv, { cwd, env });
  return {
    url: master.url,
    run,
    setBefore(before: Before) {
      master.before = before;
    },
    breakIt: () => appendFile(join(master.rulesPath, 'acme/commandments.yml'), '  - [bad\n'),
    /** The exit code of doctor, and its findings of that level, of one area where one is named. */
    async doctor(wanted = 'fail', only: string | null = null) {
      const { code, stdout } = await run('doctor', '--format', 'json');
      const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
      const found = findings.filter(({ level, area }) => level === wanted && (only ?? area) === area);
      return { code, found: found.map(({ area, message, cure }) => [area, message, cure]) };
    },
  };
}

test('a scope with a mistake on its master, whose copy serves, fails with the time of the copy', async () => {
  const { url, run, breakIt, doctor } = await world({ keep: 604_800 });
  expect((await run('rules', 'shop')).stdout).toContain('Theirs');
  expect(await doctor()).toEqual({ code: 0, found: [] });
  await breakIt();
  expect((await run('rules', 'shop')).stdout).toContain('Theirs');
  const { code, found } = await doctor();
  expect(code).toBe(1);
  expect(found).toEqual([['rules', expect.any(String), owners]]);
  const [, message] = found[0] ?? [];
  expect(message?.replace(/\d{4}-\S+Z/, 'TIME')).toBe(
    `acme of ${url} cannot be used: ${mistake}; its copy of TIME serves`,
  );
});

test('a scope that comes late, whose copy serves meanwhile, is a warning', async () => {
  const { url, run, setBefore, doctor } = await world({ keep: 604_800 });
  await run('rules', 'shop');
  setBefore((request) =>
    request.url.includes('/scopes/acme/') ? new Promise(() => {}) : Promise.resolve(undefined),
  );
  expect(await doctor('warn', 'rules')).toEqual({
    code: 0,
    found: [
      [
        'rules',
        expect.stringMatching(
          new RegExp(`^acme of ${url} comes late: no answer within 1 s; its copy of \\S+ serves meanwhile$`),
        ),
        'Check the network and the firewall.',
      ],
    ],
  });
});

test('without a copy the cure is for its owners, and not the name that was written; a misspelt one gets its own', async () => {
  const { url, breakIt, doctor } = await world({ parents: 'acme, acne' });
  await breakIt();
  const gap = (name: string) =>
    expect.stringMatching(
      new RegExp(`^shop is incomplete: the rules of \`${name}\` .*${url}: it answered 500`),
    );
  expect(await doctor()).toEqual({
    code: 1,
    found: [
      ['rules', gap('acme'), owners],
      ['rules', gap('acne'), 'Did you mean "acme"?'],
    ],
  });
});

test('a scope that the folder has too, without its part of the master', async () => {
  const { url, breakIt, doctor } = await world({
    own: { 'acme/commandments.yml': 'a: {when: Now, ruleset: [Here]}\n' },
  });
  await breakIt();
  expect(await doctor()).toEqual({
    code: 1,
    found: [['rules', `acme of ${url} cannot be used: ${mistake}; it is left out`, owners]],
  });
});

test.each(['/mcp', '/api/v1'])(
  'the address of a master that ends in %s is named wherever its scope is missing',
  async (path) => {
    const { url, run, doctor } = await world({ path });
    const why = `${url}${path} is not a Precept master`;
    const { stdout, stderr } = await run('rules', 'shop');
    expect(stdout).toContain(`(named at shop/metadata.yml:1:11); ${why} (404).`);
    expect(stderr).toContain(`precept warn: ${why}: it answers 404 for its list of scopes`);
    expect((await run('rules', 'acme')).stderr).toContain(
      `There is no scope "acme". The nearest names are: shop. ${why}`,
    );
    const cure = expect.stringContaining(`which is ${url} if the path was added by mistake`);
    expect(await doctor()).toEqual({
      code: 1,
      found: [
        ['masters', `${url}${path} answers, but has no scopes under /api/v1 (404)`, cure],
        ['rules', expect.stringContaining(why), cure],
      ],
    });
  },
);
