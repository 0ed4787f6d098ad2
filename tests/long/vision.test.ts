// Proves that reports of tests are read or refused with one line however they are spoilt (20,000 of them), that imports by eight
// processes at once lose no line, and that a report of 250 MB is read in the memory of a small one. Takes about 3 minutes.
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJunit } from '../../src/guidance/stories/results/junit.ts';
import { Fault } from '../../src/model/fault.ts';
import { runProgram } from '../support/program.ts';
import { fixtures, linesOf, project, report, tenka } from '../vision/vision.ts';

const megabyte = 1024 * 1024;

test('spoilt reports are read, or refused with one line', async () => {
  const names = ['vitest', 'pytest', 'surefire', 'go-junit-report', 'playwright'];
  const sources = await Promise.all(names.map((name) => readFile(path.join(fixtures, `${name}.xml`))));
  const pieces = [
    '<',
    '>',
    '&',
    '"',
    ']]>',
    '<![CDATA[',
    '<!--',
    '<!DOCTYPE x [',
    '&x;',
    '\0',
    '<testcase name="a">',
  ];
  const edit = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 40 }),
    put: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sources),
      fc.array(edit, { maxLength: 4 }),
      fc.integer({ min: 1, max: 5000 }),
      async (source, edits, size) => {
        let bytes = source;
        for (const { at, cut, put } of edits) {
          const from = at % (bytes.length + 1);
          bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(put), bytes.subarray(from + cut)]);
        }
        async function* chunks() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        }
        try {
          await readJunit('r.xml', chunks(), ({ name, fullName }) =>
            expect(fullName.endsWith(name)).toBe(true),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(Fault);
          expect((error as Fault).message).toMatch(
            /^r\.xml(:\d+:\d+)?: the report .+ Nothing was imported\.$/s,
          );
        }
      },
    ),
    { numRuns: 20_000 },
  );
});

test('eight processes that import again and again lose no line', async () => {
  const checks = Array.from({ length: 50 }, (_, index) => `check ${index}`);
  const rounds = 15;
  const writers = 8;
  const files: Record<string, string> = { 'rules/shop/tenka.yml': tenka(checks) };
  for (let writer = 0; writer < writers; writer++) {
    for (let round = 0; round < rounds; round++) {
      files[`${writer}-${round}.xml`] = report(...checks.map((check) => `w${writer}r${round}|${check}`));
    }
  }
  const shop = await project(files);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; round < rounds; round++) {
        const argv = ['tenka', 'import', `${writer}-${round}.xml`, '-r', 'rules'];
        expect((await runProgram(argv, { cwd: shop.folder })).code).toBe(0);
      }
    }),
  );
  const lines = await linesOf(shop);
  expect(lines).toHaveLength(writers * rounds * checks.length);
  expect(new Set(lines.map(({ source, check }) => `${source} ${check}`)).size).toBe(lines.length);
});

test('a report of 250 MB is read and one of 300 MB refused, in the memory of a small one', async () => {
  const shop = await project({ 'rules/shop/tenka.yml': tenka(['sums']) });
  const block = `<testcase classname="c" name="sums"><system-out>${'o'.repeat(megabyte - 100)}</system-out></testcase>`;
  for (const [size, wanted] of [
    [250, 0],
    [300, 1],
  ] as const) {
    const file = await open(path.join(shop.folder, 'huge.xml'), 'w');
    await file.write('<testsuite>');
    for (let count = 0; count < size; count++) await file.write(block);
    await file.write('</testsuite>');
    await file.close();
    const { code, stderr } = await runProgram(['tenka', 'import', 'huge.xml', '-r', 'rules'], {
      cwd: shop.folder,
      env: { NODE_OPTIONS: '--max-old-space-size=40' },
    });
    expect(code).toBe(wanted);
    expect(stderr).toMatch(wanted === 0 ? /^$/ : /^precept: huge\.xml: the report is over 256 MiB[^\n]+\n$/);
  }
});
