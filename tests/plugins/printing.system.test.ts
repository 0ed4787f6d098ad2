import { beforeAll, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { runProgram, startProgram } from '../support/program.ts';

const loud = `
import { stdout } from 'node:process';
import process from 'node:process';
console.log('loud: loading');
globalThis.process.stdout.write('loud: loading\\n');
export default {
  name: 'loud',
  description: 'Prints whatever it does',
  context() {
    console.log('loud: log');
    console.info('loud: info');
    console.table([{ loud: 'table' }]);
    process.stdout.write('loud: process.stdout\\n');
    stdout.write('loud: named import\\n');
    return { volume: 11 };
  },
};
`;

let folder: string;
beforeAll(async () => {
  folder = await tempFolder({
    '.precept/settings.yml': 'enabled_plugins: [./loud.mjs]\ndefault_scope: shop\n',
    '.precept/loud.mjs': loud,
    'loud.mjs': loud,
    '.precept/rules/shop/commandments.yml': 'a:\n  ruleset: ["Volume {{ volume }}"]\n',
  });
});

test.each([
  ['rules --format json'],
  ['context --format json'],
  ['lint --format json'],
  ['scopes --format json'],
])('what a plugin prints does not get into the answer of precept %s', async (line) => {
  const { code, stdout, stderr } = await runProgram(line.split(' '), {
    cwd: folder,
    env: { PRECEPT_TRUST: '1' },
  });
  expect(code).toBe(0);
  expect(() => JSON.parse(stdout)).not.toThrow();
  expect(stdout).not.toContain('loud:');
  if (line.startsWith('rules')) {
    expect(stdout).toContain('Volume 11');
    for (const way of ['loading', 'log', 'info', 'process.stdout', 'named import'])
      expect(stderr).toContain(`loud: ${way}\n`);
  }
});

test('nor between the messages of MCP', async () => {
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_rules', arguments: {} } },
  ];
  const program = await startProgram([], { cwd: folder, env: { PRECEPT_TRUST: '1' } });
  for (const message of messages) program.stdin.write(`${JSON.stringify(message)}\n`);
  await program.line((line) => line.includes('"id":2'));
  program.stdin.end();
  const { stdout, stderr } = await program.ended;
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(JSON.stringify(answers[1])).toContain('Volume 11');
  expect(stderr).toContain('loud: process.stdout\n');
  expect(stderr).toContain('loud: named import\n');
});
