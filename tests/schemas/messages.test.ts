// What a newcomer reads in an editor that has only the JSON Schemas and Red Hat's YAML server. That is not among the packages
// here: `npm install --no-save yaml-language-server`, or YAML_LANGUAGE_SERVER=<its folder>, runs these tests.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  createProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { afterFile } from '../support/after-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { YAML_LANGUAGE_SERVER: server = path.join(root, 'node_modules/yaml-language-server') } = process.env;
const program = path.join(server, 'bin/yaml-language-server');

const story = 'tenka:\n  US1:\n    who: a\n    what: b\n    why: c\n';
/** A file, what is wrong in it, and what must be said; the line is that of the mistake, from 0. */
const mistakes: readonly (readonly [file: string, yaml: string, line: number, says: string])[] = [
  ['commandments', 'api:\n  rulset:\n    - Page\n', 2, 'is this key misspelled'],
  ['commandments', 'api:\n  ruleset:\n    - Use: this\n', 2, 'put it in quotes if it is a number'],
  [
    'commandments',
    'api:\n  ruleset: One rule\n',
    1,
    '`ruleset` takes a list: each entry on a line of its own',
  ],
  ['commandments', 'api: Return JSON\n', 0, 'A category takes keys like `when` and `ruleset`'],
  ['commandments', '- api\n', 0, 'This file is a mapping of categories'],
  ['suggestions', 'api:\n  tags: http\n  ruleset: [x]\n', 1, '`tags` takes a list'],
  ['metadata', 'parent: a\nparents: [b]\n', 1, 'Write `parent` or `parents`, not both'],
  ['metadata', 'parents: acme\n', 0, '`parents` takes a list'],
  ['metadata', 'descripton: x\n', 0, '`metadata.yml` takes these keys: name, description'],
  ['metadata', 'tags: [a]\n', 0, '`tags` takes keys with their values'],
  ['metadata', 'auth:\n  roles_claim: x\n', 0, 'Missing property "accepted_roles"'],
  [
    'metadata',
    'lint_ignore:\n  - rules: [abc, abcdef0123]\n',
    1,
    'The id of a rule is ten digits and letters',
  ],
  ['katas', 'api:\n  katas:\n    ship: {when: Now}\n', 2, 'Missing property "procedure"'],
  ['tenka', 'tenka:\n  S1: {who: a, what: b, why: c}\n', 1, 'User stories are keys like US1 and US2'],
  ['tenka', 'tenka:\n  US1: {who: a, what: b}\n', 1, 'Missing property "why"'],
  [
    'tenka',
    `${story}    acs:\n      AC1: {given: a, when: b, then: c}\n`,
    6,
    'Acceptance criteria are keys like AC1.2',
  ],
  [
    'tenka',
    `${story}    acs:\n      AC1.1: {given: a, when: b, then: c, status: done}\n`,
    6,
    'Valid values: "validated", "not_validated"',
  ],
  ['tests', 'tests:\n  one:\n    finds: api\n', 2, '`finds` takes a list'],
  ['tests', 'tests:\n  one:\n    task: x\n    find: [api]\n', 3, 'takes these keys: task, files, finds'],
  ['settings', 'cache_ttl_seconds: soon\n', 0, '`cache_ttl_seconds` takes a whole number'],
  ['settings', 'log_level: loud\n', 0, 'Valid values: "error", "warn"'],
  ['settings', 'exports:\n  - scope: a\n    target: agents\n', 2, 'Property target is not allowed'],
];

/** The server as an editor starts it, with the schema of each file named in its first line. */
async function startServer() {
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  afterFile(() => child.kill('SIGKILL'));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const waiting = new Map<string, (shown: PublishDiagnosticsParams) => void>();
  connection.onNotification('textDocument/publishDiagnostics', (shown: PublishDiagnosticsParams) =>
    waiting.get(shown.uri)?.(shown),
  );
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => ({})));
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  return async (uri: string, text: string) => {
    const shown = new Promise<PublishDiagnosticsParams>((resolve) => waiting.set(uri, resolve));
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    return (await shown).diagnostics;
  };
}

test.skipIf(!existsSync(program))(
  `${mistakes.length} mistakes are explained to whom has yaml-language-server (skipped where that is not installed)`,
  async () => {
    const check = await startServer();
    const modeline = (file: string) =>
      `# yaml-language-server: $schema=${pathToFileURL(path.join(root, `schemas/${file}.schema.json`)).href}\n`;
    for (const [index, [file, yaml, line, says]] of mistakes.entries()) {
      const found = await check(`file:///scopes/s${index}/${file}.yml`, modeline(file) + yaml);
      const here = found.filter(({ range }) => range.start.line === line + 1);
      expect(here.map(({ message }) => message).join('\n'), yaml).toContain(says);
      expect(found.map(({ message }) => message).join('\n')).not.toMatch(
        /Incorrect type|does not match the pattern/,
      );
    }
  },
);
