import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { project } from '../init/project.ts';
import { programFile } from '../support/program.ts';
import { hasNpx } from '../support/system.ts';
import { credentials } from './credentials.ts';

interface Report {
  readonly ok: boolean;
  readonly findings: readonly { level: string; area: string; message: string; cure: string | null }[];
}

const good = {
  '.precept/settings.yml': 'default_scope: shop\nhttp_port: 0\nteam_channel: "#secret-channel"\n',
  '.precept/rules/shop/commandments.yml': 'api:\n  when: Always\n  ruleset: ["Tell {{ team_channel }}"]\n',
  // A program that is there wherever the tests run.
  '.mcp.json': JSON.stringify({
    mcpServers: { precept: { command: process.execPath, args: [programFile] } },
  }),
};
const broken = 'api:\n  ruleset:\n    - a: mapping\n    - b: mapping\n';

type Options = NonNullable<Parameters<typeof project>[1]>;

async function examine(
  files: Readonly<Record<string, string>>,
  options: Options & { flags?: string[] } = {},
) {
  const { flags = [], env, ...rest } = options;
  const trusted = { ...rest, env: { PRECEPT_TRUST: '1', ...env } };
  const { code, stdout, stderr } = await (await project(files, trusted)).precept(
    'doctor',
    '--format',
    'json',
    ...flags,
  );
  const { ok, findings } = JSON.parse(stdout) as Report;
  const lines = findings.map(({ level, area, message }) => `${level} ${area}: ${message}`);
  for (const { level, cure } of findings) expect(cure === null, `${level} and its cure`).toBe(level === 'ok');
  expect(ok).toBe(code === 0);
  return { code, stdout, stderr, lines, findings };
}

/** Requests that hang at the moment, and the most that did at once. */
const hanging = { now: 0, most: 0 };

/** A master that answers everything in this way; its address. */
async function master(status: number, body: string | null, headers: object = {}): Promise<string> {
  const server = createServer((_, response) => {
    if (body === null) {
      // It hangs.
      hanging.now += 1;
      hanging.most = Math.max(hanging.most, hanging.now);
      response.once('close', () => hanging.now--);
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stored = (login: object) => credentials('https://login.example.com', { refresh_token: null, ...login });
const withLogin = {
  ...good,
  '.precept/settings.yml':
    'default_scope: shop\noidc_issuer_url: https://login.example.com\noidc_client_id: cli\noidc_client_secret: very-secret-client\n',
  '.precept/rules/shop/commandments.yml': 'api:\n  when: Always\n  ruleset: [Plain]\n',
};

describe('precept doctor', () => {
  it('finds nothing to mend in a good installation, as people read it', async () => {
    const shop = await project(good);
    const { code, stdout, stderr } = await shop.run('doctor');
    expect(stdout.replace(/^ok {4}program: .*$/m, 'ok    program: …')).toBe(
      [
        'ok    program: …',
        'ok    settings: .precept/settings.yml sets default_scope, http_port, team_channel (variable)',
        'ok    rules: .precept/rules has 1 scope: shop',
        'ok    files: feedback and test results can be written',
        'ok    login: none is set up',
        'ok    clients: Claude Code has the entry "precept" in .mcp.json',
        'ok    clients: no file of instructions names the tools; "precept init --client claude --write" has AGENTS.md do so',
        '0 failures, 0 warnings',
        '',
      ].join('\n'),
    );
    expect(stdout).toMatch(/^ok {4}program: Precept \S+ on Node\.js \d+\.\d+\.\d+$/m);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it.runIf(hasNpx())('is content after init', async () => {
    const shop = await project();
    await shop.run('init', '--client', 'codex', '--write');
    const { code, stdout } = await shop.run('doctor');
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/^(warn|fail)/m);
  });

  it('tells where settings come from, and no value of any', async () => {
    const { code, lines, stdout } = await examine(good, {
      env: { PRECEPT_LOG_LEVEL: 'error', PRECEPT_API_TOKEN: 'very-secret-token', PRECEPT_DEFAULT_SCOP: 'x' },
      flags: ['--cache-ttl-seconds', '4711'],
    });
    expect(code).toBe(0);
    expect(lines).toContain(
      'ok settings: the environment sets PRECEPT_LOG_LEVEL, PRECEPT_API_TOKEN (variable), PRECEPT_DEFAULT_SCOP (variable)',
    );
    expect(lines).toContain('ok settings: flags set --cache-ttl-seconds');
    expect(lines.join('\n')).toMatch(/warn settings: .*DEFAULT_SCOP.*did you mean the setting default_scope/);
    for (const value of ['very-secret-token', '4711', '#secret-channel']) expect(stdout).not.toContain(value);
  });

  it.each([
    ['is no YAML', 'a: [1\n'],
    ['is no mapping', '- a\n'],
    ['has wrong values', 'http_port: many\nlog_level: loud\n'],
    ['names no folder', 'rules_path: nowhere\n'],
  ])('fails, and throws nothing, when the settings file %s', async (_, text) => {
    const { code, lines, stderr } = await examine({ ...good, '.precept/settings.yml': text });
    expect(code).toBe(1);
    const failed = lines.filter((line) => line.startsWith('fail settings: '));
    expect(failed).toHaveLength(text.trim().split('\n').length === 2 && text.includes('loud') ? 2 : 1);
    expect(lines).not.toContain('ok settings: .precept/settings.yml sets nothing');
    // It goes on with the defaults, unless the folder of rules itself is what is wrong.
    const rules = lines.filter((line) => line.startsWith('ok rules: .precept/rules has 1 scope: shop'));
    expect(rules).toHaveLength(text.startsWith('rules_path') ? 0 : 1);
    expect(lines).toContain('ok login: none is set up');
    expect(lines).toContain('ok clients: Claude Code has the entry "precept" in .mcp.json');
    expect(stderr).toBe('');
  });

  it('counts the mistakes of each content file', async () => {
    const { code, lines } = await examine({
      ...good,
      '.precept/rules/bad/commandments.yml': broken,
      '.precept/rules/bad/metadata.yml': 'desciption: x\n',
    });
    expect(code).toBe(1);
    expect(lines).toContain('ok rules: .precept/rules has 2 scopes: bad, shop');
    expect(lines).toContain('fail rules: bad/commandments.yml has 2 errors');
    expect(lines).toContain('warn rules: bad/metadata.yml has 1 warning');
    expect(lines.join('\n')).not.toContain('shop/commandments.yml');
  });

  it('fails without rules, with an empty folder, and for a default scope that does not exist', async () => {
    const none = await examine({});
    expect(none.code).toBe(1);
    expect(none.findings.find(({ area }) => area === 'rules')).toMatchObject({
      level: 'fail',
      cure: expect.stringContaining('precept init'),
    });
    const empty = await examine({ '.precept/rules/': '' });
    expect(empty.lines).toContain('fail rules: .precept/rules has no scopes');
    // What follows from one mistake is not told as another.
    const without = await examine({
      '.precept/rules/': '',
      '.precept/settings.yml': 'default_scope: shop\n',
    });
    expect(without.lines.filter((line) => line.startsWith('fail'))).toEqual([
      'fail rules: .precept/rules has no scopes',
    ]);
    const lost = await examine({
      ...good,
      '.precept/settings.yml': 'default_scope: shop\nteam_channel: x\nmaster_server_url: rules.example.com\n',
      '.precept/rules/shop/metadata.yml': 'parent: company\n',
    });
    expect(lost.lines.filter((line) => line.startsWith('fail'))).toEqual([
      expect.stringMatching(/^fail settings: setting master_server_url /),
    ]);
    const wrong = await examine({
      ...good,
      '.precept/settings.yml': 'default_scope: shp\nteam_channel: x\n',
    });
    expect(wrong.lines).toContain('fail rules: default_scope is "shp", which does not exist');
    expect(wrong.findings.find(({ level }) => level === 'fail')?.cure).toBe(
      'Name a scope that exists, like shop.',
    );
  });

  it('counts no resolved report as one that waits to be sent', async () => {
    const resolved = { id: 'one', state: 'resolved', note: 'Done', timestamp: '2020-01-01T00:00:00Z' };
    const { lines } = await examine({
      ...good,
      '.precept/settings.yml':
        'feedback_forward: true\nmaster_server_url: http://127.0.0.1:9\nremote_max_retries: 0\n',
      '.precept/feedback.jsonl': `${JSON.stringify(resolved)}\n`,
      '.precept/feedback.jsonl.forward': '{"offset":0}',
    });
    expect(lines.filter((line) => line.includes('files:'))).toEqual([
      'ok files: feedback and test results can be written',
    ]);
  });

  it('asks all masters at once, for no longer than the settings say', async () => {
    const urls = [await master(200, '["far"]'), await master(401, '{}'), await master(200, null)];
    const last = await master(200, null);
    urls.push(await master(200, null));
    const settings = `default_scope: far\nteam_channel: x\nremote_timeout_seconds: 1\nremote_max_retries: 0\nmaster_server_url: [${[...urls, last].join(', ')}]\n`;
    const { code, lines, findings } = await examine({ ...good, '.precept/settings.yml': settings });
    expect(hanging.most).toBe(3);
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(
      new RegExp(`^ok masters: ${urls[0]} is available, last answer \\d s ago$`, 'm'),
    );
    expect(lines).toContain(`fail masters: ${last} is unavailable: no answer within 1 s`);
    expect(lines.join('\n')).not.toContain('default_scope is');
    const denied = findings.find(({ message }) => message.includes(urls[1] ?? ''));
    expect(denied).toMatchObject({ level: 'fail', cure: expect.stringContaining('precept login') });
  });

  it.each([
    ['missing', {}, 'warn login: nobody is logged in at https://login.example.com'],
    [
      'over',
      stored({ expires_at: 1_000_000_000 }),
      'warn login: the login at https://login.example.com ended at 2001-09-09T01:46:40.000Z',
    ],
    [
      'good for now',
      stored({ expires_at: 4_000_000_000 }),
      'ok login: logged in at https://login.example.com as Ada until 2096-10-02T07:06:40.000Z, not renewed',
    ],
    [
      'renewed',
      stored({ expires_at: 1, refresh_token: 'very-secret-refresh' }),
      'ok login: logged in at https://login.example.com as Ada, renewed by itself',
    ],
    [
      'damaged',
      { '.config/precept/credentials.json': '{"very-secret' },
      'warn login: the stored logins in ~/.config/precept/credentials.json are damaged',
    ],
  ])('tells of a login that is %s, and of no token', async (_, homeFiles: Record<string, string>, line) => {
    const { code, lines, stdout, stderr } = await examine(withLogin, { homeFiles });
    expect(lines).toContain(line);
    expect(stdout + stderr).not.toContain('very-secret');
    expect(code).toBe(0);
  });

  it('fails for a missing login where masters need one', async () => {
    const url = await master(401, '{}');
    const settings = `${withLogin['.precept/settings.yml']}master_server_url: ${url}\n`;
    const { code, lines } = await examine({ ...withLogin, '.precept/settings.yml': settings });
    expect(code).toBe(1);
    expect(lines).toContain('fail login: nobody is logged in at https://login.example.com');
  });

  it.each([
    ['', /oidc_audience; then run "precept login"/],
    ['oidc_audience: https://rules.example\n', /shows the token beside what the server wants/],
  ])('says what to do where a master refuses the token, with %j', async (audience, cure) => {
    const challenge = 'Bearer error="invalid_token", error_description="the token is not for this server"';
    const url = await master(401, '{}', { 'www-authenticate': challenge });
    const settings = `${withLogin['.precept/settings.yml']}${audience}master_server_url: ${url}\n`;
    const { findings } = await examine({ ...withLogin, '.precept/settings.yml': settings });
    expect(findings.find(({ area, level }) => area === 'masters' && level === 'fail')?.cure).toMatch(cure);
  });

  it('looks for clients in the files of project and person', async () => {
    const { '.mcp.json': _, ...without } = good;
    const { code, lines } = await examine(
      {
        ...without,
        '.vscode/mcp.json':
          '{"servers": {"rules": {"command": "node", "args": ["/opt/precept"]}} /* ours */}',
        '.cursor/mcp.json': '{"mcpServers": {',
        '.zed/settings.json': '{"context_servers": {"other": {"command": "x"}}}',
      },
      {
        homeFiles: { '.codex/config.toml': '[mcp_servers.precept]\nurl = "https://rules.example.com/mcp"\n' },
      },
    );
    expect(code).toBe(0);
    expect(lines).toContain('ok clients: VS Code has the entry "rules" in .vscode/mcp.json');
    expect(lines).toContain('ok clients: Codex has the entry "precept" in ~/.codex/config.toml');
    expect(lines.join('\n')).toMatch(
      /warn clients: Cursor cannot read \.cursor\/mcp\.json: line 1, column \d+/,
    );
    expect(lines.join('\n')).not.toContain('Zed');
    const none = await examine(without);
    expect(none.lines).toContain('warn clients: no client of this project or person starts Precept');
  });

  it('changes nothing', async () => {
    const shop = await project({ ...good, '.precept/rules/bad/commandments.yml': broken });
    const before = await shop.files();
    await shop.precept('doctor');
    expect(await shop.files()).toEqual(before);
  });

  it('fails on a Node.js that is too old, and is wrong usage for another format', async () => {
    const { folder, precept } = await project(good);
    const { precept: commandLine } = await import('../cli/command-line.ts');
    const old = await commandLine(['doctor'], { cwd: folder, node: '18.20.1' });
    expect(old.code).toBe(1);
    expect(old.stdout).toMatch(
      /^fail {2}program: .* on Node\.js 18\.20\.1\n {6}Install Node\.js 20 or newer\.$/m,
    );
    expect((await precept('doctor', '--format', 'yaml')).code).toBe(2);
  });
});

it('shows many findings of one kind as a few and how many more', async () => {
  const empty = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`.precept/rules/empty-${at}/`, '']));
  const run = async (files: Readonly<Record<string, string>>) =>
    (await (await project({ ...good, ...files }, {})).precept('doctor')).stdout;
  const many = await run(empty(1200));
  expect(many.match(/is a scope without a file of rules/g)).toHaveLength(3);
  expect(many).toContain('\n      And 1,197 more like these; --format json has all.\n');
  expect(many).toContain('0 failures, 12');
  expect((await run(empty(5))).match(/is a scope without a file of rules/g)).toHaveLength(5);
});
