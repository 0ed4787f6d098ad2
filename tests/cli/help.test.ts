import { expect, test } from 'vitest';
import { nameOf } from '../../src/faces/cli/command-table.ts';
import { commandTable } from '../../src/faces/cli/commands.ts';
import { commandHelp } from '../../src/faces/cli/words/help.ts';
import { precept } from './command-line.ts';

test.each(commandTable().map((row) => [nameOf(row), row] as const))(
  'help of %s fits a terminal of 80 columns, examples too',
  (_, row) => {
    for (const line of commandHelp(row, 80).split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  },
);

test('help names the flags that print help and the version', async () => {
  const { stdout } = await precept(['--help']);
  expect(stdout).toMatch(/^ {2}-h,--help +\S/m);
  expect(stdout).toMatch(/^ {2}-v,--version +\S/m);
});
