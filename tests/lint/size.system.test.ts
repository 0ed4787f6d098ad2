import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { startProcessorClock } from '../support/in-time.ts';
import { lint } from './lint.ts';
import { manyRules, word } from './many-rules.ts';

test.each([
  [
    'of a real sort',
    (at: number) => `Keep the ${word(at)} of each ${word(at * 7)} below ${at} ${word(at * 13)}`,
    0,
  ],
  ['of the same words and other numbers', (at: number) => `Page all lists of orders by ${at} rows`, 201],
])('3,000 rules are compared in seconds: rules %s', async (_, textOf, count) => {
  const folder = await tempFolder({ 's/commandments.yml': manyRules(3_000, textOf) });
  const time = startProcessorClock();
  const { problems } = await lint(folder);
  time.expectInTime(5_000);
  expect(problems).toHaveLength(count);
});

test('of thousands of misspelt tags the first hundred are told, in seconds', async () => {
  const tags = Array.from({ length: 300 }, (_, at) => `tier${at}: x`).join(', ');
  const folder = await tempFolder({
    's/metadata.yml': `tags: {${tags}}\n`,
    's/commandments.yml': manyRules(
      3_000,
      (at) => `"{% if scope.tags.teir${at} %}Keep the ${word(at)} of each ${word(at * 7)}{% endif %}"`,
    ),
  });
  const time = startProcessorClock();
  const { problems } = await lint(folder);
  time.expectInTime(5_000);
  expect(problems.filter(({ code }) => code === 'unknown-tag')).toHaveLength(100);
});

test('thousands of files take seconds, with progress on a terminal', async () => {
  const files: Record<string, string> = {};
  for (let at = 0; at < 300; at++) {
    const rules = `area.part${at % 7}:\n  when: Doing {{ scope.name }}\n  ruleset:\n    - Rule {{ scope.name }} of ${at}\n`;
    files[`s${at}/metadata.yml`] =
      `${at === 0 ? '' : `parent: s${at < 20 ? 0 : at % 20}\n`}tags: {team: t${at % 9}}\n`;
    files[`s${at}/commandments.yml`] = rules;
    // Each of its own, since lint says what suggestions replace.
    files[`s${at}/suggestions.yml`] = rules.replace(/part\d+/, `hint${at}`);
    files[`s${at}/katas.yml`] = `area:\n  when: Now\n  katas:\n    do-${at}: "1. Tell {{ scope.name }}."\n`;
  }
  const folder = await tempFolder(files);
  const time = startProcessorClock();
  const { code, stdout, stderr } = await precept(['lint', folder], { terminal: true });
  time.expectInTime(15_000);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'No problems found.\n' });
  const wipe = '\r\u001b[K';
  expect(stderr).toContain(`${wipe}precept: read `);
  expect(stderr).toContain(' of 300 scopes');
  expect(stderr.endsWith(wipe)).toBe(true);
});
