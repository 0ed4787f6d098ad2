import { spawnSync } from 'node:child_process';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, programFile, runProgram } from '../support/program.ts';
import { newLog } from './support.ts';

test('a list of any length is written as it is read, and stops with its reader', async () => {
  const long = await newLog();
  await mkdir(path.dirname(long), { recursive: true });
  const lines = Array.from({ length: 1000 }, (_, index) =>
    JSON.stringify({
      ...{ timestamp: '2026-01-01T00:00:00.000Z', type: 'missed_categories', task: 't' },
      ...{ categories: ['a'], reason: `r${index}` },
    }),
  );
  for (let part = 0; part < 100; part++) await appendFile(long, `${lines.join('\n')}\n`);
  const outcome = await runProgram(['feedback', 'list', '--format', 'json', '--feedback-file', long], {
    env: { NODE_OPTIONS: '--max-old-space-size=40' },
  });
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toHaveLength(100_000);

  const command = `"${process.execPath}" "${programFile}" feedback list --feedback-file "${long}" | head -1`;
  const cut = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    env: await cleanEnvironment(),
    encoding: 'utf8',
  });
  expect(cut).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('missed_categories') });
});
