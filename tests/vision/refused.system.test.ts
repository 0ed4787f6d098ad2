import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProcessorClock } from '../support/in-time.ts';
import { runProgram } from '../support/program.ts';
import { linesOf, type Project, project, report, tenka } from './vision.ts';

const megabyte = 1024 * 1024;
const good = report('a|sums');
const bomb = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');

/** Reports that must be refused, and what must be said, place first where there is one. */
const hostile: readonly [name: string, text: string | Buffer | (() => string | Buffer), says: RegExp][] = [
  ['nothing', '', /: the report is empty/],
  ['white space', ' \n ', /: the report is empty/],
  ['a comment', '<!-- -->', /: the report is empty/],
  ['plain text', 'ok 1 - sums', /:1:1: .*not well-formed XML: non-whitespace before first tag/],
  ['JSON', '{"tests": []}', /:1:1: .*not well-formed XML/],
  ['a page', '<html><body/></html>', /:1:6: .*not a JUnit report: it starts with <html>, not <testsuites>/],
  ['another report', '<coverage/>', /starts with <coverage>/],
  ['a case without a name', '<testsuite><testcase/></testsuite>', /<testcase> without a name/],
  ['a cut report', good.slice(0, -30), /:\d+:\d+: .*not well-formed XML: unclosed root tag/],
  ['a cut tag', good.slice(0, -3), /not well-formed XML/],
  ['tags out of order', '<testsuites><testsuite></testsuites></testsuite>', /:1:\d+: .*unexpected close tag/],
  ['two roots', '<testsuite/>\n<testsuite/>', /:2:\d+: .*second root element/],
  ['text after the end', `${good}x`, /text data outside of root node/],
  ['an unquoted attribute', '<testsuite name=x/>', /unquoted attribute value/],
  ['an unknown entity', '<testsuite>&nbsp;</testsuite>', /invalid character entity/],
  ['an entity of HTML', '<testsuite name="&eacute;"/>', /invalid character entity/],
  ['bytes that are no UTF-8', Buffer.from('<testsuite name="\xff"/>', 'latin1'), /is not text in utf-8/],
  [
    'an unknown encoding',
    '<?xml version="1.0" encoding="klingon"?><testsuite/>',
    /has the encoding "klingon"/,
  ],
  ['zeros', Buffer.alloc(megabyte), /not well-formed XML/],
  ['noise', () => Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251)), /./],
  ['a document type', '<!DOCTYPE testsuites><testsuites/>', /:1:\d+: .*DOCTYPE/],
  ['an entity bomb', `<!DOCTYPE t [<!ENTITY e0 "ha">${bomb}]><testsuite name="&e10;"/>`, /DOCTYPE/],
  [
    'an external entity',
    '<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&x;"/></testsuite>',
    /DOCTYPE/,
  ],
  ['an external document type', '<!DOCTYPE t SYSTEM "http://127.0.0.1:9/x.dtd"><testsuite/>', /DOCTYPE/],
  ['a document type without end', () => `<!DOCTYPE t [${'<!ENTITY a "b">'.repeat(400_000)}`, /DOCTYPE/],
  ['a late document type', '<testsuite><!DOCTYPE t></testsuite>', /doctype|DOCTYPE/],
  ['10,000 levels', () => '<testsuite>'.repeat(10_000), /:1:\d+: .*nested more than 100 elements deep/],
  ['a million levels', () => '<testsuite>'.repeat(1_000_000), /nested more than 100/],
  ['a huge attribute', () => `<testsuite name="${'x'.repeat(9 * megabyte)}"/>`, /one piece.*over 4 MiB/],
  ['a huge name', () => `<${'x'.repeat(9 * megabyte)}/>`, /over 4 MiB/],
  ['a huge comment', () => `<!--${'x'.repeat(9 * megabyte)}--><testsuite/>`, /over 4 MiB/],
  [
    'attributes by the million',
    () => `<testsuite ${Array.from({ length: 500_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
    /over 1000 attributes/,
  ],
];

async function refuse(shop: Project, argv: readonly string[]): Promise<string> {
  const time = startProcessorClock();
  const { code, stdout, stderr } = await shop.run(['tenka', 'import', ...argv]);
  time.expectInTime(4000);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^precept: [^\n]{1,300} Nothing was imported\.\n$/);
  expect(stderr).not.toContain(shop.folder);
  expect(await linesOf(shop)).toEqual([]);
  return stderr;
}

describe('a report that is refused', () => {
  test.each(hostile)('%s', async (_, text, says) => {
    const shop = await project({ 'rules/shop/tenka.yml': tenka(['sums', '*']), 'good.xml': good });
    await writeFile(path.join(shop.folder, 'bad.xml'), typeof text === 'function' ? text() : text);
    const said = await refuse(shop, ['good.xml', 'bad.xml']);
    expect(said).toMatch(/^precept: bad\.xml(:\d+:\d+)?: the report /);
    expect(said).toMatch(says);
  });

  test('leaves the results there were', async () => {
    const shop = await project({
      'rules/shop/tenka.yml': tenka(['sums']),
      'good.xml': good,
      'bad.xml': report('a|sums|failure').slice(0, -5),
    });
    await shop.import('good.xml');
    const before = await linesOf(shop);
    expect((await shop.run(['tenka', 'import', 'bad.xml'])).code).toBe(1);
    expect(await linesOf(shop)).toEqual(before);
  });
});

test('a report of 25 MB is read in less memory than that', async () => {
  const shop = await project({ 'rules/shop/tenka.yml': tenka(['sums', 'case 1*9']) });
  const failure = `<failure message="${'m'.repeat(1000)}"><![CDATA[${'t'.repeat(3000)}]]></failure>`;
  const cases = Array.from(
    { length: 2000 },
    (_, n) => `<testcase classname="c" name="case ${n}">${n % 2 === 0 ? failure : ''}</testcase>`,
  ).join('');
  const huge = `<testsuites><testsuite><testcase name="sums"><system-out>${'o'.repeat(16 * megabyte)}</system-out></testcase>${cases.repeat(2)}</testsuite></testsuites>`;
  expect(huge.length).toBeGreaterThan(25_000_000);
  await writeFile(path.join(shop.folder, 'huge.xml'), huge);
  const { code, stdout, stderr } = await runProgram(
    ['tenka', 'import', 'huge.xml', '-r', 'rules', '--format', 'json'],
    // The parser's own rest and V8's young generation fit; the report does not.
    { cwd: shop.folder, env: { NODE_OPTIONS: '--max-old-space-size=20' } },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout).checks).toMatchObject([
    { check: 'sums', passed: true },
    { check: 'case 1*9', passed: true },
  ]);
});

test('of thousands of checks without a test each is told with the nearest names, in seconds', async () => {
  const name = (at: number) => `checkout accepts the payment ${'of a customer '.repeat(8)}number ${at}`;
  const numbers = Array.from({ length: 3_000 }, (_, at) => at);
  const shop = await project({
    'rules/shop/tenka.yml': tenka(
      ...numbers.map((at) => [`the payment ${at} is accepted ${'by the shop '.repeat(8)}`]),
    ),
    'r.xml': report(...numbers.map((at) => `a|${name(at)}`)),
  });
  const time = startProcessorClock();
  const { stdout } = await shop.run(['tenka', 'import', 'r.xml', '--format', 'json']);
  time.expectInTime(5_000);
  const { checks_without_test: untested } = JSON.parse(stdout);
  expect(untested).toHaveLength(3_000);
  // A number is rarer than the words that all names have.
  expect(untested.at(-1).nearest[0]).toBe(`a > ${name(2_999)}`);
});
