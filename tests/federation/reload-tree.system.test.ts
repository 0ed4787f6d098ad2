import { expect, test, vi } from 'vitest';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { addressOf, runProgram, startProgram } from '../support/program.ts';

vi.setConfig({ testTimeout: 120_000 });

const rule = (text: string) => ({ 'acme/commandments.yml': `a:\n  ruleset: [${text}]\n` });

/** Three levels of servers, each a program of its own: who runs one runs its commands with the same variables. */
async function startTree() {
  const [company, department, team] = await Promise.all(
    ['company', 'department', 'team'].map(async (name) => {
      const port = await freePort();
      const rules = await tempFolder({ [`${name}/metadata.yml`]: 'parent: acme\n' });
      return { url: `http://127.0.0.1:${port}`, rules, port: String(port) };
    }),
  );
  if (!company || !department || !team) throw new Error('there are three');
  const copies = await tempFolder();
  const envOf = ({ port, rules }: typeof team, master?: typeof team): Record<string, string> => ({
    PRECEPT_HTTP_PORT: port,
    PRECEPT_RULES_PATH: rules,
    PRECEPT_LOG_LEVEL: 'info',
    ...(master && {
      PRECEPT_MASTER_SERVER_URL: master.url,
      PRECEPT_WATCH_MASTERS: 'true',
      PRECEPT_REMOTE_KEEP_SECONDS: '3600',
      PRECEPT_CACHE_DIR: `${copies}/${port}`,
    }),
  });
  return {
    company: { ...company, env: envOf(company) },
    department: { ...department, env: envOf(department, company) },
    team: { ...team, env: envOf(team, department) },
  };
}

async function serve({ env }: { readonly env: Readonly<Record<string, string>> }) {
  const program = await startProgram(['serve'], { env });
  await addressOf(program);
  return program;
}

test('precept reload --tree while the level between is down', async () => {
  const { company, department, team } = await startTree();
  const rulesAt = async ({ url }: { url: string }, scope: string) =>
    (await fetch(`${url}/api/v1/scopes/${scope}/rules`)).json() as Promise<Record<string, unknown>>;
  const reload = ({ env }: typeof team) => runProgram(['reload', '--tree', '--format', 'json'], { env });

  await writeFiles(company.rules, rule('First'));
  await serve(company);
  const between = await serve(department);
  await between.logged(`watching master ${company.url}`);
  const last = await serve(team);
  await last.logged(`watching master ${department.url}`);
  const first = { commandments: { a: { rules: ['First'] } } };
  expect(await rulesAt(company, 'acme')).toMatchObject(first);
  expect(await rulesAt(team, 'team')).toMatchObject(first);

  between.signal('SIGTERM');
  expect((await between.ended).code).toBe(0);
  await last.logged(`master ${department.url} is not watched`);
  await writeFiles(company.rules, rule('Second'));

  // From the top: the server there reloads, and nobody watches it who could be told.
  const fromTop = await reload(company);
  expect([fromTop.code, fromTop.stderr]).toEqual([
    0,
    expect.stringContaining(`the server at ${company.url} has reloaded`),
  ]);
  expect(JSON.parse(fromTop.stdout)).toEqual({ reloaded: true, masters: [] });
  const second = { commandments: { a: { rules: ['Second'] } } };
  expect(await rulesAt(company, 'acme')).toMatchObject(second);
  expect(await rulesAt(team, 'team')).toMatchObject(first);

  // From below: it says who did not reload, the server there reloads all the same, and serves the copy.
  const fromBelow = await reload(team);
  expect([fromBelow.code, fromBelow.stderr]).toEqual([
    0,
    expect.stringContaining(`the server at ${team.url} has reloaded`),
  ]);
  expect(JSON.parse(fromBelow.stdout)).toEqual({
    reloaded: true,
    masters: [{ url: department.url, ok: false, error: expect.stringContaining('ECONNREFUSED') }],
  });
  expect(await rulesAt(team, 'team')).toMatchObject({
    ...first,
    unavailable: [{ url: department.url, as_of: expect.any(String) }],
  });

  // The level that comes back is asked anew at once, far within cache_ttl_seconds.
  await serve(department);
  await vi.waitFor(async () => expect(await rulesAt(team, 'team')).toMatchObject(second), {
    timeout: 60_000,
  });
  expect(await rulesAt(team, 'team')).not.toHaveProperty('unavailable');
});
