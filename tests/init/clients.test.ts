import { chmod, readdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { contentKinds } from '../../src/guidance/content-files.ts';
import { precept } from '../cli/command-line.ts';
import { hasLinks, hasModes, system } from '../support/system.ts';
import { type Project, project } from './project.ts';

/** Each content file but waivers.yml, with all their schemas, settings.yml with its own, the schema of tests.yml, and .gitignore. */
const keptFiles = 2 * contentKinds.length + 4;

type Data = Record<string, Record<string, unknown>>;

const npx = { command: 'npx', args: ['-y', 'precept-mcp', '--watch'] };
const other = { command: 'other', args: ['serve'] };

const local = { type: 'local', command: ['npx', '-y', 'precept-mcp', '--watch'] };

/** Each client: its file, the key of its servers, and what it wants to be told. */
const clients = [
  { client: 'claude', file: '.mcp.json', key: 'mcpServers', entry: npx },
  { client: 'cursor', file: '.cursor/mcp.json', key: 'mcpServers', entry: npx },
  { client: 'vscode', file: '.vscode/mcp.json', key: 'servers', entry: { type: 'stdio', ...npx } },
  { client: 'gemini', file: '.gemini/settings.json', key: 'mcpServers', entry: npx },
  { client: 'zed', file: '.zed/settings.json', key: 'context_servers', entry: npx },
  { client: 'codex', file: '.codex/config.toml', key: 'mcp_servers', entry: npx },
  { client: 'copilot', file: '.github/mcp.json', key: 'mcpServers', entry: npx },
  { client: 'qwen', file: '.qwen/settings.json', key: 'mcpServers', entry: npx },
  { client: 'opencode', file: 'opencode.json', key: 'mcp', entry: local },
] as const;

/** Clients whose file may hold no comments. */
const strict: readonly string[] = ['claude', 'copilot'];

/** Strict where the client is: only comments in files that may have them. */
function parse(file: string, text: string): Data {
  if (file.endsWith('.toml')) return parseToml(text) as Data;
  return file === '.mcp.json' ? JSON.parse(text) : parseJsonc(text, [], { allowTrailingComma: true });
}

const write = (shop: Project, client: string, ...more: string[]) =>
  shop.precept('init', '--client', client, '--write', ...more);
/** Clients that keep hooks in the file of their servers. */
const plain = ['--no-hooks'];

describe.each(clients)('precept init --client $client', ({ client, file, key, entry }) => {
  it('prints its configuration, and nothing else on stdout', async () => {
    const shop = await project();
    const { code, stdout, stderr } = await shop.precept('init', '--client', client);
    expect(code).toBe(0);
    expect(parse(file, stdout)).toEqual({ [key]: { precept: entry } });
    expect(stderr).toContain(file);
    expect(Object.keys(await shop.files()).filter((name) => !name.startsWith('.precept/'))).toEqual([]);
  });

  it('writes its file, and leaves its own entry alone the next time', async () => {
    const shop = await project();
    const first = await write(shop, client, ...plain);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain(`created  ${file}\n`);
    const text = await shop.read(file);
    expect(parse(file, text)).toEqual({ [key]: { precept: entry } });
    const second = await write(shop, client, ...plain);
    expect(second.stdout).toMatch(/^(?:kept {5}\S.*\n){3}$/);
    expect(second.stdout).toContain(`kept     ${keptFiles} files of .precept  (they exist)\n`);
    expect(second.stdout).toContain(`kept     ${file}  (its entry "precept" is left alone)\n`);
    expect(await shop.read(file)).toBe(text);
  });

  it('adds to a file with other servers and keeps all that it holds', async () => {
    const isToml = file.endsWith('.toml');
    const comment = strict.includes(client) ? '' : '\t// of the team, do not remove\r\n';
    const before = isToml
      ? '# of the team, do not remove\r\nmodel = "large" # why\r\n\r\n[mcp_servers.other]\r\ncommand = "other"\r\nargs = ["serve"]\r\n\r\n[profiles.x]\r\nday = 2026-01-02'
      : `{\r\n${comment}\t"theme": "dark",\r\n\t"${key}": {\r\n\t\t"other": { "command": "other", "args": ["serve"] }\r\n\t}\r\n}`;
    const shop = await project({ [file]: before });
    const outcome = await write(shop, client, ...plain);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stdout).toContain(`changed  ${file}  (added "precept")\n`);
    const after = await shop.read(file);
    const known = parse(file, before);
    expect(parse(file, after)).toEqual({ ...known, [key]: { ...known[key], precept: entry } });
    expect(known[key]).toEqual({ other });
    for (const line of before.split('\r\n')) expect(after).toContain(line);
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    if (!isToml) expect(after).toContain('\r\n\t\t"precept": {');
    expect((await readdir(path.dirname(path.join(shop.folder, file)))).join()).not.toContain('.tmp');
  });

  it('names a broken file and leaves it as it is', async () => {
    const broken = file.endsWith('.toml') ? '[mcp_servers\nx = 1\n' : `{\n  "${key}": {,\n`;
    const shop = await project({ [file]: broken });
    const { code, stderr } = await write(shop, client);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^precept: \S+ cannot be added to and is left as it is: line \d+, column \d+: .*; or fix it and add this by hand:\n[{[][\s\S]*"?precept/m,
    );
    expect(stderr).toContain(file);
    expect(await shop.read(file)).toBe(broken);
  });

  it('refuses servers that are no mapping', async () => {
    const text = file.endsWith('.toml') ? `${key} = [1]\n` : `{"${key}": []}`;
    const shop = await project({ [file]: text });
    const { code, stderr } = await write(shop, client);
    expect(code).toBe(1);
    expect(stderr).toContain(`its "${key}" is no mapping`);
    expect(await shop.read(file)).toBe(text);
  });

  it('leaves an entry of another name that starts Precept alone', async () => {
    const known = { [key]: { rules: { command: 'npx', args: ['precept-mcp@0.1.0'] } } };
    const text = file.endsWith('.toml')
      ? `[${key}.rules]\ncommand = "npx"\nargs = ["precept-mcp@0.1.0"]\n`
      : JSON.stringify(known);
    const shop = await project({ [file]: text });
    expect((await write(shop, client, ...plain)).stdout).toContain('(its entry "rules" is left alone)');
    expect(await shop.read(file)).toBe(text);
  });

  it('adds the first server beside what else there is', async () => {
    const isToml = file.endsWith('.toml');
    const before = isToml ? 'model = "large"\n' : '{"theme": "dark"}\n';
    const shop = await project({ [file]: before });
    expect(await write(shop, client, ...plain)).toMatchObject({ code: 0 });
    const after = await shop.read(file);
    expect(parse(file, after)).toEqual({ ...parse(file, before), [key]: { precept: entry } });
    const none = isToml ? `[${key}]\n` : `{\n    "${key}": {}\n}\n`;
    const empty = await project({ [file]: none });
    expect(await write(empty, client, ...plain)).toMatchObject({ code: 0 });
    expect(parse(file, await empty.read(file))).toEqual({ [key]: { precept: entry } });
  });

  it('fills an empty file', async () => {
    const shop = await project({ [file]: '' });
    // An empty file is no JSON, and Claude Code takes nothing else: still there is nothing in it to lose.
    expect(await write(shop, client, ...plain)).toMatchObject({ code: 0 });
    expect(parse(file, await shop.read(file))).toEqual({ [key]: { precept: entry } });
  });
});

describe('precept init --write', () => {
  it('works in the built program, for JSON and TOML', async () => {
    const shop = await project({
      '.vscode/mcp.json': '{\n  "servers": {\n    "a": {"url": "x"}, // why\n  },\n}\n',
    });
    expect(await shop.run('init', '--client', 'vscode', '--write')).toMatchObject({ code: 0 });
    expect(await shop.read('.vscode/mcp.json')).toMatchInlineSnapshot(`
      "{
        "servers": {
          "a": {"url": "x"}, // why
          "precept": {
            "type": "stdio",
            "command": "npx",
            "args": [
              "-y",
              "precept-mcp",
              "--watch"
            ]
          },
        },
      }
      "
    `);
    expect(await shop.run('init', '--client', 'codex', '--write')).toMatchObject({ code: 0 });
    const args = '"-y", "precept-mcp", "--watch"';
    const command =
      system === 'win32' ? `"cmd"\nargs = [ "/c", "npx", ${args} ]` : `"npx"\nargs = [ ${args} ]`;
    expect(await shop.read('.codex/config.toml')).toBe(`[mcp_servers.precept]\ncommand = ${command}\n`);
  });

  it('refuses what it cannot add to safely, with the text to paste', async () => {
    const inline = 'mcp_servers = { other = { command = "other" } }\n';
    const twice = '{"servers": {"a": {"command": "a"}}, "servers": {"b": {"command": "b"}}}';
    const shop = await project({ '.codex/config.toml': inline, '.vscode/mcp.json': twice });
    const codex = await write(shop, 'codex');
    expect(codex.code).toBe(1);
    expect(codex.stderr).toContain('\n[mcp_servers.precept]\ncommand = "npx"');
    expect(await shop.read('.codex/config.toml')).toBe(inline);
    const vscode = await write(shop, 'vscode');
    expect(vscode.code).toBe(1);
    expect(await shop.read('.vscode/mcp.json')).toBe(twice);
  });

  it('takes a comment in .mcp.json as the mistake that it is for Claude Code', async () => {
    const text = '{\n  // servers\n  "mcpServers": {}\n}\n';
    const shop = await project({ '.mcp.json': text });
    const { code, stderr } = await write(shop, 'claude');
    expect(code).toBe(1);
    expect(stderr).toContain('.mcp.json cannot be added to');
    expect(await shop.read('.mcp.json')).toBe(text);
  });

  it.runIf(hasLinks)('says so where its file is a link that leads nowhere', async () => {
    const shop = await project();
    await symlink('gone.json', path.join(shop.folder, '.mcp.json'));
    const { code, stderr } = await write(shop, 'claude');
    expect(code).toBe(1);
    expect(stderr).toContain('.mcp.json is a link that leads nowhere; remove it');
  });

  it('keeps the mode and the byte order mark of a file', async () => {
    const shop = await project({ '.mcp.json': '\uFEFF{"mcpServers": {}}\n' });
    const file = path.join(shop.folder, '.mcp.json');
    await chmod(file, 0o660);
    expect(await write(shop, 'claude')).toMatchObject({ code: 0 });
    if (hasModes) expect((await stat(file)).mode & 0o777).toBe(0o660);
    const text = await shop.read('.mcp.json');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(JSON.parse(text.slice(1))).toEqual({ mcpServers: { precept: npx } });
  });

  it.each([
    ['claude', true],
    ['cursor', true],
    ['codex', true],
    ['zed', true],
    ['copilot', true],
    ['vscode', false],
    ['gemini', false],
  ])('starts npx for %s on Windows through cmd: %s', async (client, throughCmd) => {
    const { folder } = await project();
    const { stdout } = await precept(['init', '--client', client], { cwd: folder, platform: 'win32' });
    const { file, key } = clients.find((row) => row.client === client) ?? clients[0];
    const wrapped = { command: 'cmd', args: ['/c', 'npx', '-y', 'precept-mcp', '--watch'] };
    expect(parse(file, stdout)[key]?.precept).toMatchObject(throughCmd ? wrapped : npx);
  });

  it('is wrong usage without a client, or with one that nobody knows', async () => {
    const shop = await project();
    const without = await shop.precept('init', '--write');
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('--write goes with --client');
    const unknown = await shop.precept('init', '--client', 'curser');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('did you mean "cursor"?');
    const elsewhere = await shop.precept('init', '--rules-path', 'elsewhere');
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toContain('takes no --rules-path');
    expect(await shop.files()).toEqual({});
  });
});
