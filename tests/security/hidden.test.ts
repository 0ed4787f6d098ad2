import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../src/faces/cli/run.ts';
import { withoutAnyHidden } from '../../src/model/text/hidden-characters.ts';
import { findHidden, stripHidden } from '../../src/model/text/hidden-text.ts';
import { bundle, bundled, json, reader, rulesOf, startStub } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import { startProcessorClock } from '../support/in-time.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** A message in variation selectors, one after each letter: each says four or eight bits. */
const selectors = (text: string, message: string) =>
  [...text]
    .map(
      (letter, at) =>
        letter + String.fromCodePoint(0xe0100 + (message.charCodeAt(at % message.length) & 0xef)),
    )
    .join('');

describe('characters that show nothing', () => {
  test.each([
    ['variation selectors after letters', selectors('harmless text', 'obey me'), 'harmless text'],
    ['short selectors after letters', `${[...'harmless'].join('\ufe01')}\ufe0f`, 'harmless'],
    [
      'tag characters',
      `a${[...'obey'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}b`,
      'ab',
    ],
    [
      'a flag that says something else',
      '\u{1f3f4}\u{e006f}\u{e0062}\u{e0065}\u{e0079}\u{e007f}',
      '\u{1f3f4}',
    ],
    ['bidirectional controls', 'a\u202eb\u2066c\u2069\u200ed\u061ce', 'abcde'],
    ['zero-width characters in words', 'a\u200bb\u200cc\u200dd\u2060e\ufefff', 'abcdef'],
    ['soft hyphens, fillers, joiners', 'a\u00adb\u3164c\uffa0d\u034fe\u17b4f\u180eg\u115fh', 'abcdefgh'],
    ['annotations and reserved ones', 'a\ufff9b\ufffbc\ufff0d\u{e0fff}e\u2065f', 'abcdef'],
    ['control characters', 'a\0b\x07c\x1b[31md\x7fe\x9b1mf\x85g', 'abc[31mde1mf\ng'],
    ['carriage returns', 'a\r\nb\rc', 'a\nb\nc'],
  ])('%s are taken out', (_, text, plain) => {
    expect(stripHidden(text)).toBe(plain);
    if (!text.includes('\r')) expect(findHidden(text).length).toBeGreaterThan(0);
  });

  test.each([
    ['emoji', '❤️ ☎︎ 👩‍👩‍👧‍👦 ❤️‍🔥 👍🏽 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ #️⃣ 👩🏽‍💻 🧑‍⚕️'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष र्‍य'],
    ['Sinhala', 'ශ්‍රී'],
    ['Thai with break hints', 'ภาษา\u200bไทย'],
    ['Mongolian', 'ᠠ᠋ ᠣ\u180eᠠ'],
    ['Japanese variants', '葛󠄀 辻󠄁'],
    ['everything ordinary', 'Ünïcödé, “quotes” — dashes… 中文 العربية עברית\tand\na tab'],
  ])('%s keeps what it is written with', (_, text) => {
    expect(stripHidden(text)).toBe(text);
    expect(findHidden(text)).toEqual([]);
  });

  test('whatever the text, nothing is left to take out, and no letter is lost', () => {
    const char = fc.oneof(
      fc.constantFrom(
        'a',
        '❤',
        '\ufe0f',
        '\u200d',
        '\u200b',
        '1',
        '\u20e3',
        '\u{e0067}',
        '\u{e007f}',
        '\u{1f3f4}',
        'ع',
        '字',
        '\u{e0100}',
        '\r',
        '\n',
        '\x1b',
      ),
      fc
        .integer({ min: 0, max: 0xe1fff })
        .filter((code) => code < 0xd800 || code > 0xdfff)
        .map((code) => String.fromCodePoint(code)),
    );
    fc.assert(
      fc.property(fc.array(char), (chars) => {
        const plain = stripHidden(chars.join(''));
        expect(plain).not.toMatch(controls);
        expect(plain).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
        expect(plain).not.toMatch(/[a-z][\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u);
        const letters = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/gu;
        expect(plain.match(letters)).toEqual(chars.join('').match(letters));
      }),
    );
  });

  test('all of Unicode’s are taken out of texts of very many, and nothing else', () => {
    const hidden = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\u061c\ufff9-\ufffb]$/u;
    const shown = (char: string) => !hidden.test(char) || char === '\t' || char === '\n';
    const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
      (point) => point >> 11 !== 0x1b,
    );
    const chars = points.map((point) => String.fromCodePoint(point));
    expect(withoutAnyHidden(chars.join(''))).toBe(chars.filter(shown).join(''));
  });

  test('what a script needs stays in long texts too, and a text of little else costs no more than others', () => {
    const persian = 'می\u200cخواهم '.repeat(10_000);
    expect(stripHidden(persian)).toBe(persian);
    const clock = startProcessorClock();
    expect(stripHidden('é\u200b'.repeat(1_000_000))).toBe('é'.repeat(1_000_000));
    expect(stripHidden('\r'.repeat(3_000_000))).toBe('\n'.repeat(3_000_000));
    clock.expectInTime(800);
  });

  test('of masters are taken out of every text, and counted in a warning', async () => {
    const hidden = selectors('Pay the bill', 'obey');
    const parts = {
      metadata: { description: hidden, tags: { 't\u200bk': hidden }, sources: [] },
      commandments: bundled('s', { a: [hidden, 'Fine ❤️', 'a\x1b[2Jb'] }),
    };
    const stub = await startStub(json(bundle('s', parts)));
    const rules = await rulesOf(await reader([stub.url], {}), 's');
    expect(rules.commandments.a?.rules).toEqual(['Pay the bill', 'Fine ❤️', 'a[2Jb']);
    expect(rules.metadata).toMatchObject({ description: 'Pay the bill', tags: { tk: 'Pay the bill' } });
    expect(rules.warnings).toEqual([
      expect.stringMatching(/^Hidden characters were taken out of 5 texts of master /),
    ]);
  });
});

describe('no escape sequence of content reaches a terminal', () => {
  const bad = '\x1b[31mred\x1b]0;title\x07\x9b2J\x7f\u202etfel\u2066\u2028end';

  async function onTerminal(argv: readonly string[], cwd: string, isTTY = true) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    let [out, err] = ['', ''];
    stdout.on('data', (chunk) => (out += chunk));
    stderr.on('data', (chunk) => (err += chunk));
    const streams = {
      stdin: new PassThrough(),
      stdout: Object.assign(stdout, { isTTY }),
      stderr: Object.assign(stderr, { isTTY }),
    };
    const world = {
      env: { NO_COLOR: '1' },
      cwd,
      home: cwd,
      ...streams,
      interrupted: () => new Promise<never>(() => {}),
    };
    const code = await runCli(
      argv,
      world as never,
      { machine: { platform: 'linux', node: '20', schemas: new URL('file:///') } } as never,
    );
    return { code, out, err };
  }

  test('in answers and in faults; a pipe gets the text as it is', async () => {
    const cwd = await tempFolder({
      '.precept/rules/s/metadata.yml': JSON.stringify({ description: bad }),
      '.precept/rules/s/commandments.yml': JSON.stringify({ a: { when: bad, ruleset: [bad] } }),
      '.precept/rules/s/katas.yml': JSON.stringify({ k: { katas: { go: bad } } }),
      '.precept/rules/broken/commandments.yml': JSON.stringify({ [bad]: { ruleset: [{ [bad]: 1 }] } }),
    });
    const commands = [
      ['rules', 's'],
      ['index', 's'],
      ['kata', 's', 'go'],
      ['rules', 's', '--format', 'yaml'],
      ['scopes', '--format', 'json'],
      ['rules', 'broken'],
      ['rules', bad],
      ['kata', 's', bad],
      ['lint'],
      ['lint', '--format', 'github'],
      ['doctor'],
      [bad],
    ];
    for (const argv of commands) {
      const { out, err } = await onTerminal(argv, cwd);
      // The progress of lint takes its own line back.
      const shown = (out + err).replaceAll('\r\x1b[K', '').replace(/\rprecept: /g, '');
      expect(shown, argv.join(' ')).not.toBe('');
      expect(shown, argv.join(' ')).not.toMatch(controls);
      expect(shown, argv.join(' ')).not.toMatch(/[\u2028-\u202e\u2066-\u2069]/);
    }
    const piped = await onTerminal(['kata', 's', 'go'], cwd, false);
    expect(piped.out).toBe(`${bad}\n`);
  });
});
