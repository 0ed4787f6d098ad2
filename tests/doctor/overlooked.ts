import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Planted } from './faults.ts';

const settings = (text: string) => ({
  '.precept/settings.yml': `default_scope: shop\nhttp_port: 0\n${text}`,
});
const file = (name: string, text: string) => ({ [`.precept/rules/shop/${name}`]: text });
const npx = { command: 'npx', args: ['-y', 'precept-mcp'] };
const entry = (more: object) => ({
  '.mcp.json': JSON.stringify({ mcpServers: { precept: { ...npx, ...more } } }),
});

/** What platform engineers overlook, thought up without a look at what finds it. */
export const overlooked: readonly Planted[] = [
  {
    name: 'a setting that stands twice',
    files: settings('log_level: info\nlog_level: debug\n'),
    line: /^fail settings: .*line 4, column 1: Map keys must be unique/,
    cure: /Fix it/,
  },
  {
    name: 'rules_path that leads to a file',
    files: settings('rules_path: .precept/rules/shop/commandments.yml\n'),
    line: /^fail settings: .*commandments\.yml is not a folder/,
    cure: /Fix it/,
  },
  {
    name: 'settings that are indented by tabs',
    files: { '.precept/settings.yml': 'default_scope: shop\nhttp_port: 0\nlint:\n\tno-when: off\n' },
    line: /^fail settings: .*line 4, column 1: Tabs are not allowed/,
    cure: /Fix it/,
  },
  {
    name: 'settings in UTF-16',
    plant: (project) =>
      writeFile(path.join(project, '.precept/settings.yml'), Buffer.from('\ufeffhttp_port: 0\n', 'utf16le')),
    line: /^fail settings: .*settings\.yml cannot be read: it is not UTF-8/,
    cure: /Fix it/,
  },
  {
    name: 'settings of two documents',
    files: settings('---\nlog_level: info\n'),
    line: /^fail settings: .*line 3, column 1: a second document starts here/,
    cure: /Fix it/,
  },
  {
    name: 'settings with the marks of a merge in the first line',
    files: { '.precept/settings.yml': '<<<<<<< ours\nhttp_port: 0\n=======\nhttp_port: 0\n>>>>>>> theirs\n' },
    line: /^fail settings: .*line 1, column 1: a merge conflict was left here/,
    cure: /Fix it/,
  },
  {
    name: 'settings with the marks of a merge',
    files: settings('<<<<<<< ours\nlog_level: info\n=======\nlog_level: warn\n>>>>>>> theirs\n'),
    line: /^fail settings: .*line 3, column 1: a merge conflict was left here/,
    cure: /Fix it/,
  },
  {
    name: 'settings with a blank of a web page',
    files: settings('log_level:\u00a0info\n'),
    line: /^fail settings: .*line 3, column 11: YAML reads this blank as a letter: it is U\+00A0/,
    cure: /Fix it/,
  },
  {
    name: 'rules in a repository of another user',
    files: { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/.keep': '', '.git/refs/.keep': '' },
    env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', PATH: process.env.PATH ?? '' },
    line: /^warn rules: answers have no author, date or link to edit: git reads no repository .* run "git config/,
    cure: /as the user who starts Precept/,
  },
  {
    name: 'settings at the top of the project',
    files: { 'settings.yml': 'default_scope: shop\nhttp_port: 0\n' },
    without: ['.precept/settings.yml'],
    line: /^warn settings: settings\.yml sets default_scope, http_port, and is not read/,
    cure: /Move it to \.precept\/settings\.yml/,
  },
  {
    name: 'a variable without PRECEPT_',
    env: { MASTER_SERVER_URL: 'https://rules.example.com' },
    line: /^warn settings: the variable MASTER_SERVER_URL is not read/,
    cure: /PRECEPT_MASTER_SERVER_URL/,
  },
  {
    name: 'a misspelt variable',
    env: { PRECEPT_MASTER_URL: 'https://rules.example.com' },
    line: /^warn settings: PRECEPT_MASTER_URL is not a setting/,
    cure: /master_server_url/,
  },
  {
    name: 'rules of the project that the environment hides',
    files: { ...settings(''), 'other/shop/commandments.yml': 'a: {when: w, ruleset: [b]}\n' },
    env: { PRECEPT_RULES_PATH: 'other' },
    line: /^warn rules: the rules in use are those of other, and \.precept\/rules is not read/,
    cure: /Take out PRECEPT_RULES_PATH/,
  },
  {
    name: 'a submodule that is not checked out',
    files: {
      ...settings('rules_path: guidance\n'),
      'guidance/': '',
      '.gitmodules': '[submodule "g"]\n\tpath = guidance\n',
    },
    without: ['.precept/rules/shop/commandments.yml'],
    plant: (project) => rm(path.join(project, '.precept/rules'), { recursive: true }),
    line: /^fail rules: guidance is empty: it is a git submodule/,
    cure: /git submodule update --init guidance/,
  },
  {
    name: 'rules a folder too deep',
    files: { ...settings(''), '.precept/rules/rules/deep/commandments.yml': 'a: {when: w, ruleset: [b]}\n' },
    line: /^warn rules: rules\/deep has 1 warning/,
    cure: /side by side in the rules folder/,
  },
  {
    name: 'a link that leads to itself',
    plant: (project) => symlink('loop', path.join(project, '.precept/rules/loop')),
    line: /^fail rules: \.precept\/rules\/loop is a link that leads nowhere/,
    cure: /Remove it/,
  },
  {
    name: 'a content file of another ending',
    files: { ...settings(''), ...file('suggestions.yaml', 'a: {ruleset: [b]}\n') },
    line: /^warn rules: shop\/suggestions\.yaml has 1 warning/,
    cure: /Rename it to "suggestions\.yml"/,
  },
  {
    name: 'a content file in capitals',
    files: { ...settings(''), ...file('Suggestions.yml', 'a: {ruleset: [b]}\n') },
    line: /^warn rules: shop\/Suggestions\.yml has 1 warning/,
    cure: /"suggestions\.yml"\? /,
  },
  {
    name: 'a content file with the marks of a merge',
    files: {
      ...settings(''),
      ...file(
        'suggestions.yml',
        'a:\n<<<<<<< ours\n  ruleset: [a]\n=======\n  ruleset: [b]\n>>>>>>> theirs\n',
      ),
    },
    line: /^fail rules: shop\/suggestions\.yml has 1 error/,
    cure: /^Line 2: a merge conflict was left here\. Keep one side/,
  },
  {
    name: 'a content file that is indented by tabs',
    files: { ...settings(''), ...file('suggestions.yml', 'a:\n\truleset: [a]\n') },
    line: /^fail rules: shop\/suggestions\.yml has 1 error/,
    cure: /^Line 2: tabs .* Indent with spaces\. /,
  },
  {
    name: 'a category without ruleset',
    files: { ...settings(''), ...file('suggestions.yml', 'api: [a, b]\n') },
    line: /^warn rules: shop\/suggestions\.yml has 1 warning/,
    cure: /`ruleset`/,
  },
  {
    name: 'a template of the settings that fails',
    files: settings('rules_markdown_prologue: "Ask {{ nobody }}"\n'),
    line: /^fail rules: \.precept\/settings\.yml has 1 error/,
    cure: /^Line 3: "nobody" is not defined/,
  },
  {
    name: 'checks whose results were never imported',
    files: {
      ...settings(''),
      ...file(
        'tenka.yml',
        'tenka: {US1: {who: a, what: b, why: c, acs: {AC1.1: {given: g, when: w, then: t, checks: [{test: x}]}}}}\n',
      ),
    },
    line: /^warn files: 1 check of stories names a test, and no results were imported/,
    cure: /precept tenka import/,
  },
  {
    name: 'feedback that is a folder',
    files: { ...settings(''), '.precept/feedback.jsonl/': '' },
    line: /^fail files: feedback_file: .*cannot be written: it is a folder/,
    cure: /feedback_file/,
  },
  {
    name: 'reports that wait since long ago',
    files: {
      ...settings('feedback_forward: true\nmaster_server_url: http://127.0.0.1:9\nremote_max_retries: 0\n'),
      '.precept/feedback.jsonl': '{"timestamp":"2020-01-01T00:00:00Z","type":"missed_categories"}\n',
      '.precept/feedback.jsonl.forward': '{"offset":0}',
    },
    line: /^warn files: reports in .*feedback\.jsonl wait since 2020-01-01T00:00:00\.000Z/,
    cure: /that master/,
  },
  {
    name: 'a login store that is damaged',
    files: settings('oidc_issuer_url: http://127.0.0.1:9\noidc_client_id: cli\n'),
    homeFiles: { '.config/precept/credentials.json': '{' },
    line: /^warn login: the stored logins in .*credentials\.json are damaged/,
    cure: /precept login/,
    sides: 3,
  },
  {
    name: 'an address with a port in it',
    files: settings('http_host: "127.0.0.1:9000"\n'),
    line: /^fail listener: http_host 127\.0\.0\.1:9000 cannot be listened on/,
    cure: /address of this machine/,
  },
  {
    name: 'roles that nobody has to have',
    files: {
      ...settings('http_host: 0.0.0.0\n'),
      ...file('metadata.yml', 'auth: {accepted_roles: [admin]}\n'),
    },
    line: /^fail listener: .* nobody has to log in, though shop should be open to some roles only/,
    cure: /auth_issuer_url/,
  },
  {
    name: 'comments in a file of JSON',
    files: { '.mcp.json': `{\n  // ours\n  "mcpServers": {"precept": ${JSON.stringify(npx)}}\n}\n` },
    line: /^warn clients: Claude Code cannot read \.mcp\.json: line 2, column 3: a comment, which JSON does not have/,
    cure: /Fix that file/,
  },
  {
    name: 'a byte order mark before JSON',
    files: { '.mcp.json': `\ufeff${entry({})['.mcp.json']}` },
    line: /^warn clients: \.mcp\.json begins with a byte order mark/,
    cure: /without a BOM/,
  },
  {
    name: 'settings of another project in an entry',
    files: entry({ args: ['-y', 'precept-mcp', '--config', '/home/bob/other/.precept/settings.yml'] }),
    line: /^warn clients: .* --config leads to \/home\/bob\/other\/\.precept\/settings\.yml, which does not exist/,
    cure: /absolute path/,
  },
  {
    name: 'a default scope of an entry that does not exist',
    files: entry({ env: { PRECEPT_DEFAULT_SCOPE: 'shopp' } }),
    line: /^warn clients: .* PRECEPT_DEFAULT_SCOPE is "shopp", which does not exist/,
    cure: /like shop/,
  },
  {
    name: 'a variable of an entry that is not set',
    files: entry({ args: ['-y', 'precept-mcp', '-r', `\${RULES_HOME}/rules`] }),
    line: /^warn clients: .* it needs the variable RULES_HOME, which is not set here/,
    cure: /Set RULES_HOME/,
  },
  {
    name: 'an entry that starts the HTTP server',
    files: entry({ args: ['-y', 'precept-mcp', 'serve'] }),
    line: /^fail clients: .* it starts "precept serve", which speaks no MCP over stdio/,
    cure: /Take it out/,
  },
  {
    name: 'the -y of npx behind the package',
    files: entry({ args: ['precept-mcp', '-y'] }),
    line: /^fail clients: .* it gives -y to Precept, and not to npx/,
    cure: /before the package/,
  },
  {
    name: 'an old version of the package',
    files: entry({ args: ['-y', 'precept-mcp@0.0.1'] }),
    line: /^warn clients: .* it starts version 0\.0\.1, and this is /,
    cure: /precept-mcp@/,
  },
  {
    name: 'a working folder of an entry that is gone',
    files: entry({ cwd: '/srv/gone' }),
    line: /^warn clients: .* its cwd \/srv\/gone does not exist/,
    cure: /take it out/,
  },
  {
    name: 'variables of an entry that are a list',
    files: entry({ env: ['PRECEPT_LOG_LEVEL=debug'] }),
    line: /^fail clients: .* its env is not a mapping/,
    cure: /"env": \{/,
  },
  {
    name: 'an address without its type',
    files: { '.mcp.json': '{"mcpServers": {"precept": {"url": "http://127.0.0.1:9/mcp"}}}' },
    line: /^warn clients: .* no "type", without which Claude Code takes it for a command/,
    cure: /"type": "http"/,
  },
  {
    name: 'two names in the files of a client',
    files: { '.cursor/mcp.json': JSON.stringify({ mcpServers: { precept: npx } }) },
    homeFiles: { '.cursor/mcp.json': JSON.stringify({ mcpServers: { rules: npx } }) },
    line: /^warn clients: Cursor starts Precept 2 times, by "precept" and "rules" in \.cursor\/mcp\.json and ~\/\.cursor\/mcp\.json/,
    cure: /Keep one/,
  },
];
