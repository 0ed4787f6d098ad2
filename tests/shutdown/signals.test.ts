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
