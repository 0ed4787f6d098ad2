import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { precept } from './command-line.ts';

const commands = ['index', 'reload', 'rules', 'scopes', 'serve', 'show'];
let rules: string;
beforeAll(async () => {
  rules = await tempFolder({ 'good/commandments.yml': 'a:\n  ruleset: [One]\n' });
});

describe('help and version', () => {
  it('precept on a terminal says what to type first', async () => {
    const { code, stdout, stderr, started } = await precept([], { terminal: true, env: { NO_COLOR: '1' } });
    expect({ code, stderr, started }).toEqual({ code: 0, stderr: '', started: [] });
    expect(stdout).toMatch(/precept init.*"precept --help" lists all commands/s);
  });

  it.each([[['--help']], [['-h']], [['help']]])('precept %j on a terminal prints help', async (argv) => {
    const { code, stdout, stderr, started } = await precept(argv, {
      terminal: true,
      env: { NO_COLOR: '1' },
    });
    expect({ code, stderr, started }).toEqual({ code: 0, stderr: '', started: [] });
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^ +precept ${command}\\b`, 'm'));
    expect(stdout).toContain('Serve MCP over stdio');
    expect(stdout).toMatch(
      /^ {2}precept rules \[scope_name\] +Show the rules of a scope, as agents get them$/m,
    );
    expect(stdout).toMatch(/^ {2}--watch +Serve changed rules without a reload$/m);
    expect(stdout).not.toContain('#0');
  });

  it.each(commands)('precept %s --help tells about that command', async (command) => {
    for (const flag of ['--help', '-h']) {
      const { code, stdout, stderr, started } = await precept([command, flag]);
      expect({ code, stderr, started }).toEqual({ code: 0, stderr: '', started: [] });
      expect(stdout).toContain(`$ precept ${command}`);
      expect(stdout).toContain('--rules-path');
      if (command === 'rules') expect(stdout).toMatch(/--categories[\s\S]*--debug/);
      const descriptions = [...stdout.matchAll(/^ {2}-\S+(?: <value>)? {2,}(?=\S)/gm)].map(
        ([start]) => start.length,
      );
      expect(new Set(descriptions).size).toBe(1);
      expect(stdout).toContain('--rules-path <value>');
      if (command === 'serve') expect(stdout).toContain('--port');
    }
  });

  it.each([
    ['rules good --help', '$ precept rules'],
    ['rules good --format json -h', '$ precept rules'],
    ['-r x kata good name --help', '$ precept kata'],
    ['tenka validation good --help', '$ precept tenka validation'],
    ['tenka --help', 'precept tenka stories'],
    ['feedback -h', 'precept feedback list'],
  ])('precept %s tells about it, arguments or none', async (line, told) => {
    const { code, stdout, stderr } = await precept(line.split(' '));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(told);
  });

  it('help on a command that does not exist is wrong usage', async () => {
    const { code, stderr } = await precept(['nope', '--help']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no command "nope"');
  });

  it.each(['--version', '-v', 'version'])('precept %s prints the version', async (flag) => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await precept([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '', started: [] });
  });
});

describe('servers', () => {
  it.each([
    { argv: ['-r', 'x'], flags: { rules_path: 'x' }, http: false },
    {
      argv: ['--config=y.yml', '--log-level', 'debug'],
      flags: { config: 'y.yml', log_level: 'debug' },
      http: false,
    },
    { argv: ['--http'], flags: {}, http: true },
    { argv: ['--http', '8123'], flags: { http_port: '8123' }, http: true },
    {
      argv: ['--http', 'localhost:0', '-r', 'x'],
      flags: { rules_path: 'x', http_host: 'localhost', http_port: '0' },
      http: true,
    },
    { argv: ['--http=[::1]:80'], flags: { http_host: '::1', http_port: '80' }, http: true },
  ])('precept $argv serves stdio', async ({ argv, flags, http }) => {
    const { started, ...printed } = await precept(argv, { served: 7 });
    expect(printed).toEqual({ code: 7, stdout: '', stderr: '' });
    expect(started).toEqual([{ server: 'stdio', flags, http }]);
  });

  it('precept serve listens', async () => {
    const argv = ['serve', '--host', '0.0.0.0', '--port', '0', '-r', 'x'];
    expect((await precept(argv)).started).toEqual([
      { server: 'serve', flags: { http_host: '0.0.0.0', http_port: '0', rules_path: 'x' } },
    ]);
    expect((await precept(['serve'])).started).toEqual([{ server: 'serve', flags: {} }]);
  });
});

describe('wrong usage', () => {
  it.each([
    { argv: ['ruels', 'good'], says: /"ruels"; did you mean "rules"\?/ },
    { argv: ['scope'], says: /"scope"; did you mean "scopes"\?/ },
    { argv: ['RULES', 'good'], says: /"RULES"; did you mean "rules"\?/ },
    { argv: ['lnit'], says: /"lnit"; did you mean "init" or "lint"\?/ },
    { argv: ['coverage'], says: /"coverage"; did you mean "tenka coverage"\?/ },
    {
      argv: ['mcp'],
      says: /"mcp"; "precept" without a command is the MCP server \(stdio\), and "precept serve" is the one over HTTP$/,
    },
    { argv: ['start', '--watch'], says: /"start"; "precept" without a command is the MCP server/ },
    {
      argv: ['rules', '--scope', 'shop'],
      says: /no flag --scope; the scope is the first argument: precept rules shop$/,
    },
    {
      argv: ['explain', '--scope-name=shop'],
      says: /no flag --scope-name; the scope is the first argument: precept explain shop$/,
    },
    { argv: ['something-else-entirely'], says: /"something-else-entirely"$/ },
    { argv: [''], says: /""/ },
    { argv: ['rules'], says: /argument/ },
    { argv: ['show'], says: /argument/ },
    { argv: ['rules', 'good', 'more'], says: /"more"/ },
    { argv: ['scopes', 'more'], says: /"more"/ },
    { argv: ['serve', 'more'], says: /"more"/ },
    { argv: ['rules', 'good', '--colour'], says: /"precept rules" has no flag --colour$/ },
    {
      argv: ['rules', 'good', '--category', 'a'],
      says: /"precept rules" has no flag --category; did you mean --categories\?$/,
    },
    {
      argv: ['lint', '--cache-ttl-second=1'],
      says: /no flag --cache-ttl-second; did you mean --cache-ttl-seconds\?$/,
    },
    {
      argv: ['rules', 'shop', 'api'],
      says: /takes no argument "api"; for a category, write --categories api$/,
    },
    {
      argv: ['explain', 'shop', 'answer', 'errors', 'as'],
      says: /takes no argument "errors"; put a text of several words in quotes$/,
    },
    { argv: ['init', 'shop'], says: /"precept init" takes no argument "shop"$/ },
    { argv: ['tenka', 'validation'], says: /"precept tenka validation" needs the argument <scope_name>$/ },
    { argv: ['rules', 'good', '-x'], says: /-x/ },
    { argv: ['--no-such-flag'], says: /--no-such-flag/ },
    {
      argv: ['rules', 'good', '--debug=maybe'],
      says: /--debug takes no value, but "--debug=maybe" gives one$/,
    },
    { argv: ['scopes', '--categories', 'a'], says: /--categories/ },
    { argv: ['rules', 'good', '--format', 'xml'], says: /--format .*markdown, json, yaml.*"xml"/ },
    { argv: ['rules', 'good', '--format', 'JSON'], says: /--format .*markdown, json, yaml.*"JSON"/ },
    { argv: ['rules', 'good', '--format='], says: /--format .*markdown, json, yaml/ },
    { argv: ['rules', 'good', '--format'], says: /--format needs a value$/ },
    { argv: ['--config'], says: /--config needs a value$/ },
    { argv: ['-r'], says: /-r needs a value$/ },
  ])('is refused with exit code 2: precept $argv', async ({ argv, says }) => {
    const { code, stdout, stderr, started } = await precept(argv, { env: { PRECEPT_RULES_PATH: rules } });
    expect({ code, stdout, started }).toEqual({ code: 2, stdout: '', started: [] });
    const [first = '', ...rest] = stderr.trimEnd().split('\n');
    expect(first).toMatch(/^precept: /);
    expect(first).toMatch(says);
    const known = ['rules', 'show', 'explain', 'scopes', 'serve', 'lint', 'init'].find(
      (command) => command === argv[0],
    );
    const help =
      argv[0] === 'tenka' ? 'tenka validation --help' : known === undefined ? '--help' : `${known} --help`;
    expect(rest).toEqual([expect.stringContaining(`Run "precept ${help}" for `)]);
  });

  // Finding: a flag before the command hides that the command does not exist.
  it('suggests a command also after flags', async () => {
    const { code, stderr } = await precept(['-r', rules, 'ruels', 'good']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/"ruels"; did you mean "rules"\?/);
  });

  // Finding: which argument is missing is not said.
  it('names the argument that is missing', async () => {
    expect((await precept(['rules'])).stderr).toMatch(/scope/);
  });
});

describe('flags before the command', () => {
  it('are read', async () => {
    const { code, stdout } = await precept(['-r', rules, 'rules', 'good']);
    expect(code).toBe(0);
    expect(stdout).toContain('**MUST**: One');
  });

  // Finding: --help and --version count as the first word only.
  it('do not keep --version and --help from being seen', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect((await precept(['-r', rules, '--version'])).stdout).toBe(`${version}\n`);
    expect((await precept(['-r', rules, '--help'])).stdout).toContain('precept rules');
  });
});
