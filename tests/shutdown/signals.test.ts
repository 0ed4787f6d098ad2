import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { addressOf, startProgram } from '../support/program.ts';
import { hasSignals } from '../support/system.ts';

test.runIf(hasSignals).each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends a server in order',
  async (signal) => {
    const rules = await tempFolder({ 's/commandments.yml': 'a: {ruleset: [Do]}\n' });
    const program = await startProgram(['serve', '-r', rules, '--port', '0']);
    await addressOf(program);
    program.signal(signal);
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  },
);

test.runIf(hasSignals)('the first signal ends a command that waits', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  const asked = once(silent, 'connection');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const program = await startProgram(['rules', 's'], {
    env: { PRECEPT_MASTER_SERVER_URL: `http://127.0.0.1:${port}`, PRECEPT_REMOTE_TIMEOUT_SECONDS: '60' },
  });
  await asked;
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  silent.close();
});
