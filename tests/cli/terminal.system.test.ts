import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { nameOf } from '../../src/faces/cli/command-table.ts';
import { commandTable } from '../../src/faces/cli/commands.ts';
import { programFile } from '../support/program.ts';

const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux');
const why = hasTerminal ? '' : ' (skipped: `script` of util-linux gives tests a terminal, and is not here)';

/** What the program shows on a terminal of so many columns, and how it ends. */
function onTerminal(columns: number, words: string): string[] {
  const line = `stty cols ${columns}; exec '${process.execPath}' '${programFile}' ${words}`;
  const { stdout, status } = spawnSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    input: '',
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(status).toBe(0);
  // A terminal shows `^D` for the end of the input.
  return stdout.replace(/^\^D[\b]+/, '').split('\r\n');
}

describe.skipIf(!hasTerminal)(`help on a terminal${why}`, () => {
  test.each([60, 80, 140])('of %d columns has no line that is wider, and loses none', (columns) => {
    const shown = onTerminal(columns, '--help');
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(columns);
    for (const row of commandTable()) {
      const lines = shown.filter((line) => `${line.trim()} `.startsWith(`${nameOf(row)} `));
      expect(lines.length, nameOf(row)).toBeGreaterThan(0);
      for (const word of row.description.split(' ')) expect(shown.join(' ')).toContain(word);
    }
    expect(shown).not.toContain('Other');
    expect(shown.filter((line) => /^[A-Z][a-z ]+$/.test(line)).length).toBeGreaterThanOrEqual(8);
    const lint = onTerminal(columns, 'lint --help');
    // Examples stand as they are typed.
    const prose = lint.slice(0, lint.indexOf('Examples'));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  test('that says it has no columns is taken for one of 80', () => {
    expect(onTerminal(0, '--help')).toEqual(onTerminal(80, '--help'));
  });

  test('without words is a short guide', () => {
    const shown = onTerminal(80, '');
    expect(shown.length).toBeLessThan(14);
    expect(shown.join(' ')).toMatch(/precept init .*"precept --help" lists all commands/);
  });
});
