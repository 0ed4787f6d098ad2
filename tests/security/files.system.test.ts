import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { memoryOf } from '../soak/process-memory.ts';
import { ask, faultOf } from '../support/ask.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { addressOf, runProgram, startProgram } from '../support/program.ts';
import { testService } from '../support/service.ts';
import { isLinux } from '../support/system.ts';

/** A file that takes no room on the disk, and most of a machine's memory once it is read. */
const gigabyte = 1024 ** 3;
const story =
  'tenka:\n  US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, checks: [{test: t}]}}}\n';

test.runIf(isLinux)(
  'files of a gigabyte are not read: each is refused in little memory, and the rest is served',
  async () => {
    const folder = await tempFolder({
      'huge/commandments.yml': '',
      'huge/suggestions.yml': '',
      'results/tenka.yml': story,
      'shop/commandments.yml': 'a:\n  ruleset: [Keep calm]\n',
      'validation.jsonl': '',
    });
    for (const file of ['huge/commandments.yml', 'huge/suggestions.yml', 'validation.jsonl'])
      await truncate(path.join(folder, file), gigabyte);
    const env = { PRECEPT_VALIDATION_FILE: path.join(folder, 'validation.jsonl') };
    const server = await startProgram(['serve', '--port', '0', '-r', folder], { env });
    const url = await addressOf(server);
    const get = async (target: string) => {
      const response = await fetch(`${url}/api/v1/scopes/${target}`);
      return { status: response.status, text: await response.text() };
    };
    expect((await get('shop/rules')).text).toContain('Keep calm');
    const rest = memoryOf(server.pid).now;
    const huge = await get('huge/rules');
    expect([huge.status, huge.text]).toEqual([500, expect.stringContaining('the file is over 4 MiB')]);
    const results = await get('results/tenka/validation');
    expect([results.status, results.text]).toEqual([200, expect.stringContaining('AC1.1')]);
    expect((await get('shop/rules')).text).toContain('Keep calm');
    expect(memoryOf(server.pid).peak - rest).toBeLessThan(150);
  },
);

test.runIf(isLinux)('nor settings, or plugins that a checkout names', async () => {
  const cwd = await tempFolder({ '.precept/settings.yml': '' });
  const settings = path.join(cwd, '.precept/settings.yml');
  await truncate(settings, gigabyte);
  const { code, stderr } = await runProgram(['scopes'], { cwd });
  expect([code, stderr]).toEqual([1, expect.stringContaining('the file is over 1 MiB')]);
  await writeFile(settings, 'enabled_plugins: [/dev/zero, ./large.mjs]\n');
  await writeFiles(cwd, { '.precept/large.mjs': '' });
  await truncate(path.join(cwd, '.precept/large.mjs'), gigabyte);
  const { stdout } = await runProgram(['trust', '--show'], { cwd });
  expect(stdout).toMatch(/large\.mjs cannot be read\n.*\/dev\/zero cannot be read/);
});

describe('results', () => {
  test('a line over 1 MiB is passed over, and those around it count', async () => {
    const line = (passed: boolean) =>
      `${JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', scope: 's', ac: 'AC1.1', check: 't', passed, source: 'x' })}\n`;
    const file = path.join(
      await tempFolder({ 'v.jsonl': `${line(false)}${'x'.repeat(2_000_000)}\n${line(true)}` }),
      'v.jsonl',
    );
    const { service } = await testService({ 's/tenka.yml': story }, { validation_file: file });
    const answer = await ask(service, 'get_validation_status', { scope_name: 's' });
    expect(JSON.parse(answer)).toMatchObject({ validated: 1, total: 1 });
  });
});

test('a file just over the limit and one just below', async () => {
  const text = (size: number) => `a:\n  ruleset: [x]\n# ${'x'.repeat(size - 21)}`;
  const limit = 4 * 1024 * 1024;
  const opened = await testService({
    's/commandments.yml': text(limit + 3),
    't/commandments.yml': text(limit),
  });
  expect(await faultOf(opened.service, { scope_name: 's' })).toMatchObject({
    code: 'invalid-content',
    message: expect.stringContaining('over 4 MiB'),
  });
  expect(await ask(opened.service, 'get_rules', { scope_name: 't' })).toContain('x');
});
