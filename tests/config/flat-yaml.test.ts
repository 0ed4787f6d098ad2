import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFlatYaml } from '../../src/config/load/flat-yaml.ts';
import { parsePlainYaml } from '../../src/content/plain-yaml.ts';
import { tempFolder } from '../support/folder.ts';
import { loadedBy } from '../support/loaded.ts';
import { acmeSettings, runProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';

const scalars = [
  ...[
    'a',
    'on',
    'y',
    'EUR 500',
    'a:b',
    'a: b',
    'a #b',
    'a#b',
    '~',
    '~/x',
    '../a.mjs',
    '.inf',
    '.5',
    '-',
    '- a',
    '?',
    '? a',
  ],
  ...[
    '0',
    '007',
    '400',
    '1_000',
    '0x1f',
    '1e3',
    '2026-11-22',
    'true',
    'True',
    'False',
    'null',
    'NULL',
    'no',
    'NaN',
  ],
  ...[
    '"a #b"',
    '"a\\n"',
    "'it''s'",
    "'a'",
    '""',
    '"',
    '@a',
    '`a',
    '%a',
    '!a',
    '&a',
    '*a',
    '|',
    '>',
    'https://a.example:8080/b?c=d&e',
  ],
  ...[
    'a\tb',
    'a ',
    ' a',
    'é',
    'a\u00a0',
    '\u2028',
    '#',
    '<<',
    '=',
    '--- a',
    '[]',
    '{}',
    'a,b',
    'a]',
    '__proto__',
  ],
];
const scalar = fc.oneof(
  fc.constantFrom(...scalars),
  fc.string({ unit: fc.constantFrom(...'ab0 .:#-~/"\'[],?%=&') }),
);
const list = fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`);
const name = fc.oneof(fc.constantFrom('a', 'b_c', 'd-e', 'f'), scalar);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, fc.constantFrom(': ', ':  ', ':'), fc.oneof(scalar, list)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('', ' ', '#', ' # a: b', '---', '...', '- a', '\t', '\ufeff')),
  },
);
const entries = fc.tuple(name, fc.constantFrom(': ', ': ', ':'), fc.oneof(scalar, list));
/** A list below a name, mostly as it should be. */
const block = fc
  .tuple(
    name,
    fc.constantFrom('', '  ', '    '),
    fc.array(
      fc.oneof(
        scalar.map((one) => [[one]]),
        fc.array(entries, { minLength: 1, maxLength: 3 }),
      ),
      {
        maxLength: 3,
      },
    ),
    fc.constantFrom('  ', '  ', '  ', ' ', '   '),
  )
  .map(([key, indent, items, more]) => [
    `${key}:\n${items
      .map((lines) => `${indent}- ${lines.map((parts) => parts.join('')).join(`\n${indent}${more}`)}`)
      .join('\n')}`,
  ]);
const text = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: line }, { weight: 1, arbitrary: block }), { maxLength: 3 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', ' #', ' # b', ' '),
  )
  .map(([lines, end, tail]) => lines.map((parts) => parts.join('') + tail + end).join(''));

test('a text that is read without the parser is what the parser reads', () => {
  const read = { here: 0, byParser: 0 };
  fc.assert(
    fc.property(text, (written) => {
      const data = readFlatYaml(written);
      read[data === null ? 'byParser' : 'here']++;
      if (data !== null) expect(data).toEqual(parsePlainYaml(written) ?? {});
    }),
    { numRuns: 3000, seed },
  );
  expect(Math.min(read.here, read.byParser)).toBeGreaterThan(300);
});

test('sources are read without it, as docs/sources.md writes them', () => {
  const written =
    'sources:\n  - git: https://a.example/rules # ours\n    ref: main\n\n  - archive: https://b.example/r.zip\n    as: b-\nlocked: [sources]\n';
  expect(readFlatYaml(written)).toEqual({
    sources: [
      { git: 'https://a.example/rules', ref: 'main' },
      { archive: 'https://b.example/r.zip', as: 'b-' },
    ],
    locked: ['sources'],
  });
});

test('a start loads the parser for settings that need it, and not for those of the example', async () => {
  const example = await readFile(acmeSettings, 'utf8');
  expect(readFlatYaml(example)).toEqual(parsePlainYaml(example));
  const folder = await tempFolder({ 'settings.yml': 'lint:\n  blank-rule: off\n' });
  const isLoaded = async (settings: string) => {
    const coverage = await tempFolder();
    const env = { NODE_V8_COVERAGE: coverage };
    expect(await runProgram(['--config', settings], { env })).toMatchObject({ code: 0, stderr: '' });
    return (await loadedBy(coverage)).includes('Implicit keys need to be on a single line');
  };
  expect(await isLoaded(acmeSettings)).toBe(false);
  expect(await isLoaded(path.join(folder, 'settings.yml'))).toBe(true);
});
