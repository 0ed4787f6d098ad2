import { chmod, symlink } from 'node:fs/promises';
import path from 'node:path';

/** An installation with one thing wrong. Files are of the project; `{project}` stands for its folder in texts. */
export interface Planted {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly without?: readonly string[];
  readonly homeFiles?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: string;
  /** Commands that are there besides npx and node. */
  readonly programs?: readonly string[];
  /** What files alone cannot do. */
  readonly plant?: (project: string, home: string) => Promise<void>;
  /** The lines that tell of it, 2 at most where nothing else is said. */
  readonly sides?: number;
  /** The line that tells of it, and its cure. */
  readonly line: RegExp;
  readonly cure: RegExp;
}

const settings = (text: string) => ({
  '.precept/settings.yml': `default_scope: shop\nhttp_port: 0\n${text}`,
});
const client = (entry: object, file = '.mcp.json', key = 'mcpServers') => ({
  [file]: JSON.stringify({ [key]: { precept: entry } }),
});

export const planted: readonly Planted[] = [
  {
    name: 'an entry in .claude/settings.json, which Claude Code reads for other things or not at all',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }, '.claude/settings.json'),
    line: /^warn clients: Claude Code reads no servers in \.claude\/settings\.json, which has the entry "precept"$/,
    cure: /^Move it to \.mcp\.json, below "mcpServers"\.$/,
  },
  {
    name: 'an entry in mcp.json, which Claude Code reads for other things or not at all',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }, 'mcp.json'),
    line: /^warn clients: Claude Code reads no servers in mcp\.json, which has the entry "precept"$/,
    cure: /^Move it to \.mcp\.json, below "mcpServers"\.$/,
  },
  {
    name: 'an entry in .claude/mcp.json, which Claude Code reads for other things or not at all',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }, '.claude/mcp.json'),
    line: /^warn clients: Claude Code reads no servers in \.claude\/mcp\.json, which has the entry "precept"$/,
    cure: /^Move it to \.mcp\.json, below "mcpServers"\.$/,
  },
  {
    name: 'an entry below a key in other letters',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }, '.mcp.json', 'mcpservers'),
    line: /^fail clients: Claude Code, the entry "precept" in \.mcp\.json: it is below "mcpservers", which Claude Code does not read$/,
    cure: /^Move it below "mcpServers"\.$/,
  },
  {
    name: 'an entry of Cursor in a file with a point too much',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }, '.cursor/.mcp.json'),
    line: /^warn clients: Cursor reads no servers in \.cursor\/\.mcp\.json, which has the entry "precept"$/,
    cure: /^Move it to \.cursor\/mcp\.json, below "mcpServers"\.$/,
  },
  {
    name: 'an entry of VS Code below the key of others',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }, '.vscode/mcp.json'),
    line: /^fail clients: VS Code, the entry "precept" in \.vscode\/mcp\.json: it is below "mcpServers", which VS Code does not read$/,
    cure: /^Move it below "servers"\.$/,
  },
  {
    name: 'a plugin that does not exist',
    files: settings('enabled_plugins: [./gone.mjs]\n'),
    line: /^fail plugins: \.\/gone\.mjs is left out: it cannot be loaded/,
    cure: /enabled_plugins/,
  },
  {
    name: 'a plugin whose path counts from the project',
    files: { ...settings('enabled_plugins: [.precept/p.mjs]\n'), '.precept/p.mjs': 'export default {};\n' },
    line: /^fail plugins: \.precept\/p\.mjs is left out: it cannot be loaded: a path starts with "\.\/" and counts from the folder of the settings file: write "\.\/p\.mjs"$/,
    cure: /enabled_plugins/,
  },
  {
    name: 'a plugin that is neither a path nor a package',
    files: settings('enabled_plugins: [.other/p.mjs]\n'),
    line: /^fail plugins: \.other\/p\.mjs is left out: .*: "\.other\/p\.mjs" is neither a path nor the name of a package; a path starts with "\.\/"/,
    cure: /enabled_plugins/,
  },
  {
    name: 'a plugin that throws',
    files: { ...settings('enabled_plugins: [./p.mjs]\n'), '.precept/p.mjs': 'throw new Error("no luck");\n' },
    line: /^fail plugins: \.\/p\.mjs is left out: .*no luck/,
    cure: /enabled_plugins/,
  },
  {
    name: 'a plugin whose context throws',
    files: {
      ...settings('enabled_plugins: [./p.mjs]\n'),
      '.precept/p.mjs':
        'export default { name: "p", description: "d", context() { throw new Error("no luck"); } };\n',
    },
    line: /^fail plugins: p \(?.*left out: context failed: no luck/,
    cure: /enabled_plugins/,
  },
  {
    name: 'a plugin that never comes back',
    files: { ...settings('enabled_plugins: [./p.mjs]\n'), '.precept/p.mjs': 'for (;;) {}\n' },
    line: /^fail plugins: the plugin \.precept\/p\.mjs hangs$/,
    cure: /enabled_plugins/,
  },
  {
    name: 'a plugin that ends the program',
    files: { ...settings('enabled_plugins: [./p.mjs]\n'), '.precept/p.mjs': 'process.exit(0);\n' },
    line: /^fail plugins: the plugin \.precept\/p\.mjs ends the program$/,
    cure: /enabled_plugins/,
  },
  {
    name: 'a plugin that prints',
    files: {
      ...settings('enabled_plugins: [./p.mjs]\n'),
      '.precept/p.mjs': 'console.log("hello");\nexport default { name: "p", description: "d" };\n',
    },
    line: /^warn plugins: the plugin \.precept\/p\.mjs writes to standard output$/,
    cure: /standard error/,
  },
  {
    name: 'a pattern of plugins that fits none',
    files: settings('enabled_plugins: [gti.*]\n'),
    line: /^fail plugins: .*no built-in plugin matches "gti\.\*"/,
    cure: /git\.context/,
  },
  {
    name: 'a glob with a misspelt folder',
    files: {
      ...settings(''),
      '.precept/rules/shop/suggestions.yml':
        'a: {when: Now, paths: [src/planer/**, src/planner/**, new/**], ruleset: [Do]}\n',
      'src/planner/x.ts': '',
    },
    line: /^warn rules: the glob "src\/planer\/\*\*" of shop matches no file here$/,
    cure: /^Did you mean "src\/planner\/\*\*"\?$/,
  },
  {
    name: 'a glob of a check with a misspelt folder',
    files: {
      ...settings(''),
      '.precept/rules/shop/suggestions.yml':
        "a: {when: Now, ruleset: [{rule: Do, check: {pattern: x, paths: ['src/planer/**']}}]}\n",
      'src/planner/x.ts': '',
    },
    line: /^warn rules: the glob "src\/planer\/\*\*" of shop matches no file here$/,
    cure: /^Did you mean "src\/planner\/\*\*"\?$/,
  },
  {
    name: 'a glob that names a folder alone',
    files: {
      ...settings(''),
      '.precept/rules/shop/suggestions.yml': 'a: {when: Now, paths: [src/planner], ruleset: [Do]}\n',
      'src/planner/x.ts': '',
    },
    line: /^warn rules: the glob "src\/planner" of shop matches no file here$/,
    cure: /^Did you mean "src\/planner\/\*\*"\?$/,
  },
  {
    name: 'feedback that leads through a file',
    files: { ...settings('feedback_file: .precept/log/feedback.jsonl\n'), '.precept/log': 'a file' },
    line: /^fail files: feedback_file: .*cannot be written: .*log is not a folder/,
    cure: /feedback_file/,
  },
  {
    name: 'a folder where results should go',
    files: { ...settings(''), '.precept/validation.jsonl/': '' },
    line: /^fail files: validation_file: .*it is a folder/,
    cure: /validation_file/,
  },
  {
    name: 'results that are not JSON',
    files: { ...settings(''), '.precept/validation.jsonl': '{"a":1}\nnot json\n' },
    line: /^warn files: validation_file: .* has 1 line that is not JSON/,
    cure: /passed over/,
  },
  {
    name: 'reports that a master refused',
    files: { ...settings(''), '.precept/feedback.jsonl.refused': '{"a":1}\n' },
    line: /^warn files: .*feedback\.jsonl\.refused has 1 report/,
    cure: /Look at them/,
  },
  {
    name: 'TLS that is off',
    files: settings('remote_ssl_verify: false\n'),
    line: /^warn settings: remote_ssl_verify is false/,
    cure: /remote_ssl_ca_bundle/,
  },
  {
    name: 'TLS that is off for all of Node',
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    line: /^warn settings: NODE_TLS_REJECT_UNAUTHORIZED is 0/,
    cure: /remote_ssl_ca_bundle/,
  },
  {
    name: 'a CA bundle that is missing',
    files: settings('remote_ssl_ca_bundle: gone.pem\n'),
    line: /^fail settings: remote_ssl_ca_bundle: gone\.pem cannot be read/,
    cure: /PEM/,
  },
  {
    name: 'a CA bundle that is none',
    files: { ...settings('remote_ssl_ca_bundle: ca.pem\n'), 'ca.pem': 'nothing of the kind' },
    line: /^fail settings: .*ca\.pem holds no certificate/,
    cure: /PEM/,
  },
  {
    name: 'a CA bundle that is cut off inside',
    files: {
      ...settings('remote_ssl_ca_bundle: ca.pem\n'),
      'ca.pem': '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
    },
    line: /^fail settings: .*ca\.pem holds a certificate that cannot be read/,
    cure: /PEM/,
  },
  {
    name: 'an open address without login',
    files: settings('http_host: 0.0.0.0\n'),
    line: /^warn listener: http_host 0\.0\.0\.0 lets other machines in, and nobody has to log in/,
    cure: /auth_issuer_url/,
  },
  {
    name: 'forwarding without a master',
    files: settings('feedback_forward: true\n'),
    line: /^warn settings: feedback_forward is true, and there is no master/,
    cure: /master_server_url/,
  },
  {
    name: 'half of a login',
    files: settings('oidc_issuer_url: http://127.0.0.1:9\n'),
    line: /^warn settings: oidc_issuer_url is set, and oidc_client_id is not/,
    cure: /oidc_client_id/,
  },
  {
    name: 'a secret in the settings file',
    files: settings('oidc_client_secret: hush\n'),
    line: /^warn settings: \.precept\/settings\.yml holds oidc_client_secret/,
    cure: /PRECEPT_OIDC_CLIENT_SECRET/,
  },
  {
    name: 'an issuer that is away',
    files: settings('oidc_issuer_url: http://127.0.0.1:9\noidc_client_id: cli\n'),
    line: /^warn login: oidc_issuer_url: .*127\.0\.0\.1:9 cannot be reached/,
    cure: /address/,
  },
  {
    name: 'an origin with a path',
    files: settings('http_allowed_origins: [https://rules.example.com/app]\n'),
    line: /^warn settings: http_allowed_origins has "https:\/\/rules\.example\.com\/app"/,
    cure: /host and port only/,
  },
  {
    name: 'a proxy that is not used',
    files: settings('oidc_issuer_url: https://issuer.invalid\noidc_client_id: cli\n'),
    env: { HTTPS_PROXY: 'http://proxy.example.com:3128' },
    line: /^warn settings: HTTPS_PROXY is set, but Precept connects .* directly/,
    cure: /proxy/,
    // The issuer cannot be reached without it, and nobody is logged in.
    sides: 3,
  },
  {
    name: 'a setting in another spelling',
    files: settings('rulesPath: rules\n'),
    line: /^warn settings: "rulesPath" is read as a template variable; did you mean the setting rules_path/,
    cure: /Rename/,
  },
  {
    name: 'a setting as other programs call it',
    files: settings('log-levels: info\n'),
    line: /^warn settings: "log-levels" of the settings file is not a setting/,
    cure: /log_level/,
  },
  {
    name: 'a setting two letters off, by the environment',
    env: { PRECEPT_DEFAULTSCOPES: 'shop' },
    line: /^warn settings: PRECEPT_DEFAULTSCOPES is not a setting/,
    cure: /default_scope/,
  },
  {
    name: 'settings in a file of another name',
    files: { '.precept/settings.yaml': 'log_level: info\n' },
    without: ['.precept/settings.yml'],
    line: /^warn settings: \.precept\/settings\.yaml is not read/,
    cure: /settings\.yml/,
  },
  {
    name: 'a rules folder that is a scope',
    files: {
      ...settings('rules_path: .precept/rules/shop\n'),
      '.precept/rules/shop/commandments.yml': 'api:\n  ruleset: [a]\n',
    },
    line: /^fail rules: \.precept\/rules\/shop holds the files of a scope/,
    cure: /the folder around it/,
  },
  {
    name: 'scopes that differ by capitals',
    files: { ...settings(''), '.precept/rules/Shop/commandments.yml': 'api:\n  ruleset: [a]\n' },
    line: /^warn rules: the scopes Shop and shop differ by capitals only/,
    cure: /Rename/,
  },
  {
    name: 'a scope without files',
    files: { ...settings(''), '.precept/rules/empty/': '' },
    line: /^warn rules: \.precept\/rules\/empty is a scope without a file of rules/,
    cure: /commandments\.yml/,
  },
  {
    name: 'a scope that is a link to nowhere',
    plant: (project) => symlink('/nowhere/at/all', path.join(project, '.precept/rules/linked')),
    line: /^fail rules: \.precept\/rules\/linked is a link that leads nowhere/,
    cure: /Remove it/,
  },
  {
    name: 'a file of rules that is a link to nowhere',
    plant: (project) => symlink('/nowhere/at/all', path.join(project, '.precept/rules/shop/katas.yml')),
    line: /^fail rules: .*shop\/katas\.yml is a link that leads nowhere/,
    cure: /Remove it/,
  },
  {
    name: 'a parent that does not exist',
    files: { ...settings(''), '.precept/rules/shop/metadata.yml': 'parent: nobody\n' },
    line: /^(fail|warn) rules: shop\/metadata\.yml has 1 (error|warning)/,
    cure: /nobody/,
  },
  {
    name: 'content with a mistake',
    files: { ...settings(''), '.precept/rules/shop/suggestions.yml': 'api:\n  ruleset:\n    - a: b\n' },
    line: /^fail rules: shop\/suggestions\.yml has 1 error/,
    cure: /Line 3: /,
  },
  {
    name: 'a package that is misspelt',
    files: client({ command: 'npx', args: ['-y', 'precept-mpc'] }),
    line: /^fail clients: .* it starts the package "precept-mpc"/,
    cure: /precept-mcp/,
  },
  {
    name: 'another package than ours',
    files: client({ command: 'npx', args: ['-y', 'precept'] }),
    line: /^fail clients: .* it starts the package "precept"/,
    cure: /precept-mcp/,
  },
  {
    name: 'npx that would ask',
    files: client({ command: 'npx', args: ['precept-mcp'] }),
    line: /^warn clients: .* npx asks before it installs/,
    cure: /"-y"/,
  },
  {
    name: 'a command that does not exist',
    files: client({ command: '/opt/nowhere/precept', args: [] }),
    line: /^fail clients: .* its command "\/opt\/nowhere\/precept" is not found/,
    cure: /PATH/,
  },
  {
    name: 'a command that PATH does not find',
    files: client({ command: 'precept-mcp' }),
    env: { PATH: '/nowhere' },
    line: /^fail clients: .* its command "precept-mcp" is not found/,
    cure: /PATH/,
  },
  {
    name: 'a whole command line as the command',
    files: client({ command: 'npx -y precept-mcp' }),
    env: { PATH: '/nowhere' },
    line: /^fail clients: .* is a whole command line/,
    cure: /"args": \["-y","precept-mcp"\]/,
  },
  {
    name: 'a script that is not there',
    files: client({ command: 'node', args: ['/opt/nowhere/precept/dist/main.js'] }),
    line: /^warn clients: .* its script .* does not exist/,
    cure: /absolute path/,
  },
  {
    name: 'an entry below the key of another client',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }, '.vscode/mcp.json'),
    line: /^fail clients: VS Code, .* it is below "mcpServers"/,
    cure: /"servers"/,
  },
  {
    name: 'a file of a client that is not JSON',
    files: { '.mcp.json': '{"mcpServers": {' },
    line: /^warn clients: Claude Code cannot read \.mcp\.json: line 1/,
    cure: /Fix that file/,
  },
  {
    name: 'two entries of one client',
    files: {
      '.mcp.json': JSON.stringify({
        mcpServers: {
          precept: { command: 'npx', args: ['-y', 'precept-mcp'] },
          rules: { command: 'npx', args: ['-y', 'precept-mcp'] },
        },
      }),
    },
    line: /^warn clients: Claude Code starts Precept 2 times, by "precept" and "rules"/,
    cure: /Keep one/,
  },
  {
    name: 'an entry that is switched off',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'], disabled: true }),
    line: /^warn clients: .* it is switched off/,
    cure: /disabled/,
  },
  {
    name: 'a rules path of a client that does not exist',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp', '--rules-path', '/opt/nowhere'] }),
    line: /^warn clients: .* --rules-path leads to \/opt\/nowhere, which does not exist/,
    cure: /absolute path/,
  },
  {
    name: 'a relative rules path of a client',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp', '-r', '.precept/rules'] }),
    line: /^warn clients: .* -r is the relative path \.precept\/rules/,
    cure: /Write \/.*\.precept\/rules/,
  },
  {
    name: 'a variable of a client that is not allowed',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'], env: { PRECEPT_LOG_LEVEL: 'loud' } }),
    line: /^warn clients: .* PRECEPT_LOG_LEVEL has a value that is not allowed/,
    cure: /error, warn, info, debug/,
  },
  {
    name: 'a variable of a client that is mistyped',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'], env: { PRECEPT_DEFUALT_SCOPE: 'shop' } }),
    line: /^warn clients: .* PRECEPT_DEFUALT_SCOPE is read .*; did you mean PRECEPT_DEFAULT_SCOPE\?/,
    cure: /Rename it/,
  },
  {
    name: 'arguments of a client in one text',
    files: client({ command: 'precept', args: '--watch --http' }),
    line: /^fail clients: .* its args are not a list of texts/,
    cure: /^Write "args": \["--watch","--http"\]\.$/,
  },
  {
    name: 'a flag that does not exist',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp', '--rule-path', '/srv/rules'] }),
    line: /^fail clients: .* it gives the flag --rule-path/,
    cure: /--rules-path/,
  },
  {
    name: 'a path of Windows elsewhere',
    files: client({ command: 'C:\\tools\\precept.cmd' }),
    line: /^fail clients: .* its command "C:\\tools\\precept\.cmd" is not found/,
    cure: /PATH/,
  },
  {
    name: 'npx without a shell on Windows',
    files: client({ command: 'npx', args: ['-y', 'precept-mcp'] }),
    platform: 'win32',
    line: /^fail clients: .* Claude Code cannot start npx on Windows/,
    cure: /"cmd"/,
  },
  ...(['npx.cmd', 'precept', 'precept.cmd', 'precept-mcp'] as const).map((command) => ({
    name: `the script ${command} without a shell on Windows`,
    files: client({ command, args: ['--watch'] }),
    programs: [command],
    platform: 'win32',
    line: new RegExp(`^fail clients: .* Claude Code cannot start ${command} on Windows`),
    cure: /"cmd", "args": \["\/c","(npx|precept(-mcp)?)","--watch"\]/,
  })),
  ...[
    [['/c', 'npx', '-y', 'precept'], /^fail clients: .* it starts the package "precept"/, /precept-mcp/],
    [['/C', 'npx -y precept-mpc'], /^fail clients: .* it starts the package "precept-mpc"/, /precept-mcp/],
    [['/d', '/c', 'npxx', '-y', 'precept-mcp'], /^fail clients: .* "npxx" is not found/, /PATH/],
    [['npx', '-y', 'precept-mcp'], /^fail clients: .* is given nothing to start by \/c/, /"\/c"/],
    [['/c', 'npx', '-y', 'precept-mcp', '--wach'], /^fail clients: .* the flag --wach/, /--watch/],
    [['/c', 'precept', 'serve'], /^fail clients: .* it starts "precept serve"/, /Take it out/],
  ].map(([args, line, cure]) => ({
    name: `behind cmd ${(args as string[]).join(' ')}`,
    files: client({ command: 'cmd', args }),
    programs: ['cmd', 'precept'],
    platform: 'win32',
    line: line as RegExp,
    cure: cure as RegExp,
  })),
  {
    name: 'an address without /mcp',
    files: client({ type: 'http', url: 'https://rules.example.com/' }),
    line: /^warn clients: .* does not end in \/mcp/,
    cure: /\/mcp/,
  },
  {
    name: 'a default scope that does not exist',
    files: { '.precept/settings.yml': 'default_scope: Shopp\nhttp_port: 0\n' },
    line: /^fail rules: default_scope is "Shopp", which does not exist/,
    cure: /shop/,
  },
  {
    name: 'logins that others can read',
    homeFiles: { '.config/precept/credentials.json': '{"version":1,"logins":{}}' },
    plant: (_, home) => chmod(path.join(home, '.config/precept/credentials.json'), 0o644),
    line: /^warn login: .*credentials\.json holds logins, and everybody on this machine may read it/,
    cure: /chmod 600/,
  },
];
