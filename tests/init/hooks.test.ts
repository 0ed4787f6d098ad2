import { parse as parseJsonc } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { hookCommand } from '../../src/setup/hook-command.ts';
import { precept } from '../cli/command-line.ts';
import { system } from '../support/system.ts';
import { type Project, project } from './project.ts';

const init = (shop: Project, clients: string, ...more: string[]) =>
  shop.precept('init', '--client', clients, '--write', ...more);
const parse = (text: string) => parseJsonc(text, [], { allowTrailingComma: true });

type Handler = Readonly<Record<string, unknown>>;
type Entry = Handler & { readonly matcher?: string; readonly hooks?: readonly Handler[] };
type Hooks = Readonly<Record<string, readonly Entry[]>>;

const npx = (client: string, event: string) => `npx -y precept-mcp hook ${event} --client ${client}`;

/** Each client: its file of hooks, the events in it, what gives a second, and whether its handlers are in lists of their own. */
const clients = [
  ['claude', '.claude/settings.json', ['SessionStart', 'SubagentStart', 'PreToolUse'], 'timeout', 1, true],
  ['codex', '.codex/hooks.json', ['SessionStart', 'SubagentStart', 'PreToolUse'], 'timeout', 1, true],
  ['cursor', '.cursor/hooks.json', ['sessionStart', 'postToolUse'], 'timeout', 1, false],
  ['gemini', '.gemini/settings.json', ['SessionStart', 'AfterTool'], 'timeout', 1000, true],
  [
    'copilot',
    '.github/hooks/precept.json',
    ['sessionStart', 'subagentStart', 'postToolUse'],
    'timeoutSec',
    1,
    false,
  ],
  ['qwen', '.qwen/settings.json', ['SessionStart', 'SubagentStart', 'PostToolUse'], 'timeout', 1000, true],
] as const;

describe.each(clients)('the hooks of %s', (client, file, events, key, second, isNested) => {
  it('are set up in its own form, and a second time not a byte changes', async () => {
    const shop = await project();
    const first = await init(shop, client);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(new RegExp(`(?:created|changed) {2}${file.replaceAll('.', '\\.')}`));
    const files = await shop.files();
    const data = parse(files[file] ?? '') as { readonly version?: number; readonly hooks: Hooks };
    expect(Object.keys(data.hooks)).toEqual(events);
    expect(data.version).toBe(isNested ? undefined : 1);
    for (const event of events) {
      const [entry, ...others] = data.hooks[event] ?? [];
      expect(others).toEqual([]);
      const handler = isNested ? entry?.hooks?.[0] : entry;
      const isStart = /start$/i.test(event);
      expect(handler?.command).toBe(npx(client, event));
      expect(handler?.[key]).toBe((isStart ? 30 : 5) * second);
      expect(entry?.matcher === undefined).toBe(isStart);
    }
    expect(await init(shop, client)).toMatchObject({ code: 0 });
    expect(await shop.files()).toEqual(files);
  });

  it('are added to what others have there, and comments stay', async () => {
    const [event] = events;
    const other = { command: 'other hook', ...(client === 'copilot' && { type: 'command' }) };
    const own = JSON.stringify(isNested ? { hooks: [{ type: 'command', ...other }] } : other);
    const before = `{\n  // of the team\n  "hooks": {\n    "${event}": [\n      ${own}\n    ],\n    "Stop": []\n  }\n}\n`;
    const shop = await project({ [file]: before });
    expect(await init(shop, client)).toMatchObject({ code: 0 });
    const after = await shop.read(file);
    for (const line of ['// of the team', own, '"Stop": []']) expect(after).toContain(line);
    const { hooks } = parse(after) as { readonly hooks: Hooks };
    expect(hooks[event]?.[0]).toEqual(JSON.parse(own));
    expect(JSON.stringify(hooks[event]?.[1])).toContain(npx(client, event));
  });

  it('are left out by --no-hooks', async () => {
    const shop = await project();
    expect(await init(shop, client, '--no-hooks')).toMatchObject({ code: 0 });
    expect(JSON.stringify(await shop.files())).not.toContain('precept-mcp hook');
  });

  it('of a broken file are told of, and it is left as it is', async () => {
    const broken = '{"hooks": [';
    const shop = await project({ [file]: broken });
    const { code, stderr } = await init(shop, client);
    expect(code).toBe(1);
    expect(stderr).toContain(`${file} cannot be added to and is left as it is: line 1, column `);
    expect(stderr).toMatch(/add this by hand:\n\{\n/);
    expect(await shop.read(file)).toBe(broken);
    expect(await shop.read('AGENTS.md').catch(() => shop.read('GEMINI.md'))).toContain('find_guidance');
  });
});

describe('precept init for several clients', () => {
  it('writes servers, hooks and one pointer for all of them in one run of the built program', async () => {
    const shop = await project();
    const { code, stdout } = await shop.run('init', '--client', 'claude,cursor,codex', '--write');
    expect(code).toBe(0);
    const written = ['.mcp.json', '.cursor/mcp.json', '.codex/config.toml', 'AGENTS.md'];
    const hooks = ['.claude/settings.json', '.cursor/hooks.json', '.codex/hooks.json'];
    for (const file of [...written, ...hooks]) expect(stdout).toContain(`created  ${file}\n`);
    expect(stdout.split('AGENTS.md')).toHaveLength(2);
    const files = await shop.files();
    expect(await shop.run('init', '--client', 'codex,cursor,claude', '--write')).toMatchObject({ code: 0 });
    expect(await shop.files()).toEqual(files);
  });

  it('prints each configuration without --write', async () => {
    const shop = await project();
    const { code, stdout, stderr } = await shop.precept('init', '--client', 'claude,vscode');
    expect(code).toBe(0);
    expect(stdout).toMatch(/"mcpServers"[\s\S]*"servers"/);
    expect(stderr).toMatch(/\.mcp\.json[\s\S]*\.vscode\/mcp\.json/);
  });

  it('writes the others where one file is broken', async () => {
    const shop = await project({ '.mcp.json': '{' });
    const { code, stderr } = await init(shop, 'claude,cursor');
    expect(code).toBe(1);
    expect(stderr).toContain('.mcp.json cannot be added to');
    expect(await shop.read('.cursor/mcp.json')).toContain('precept-mcp');
    expect(await shop.read('.claude/settings.json')).toContain(npx('claude', 'PreToolUse'));
  });

  it('is wrong usage with a client that nobody knows among them', async () => {
    const shop = await project();
    const { code, stderr } = await init(shop, 'claude,curser');
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "cursor"?');
    expect(await shop.files()).toEqual({});
  });
});

describe('what clients start', () => {
  it.each([
    [
      ['--package-version', '1.2.3'],
      ['npx', '-y', 'precept-mcp@1.2.3', '--watch'],
      'npx -y precept-mcp@1.2.3',
    ],
    [['--command', 'precept'], ['precept', '--watch'], 'precept'],
    [['--command', 'guidance --of acme'], ['guidance', '--of', 'acme', '--watch'], 'guidance --of acme'],
    [
      ['--command', 'node "/opt/my tools/precept/dist/main.js" --config /etc/p.yml'],
      ['node', '/opt/my tools/precept/dist/main.js', '--config', '/etc/p.yml', '--watch'],
      "node '/opt/my tools/precept/dist/main.js'",
    ],
  ])('is what %j names, in the entry and in the hooks', async (flags, words, start) => {
    const shop = await project();
    expect(await init(shop, 'claude', ...flags)).toMatchObject({ code: 0 });
    const { command, args } = parse(await shop.read('.mcp.json')).mcpServers.precept;
    expect([command, ...args]).toEqual(words);
    const { hooks } = parse(await shop.read('.claude/settings.json')) as { readonly hooks: Hooks };
    const settings = words.includes('--config') ? ' --config /etc/p.yml' : '';
    expect(hooks.PreToolUse?.[0]?.hooks?.[0]?.command).toBe(
      `${start} hook PreToolUse --client claude${settings}`,
    );
  });

  it.each([
    ['claude', '.mcp.json', '.claude/settings.json'],
    ['codex', '.codex/config.toml', '.codex/hooks.json'],
  ])(
    'replaces what Precept itself wrote for %s, and no entry that somebody changed',
    async (client, server, hooks) => {
      const fresh = await project();
      await init(fresh, client, '--command', 'precept');
      const shop = await project();
      await init(shop, client);
      const written = await shop.read(server);
      const { stdout, stderr } = await init(shop, client, '--command', 'precept');
      expect(stdout).toContain(`changed  ${server}  (replaced "precept")`);
      expect(stderr).not.toContain('not start what you asked for');
      expect(await shop.files()).toEqual(await fresh.files());

      const changed = written.replace('"--watch"', '"--watch", "--debug"');
      const theirs = await project({ [server]: changed, [hooks]: '{}' });
      expect((await init(theirs, client, '--command', 'precept')).stderr).toContain(
        'does not start what you',
      );
      expect(await theirs.read(server)).toBe(changed);
    },
  );

  it('in hooks is what an entry that was there starts', async () => {
    const entry = { command: 'cmd', args: ['/c', 'npx', '-y', 'precept-mcp@0.9.0', '--watch'] };
    const shop = await project({ '.mcp.json': JSON.stringify({ mcpServers: { rules: entry } }) });
    const { stdout } = await init(shop, 'claude');
    expect(stdout).toContain('(its entry "rules" is left alone)');
    expect(await shop.read('.claude/settings.json')).toContain(
      '"npx -y precept-mcp@0.9.0 hook SessionStart --client claude"',
    );
    const { stderr } = await init(shop, 'claude', '--package-version', '1.0.0');
    expect(stderr).toContain('The entry "rules" of .mcp.json does not start what you asked for');
    expect(stderr).toContain('Hooks in .claude/settings.json do not start what you asked for');
  });

  it.each([
    [['--package-version', '1; rm -rf /'], '--package-version takes a version or tag'],
    [['--command', ''], '--command takes the words that start Precept'],
    [['--command', 'node "x'], '--command takes the words that start Precept'],
    [['--command', 'precept', '--package-version', '1.0.0'], 'give one of them'],
  ])('is wrong usage as %j', async (flags, says) => {
    const shop = await project();
    const { code, stderr } = await init(shop, 'claude', ...flags);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
    expect(await shop.files()).toEqual({});
  });

  it('starts a hook that answers, with the real program', async () => {
    const shop = await project();
    const main = new URL('../../dist/main.js', import.meta.url).pathname;
    await shop.run('init', '--client', 'claude', '--write', '--command', `node ${main}`);
    const { hooks } = parse(await shop.read('.claude/settings.json')) as { readonly hooks: Hooks };
    const command = String(hooks.SessionStart?.[0]?.hooks?.[0]?.command);
    if (system !== 'win32') expect(command).toBe(`node ${main} hook SessionStart --client claude`);
  });
});

describe('a hook on Windows', () => {
  const written = (...[command, ...args]: readonly string[]) =>
    hookCommand({ command, args }, 'PreToolUse', 'codex', 'win32');
  const hook = 'hook PreToolUse --client codex';

  it.each([
    [['cmd', '/c', 'npx', '-y', 'precept-mcp@1.2.3'], `npx -y precept-mcp@1.2.3 ${hook}`],
    [['node', 'C:\\my tools\\main.js'], `node "C:\\my tools\\main.js" ${hook}`],
    [['precept', '--rules-path', 'C:\\rules\\'], `precept ${hook} --rules-path "C:\\rules\\\\"`],
    [
      ['precept', '--scope', 'a & b|c', '--config', '@x,y'],
      `precept ${hook} --scope "a & b|c" --config "@x,y"`,
    ],
  ])('is one line for cmd, PowerShell and bash: %j', (entry, line) => expect(written(...entry)).toBe(line));

  it.each(['%SECRET%', '$(x)', '`x`', 'a"b', 'a\nb'])('is not written where they disagree: %j', (word) =>
    expect(() => written('precept', '--scope', word)).toThrow('cmd, PowerShell and bash disagree'),
  );

  it('is told of where one of these cannot start it, or no line can', async () => {
    const shop = await project();
    const at = { cwd: shop.folder, home: shop.home, platform: 'win32' };
    const setUp = (client: string, command: string) =>
      precept(['init', '--client', client, '--write', '--command', command], at);
    for (const [client, program] of [
      ['codex', '"C:\\Program Files\\node.exe"'],
      ['claude', 'C:\\node.exe'],
    ] as const)
      expect(await setUp(client, `${program} main.mjs`)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('PowerShell starts no program in quotes, and bash none'),
      });
    const refused = await setUp('cursor', 'node C:\\%USERNAME%\\main.js');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('disagree on %') });
    expect(await shop.files()).not.toHaveProperty(['.cursor/hooks.json']);
  });
});

describe('the pointer', () => {
  it('goes into the file that the client reads, and what that says already is kept with a line on it', async () => {
    const shop = await project({ 'AGENTS.md': '# Ours\n\n- Use tabs\n' });
    const { stdout, stderr } = await init(shop, 'codex,gemini');
    expect(stdout).toContain('changed  AGENTS.md\n');
    expect(stdout).toContain('created  GEMINI.md\n');
    expect(stdout.match(/.*gemini\/settings.*/g)).toEqual(['created  .gemini/settings.json']);
    expect(await shop.read('AGENTS.md')).toMatch(
      /^# Ours\n\n- Use tabs\n\n<!-- precept:begin -->\n.*find_guidance/,
    );
    expect(stderr).toContain(
      'What AGENTS.md said already is kept: "precept import AGENTS.md --scope shop --into --write" makes rules of what was not imported yet; then take out of AGENTS.md what Precept serves.',
    );
    expect(stderr).not.toContain('What GEMINI.md');
    const imported = await shop.precept('import', 'AGENTS.md', '--scope', 'shop', '--into', '--write');
    expect(imported.code).toBe(0);
    expect((await shop.precept('rules', 'shop')).stdout).toContain('Use tabs');
  });

  it('goes into AGENTS.md alone where the other file takes that in', async () => {
    const shop = await project({ 'GEMINI.md': '@AGENTS.md\n' });
    expect((await init(shop, 'gemini')).stdout).toContain('created  AGENTS.md\n');
    expect(await shop.read('GEMINI.md')).toBe('@AGENTS.md\n');
  });

  it('says which file hides it from Zed', async () => {
    const shop = await project({ '.rules': 'Ours\n' });
    expect((await init(shop, 'zed')).stderr).toContain('Zed reads .rules and not AGENTS.md');
  });
});

it('hooks that an earlier version wrote are brought up to date, and those that were changed are kept', async () => {
  const old = (event: string, command: string) => ({ [event]: [{ hooks: [{ type: 'command', command }] }] });
  const own = 'npx -y precept-mcp hook SubagentStart --scope other';
  const before = {
    hooks: { ...old('SessionStart', 'npx -y precept-mcp hook SessionStart'), ...old('SubagentStart', own) },
  };
  const shop = await project({ '.claude/settings.json': JSON.stringify(before, null, 2) });
  expect(await init(shop, 'claude')).toMatchObject({ code: 0 });
  const { hooks } = parse(await shop.read('.claude/settings.json')) as { readonly hooks: Hooks };
  const commands = Object.values(hooks).flatMap((all) =>
    all.flatMap((one) => one.hooks?.map(({ command }) => command)),
  );
  expect(commands).toEqual([npx('claude', 'SessionStart'), own, npx('claude', 'PreToolUse')]);
});
