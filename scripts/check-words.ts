// Applies the styles that .vale.ini names to the Markdown it names, for `npm run check`: the binary of Vale is no npm package. Reads
// the four extension points that styles/ uses: existence, substitution, occurrence and metric. `--grades` lists the grade of each page.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import picomatch from 'picomatch';
import { syllable } from 'syllable';
import { glob } from 'tinyglobby';
import { parse } from 'yaml';

interface Style {
  readonly extends: 'existence' | 'substitution' | 'occurrence' | 'metric';
  readonly message: string;
  readonly scope?: 'raw' | 'sentence';
  readonly ignorecase?: boolean;
  readonly nonword?: boolean;
  readonly tokens?: readonly string[];
  readonly raw?: readonly string[];
  readonly swap?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly max?: number;
  readonly formula?: string;
  readonly condition?: string;
}

/** A sentence, or a line as it is written, with its line in the file. */
interface Passage {
  readonly line: number;
  readonly text: string;
}

const markdown = new MarkdownIt({ html: true });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Stands for code while a text is cut into sentences: a capital letter, so that a sentence may begin with it. */
const codeMark = '\u{1D54F}';
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu;

/** Sections of an ini file: the lines before the first one belong to the section ''. */
function readIni(text: string): Map<string, Map<string, string>> {
  const sections = new Map([['', new Map<string, string>()]]);
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const head = /^\[(.+)\]$/.exec(line)?.[1];
    const [, key, value] = /^([\w.]+) = (.+)$/.exec(line) ?? [];
    section = head ?? section;
    if (head !== undefined) sections.set(head, new Map());
    else if (key !== undefined && value !== undefined) sections.get(section)?.set(key, value);
  }
  return sections;
}

/** The sentences of prose: paragraphs and points of lists, without code, tables, headings and comments. */
function readProse(text: string): Passage[] {
  const tokens = markdown.parse(
    text.replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replace(/.+/g, '')),
    {},
  );
  return tokens.flatMap((token, index) => {
    if (token.type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open') return [];
    const plain = (token.children ?? [])
      .map(({ type, content }) =>
        type === 'text' ? content : type === 'code_inline' ? codeMark : /break$/.test(type) ? ' ' : '',
      )
      .join('');
    const parts = [...sentences.segment(plain)].map(({ segment }) => segment.replaceAll(codeMark, '').trim());
    return parts
      .filter((part) => /\p{L}/u.test(part))
      .map((part) => ({ line: (token.map?.[0] ?? 0) + 1, text: part }));
  });
}

/** The values that the formula of a metric may name. */
function countsOf(prose: readonly Passage[]): Record<string, number> {
  const words = prose.flatMap(({ text }) => text.match(wordPattern) ?? []);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return { words: words.length, sentences: prose.length, syllables };
}

function metricOf({ formula = '0' }: Style, counts: Readonly<Record<string, number>>): number {
  const filled = formula.replace(/[a-z]+/g, (name) => String(counts[name] ?? Number.NaN));
  return Number(new Function(`return ${filled}`)());
}

function patternOf(style: Style, parts: readonly string[]): RegExp {
  const within = parts.map((part) => `(?:${part})`).join('|');
  return new RegExp(style.nonword ? within : `\\b(?:${within})\\b`, `gm${style.ignorecase ? 'i' : ''}`);
}

/** The findings of one style in one file. */
function judge(style: Style, text: string, prose: readonly Passage[]): Passage[] {
  const say = (line: number, ...values: readonly string[]) => {
    let index = 0;
    return { line, text: style.message.replace(/%s/g, () => values[index++] ?? '') };
  };
  const lines = () =>
    text
      .replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/.+/g, ''))
      .split('\n')
      .map((one, index) => ({ line: index + 1, text: one }));
  const passages = style.scope === 'raw' ? lines() : prose;
  if (style.extends === 'metric') {
    const value = prose.length === 0 ? 0 : metricOf(style, countsOf(prose));
    const limit = Number(/^> (\d+)$/.exec(style.condition ?? '')?.[1]);
    return value > limit ? [say(1, value.toFixed(1))] : [];
  }
  return passages.flatMap(({ line, text: passage }) => {
    if (style.extends === 'occurrence') {
      const count = passage.match(new RegExp(style.token ?? '', 'gu'))?.length ?? 0;
      return count > (style.max ?? 0)
        ? [{ line, text: `${style.message} (${count}: ${passage.slice(0, 60)}…)` }]
        : [];
    }
    const swaps = Object.entries(style.swap ?? {});
    if (style.extends === 'substitution')
      return swaps.flatMap(([bad, good]) =>
        [...passage.matchAll(patternOf(style, [bad]))].map(([found]) => say(line, good, found)),
      );
    const found = passage.matchAll(patternOf(style, style.raw ?? style.tokens ?? []));
    return [...found].map(([match]) => say(line, match.slice(0, 60)));
  });
}

const sections = readIni(readFileSync('.vale.ini', 'utf8'));
const folder = sections.get('')?.get('StylesPath') ?? 'styles';
const styles = readdirSync(path.join(folder, 'Precept')).map((file) => {
  const style = parse(readFileSync(path.join(folder, 'Precept', file), 'utf8')) as Style;
  return { name: `Precept.${path.basename(file, '.yml')}`, style };
});

const globs = [...sections.keys()].filter((section) => section !== '');
for (const file of (await glob(globs)).sort()) {
  const options = new Map(
    globs.filter((one) => picomatch.isMatch(file, one)).flatMap((one) => [...(sections.get(one) ?? [])]),
  );
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const prose = readProse(text);
  const applied = styles.filter(({ name }) => options.get(name) !== 'NO');
  const findings = applied.flatMap(({ name, style }) =>
    judge(style, text, prose).map((one) => ({ ...one, name })),
  );
  for (const { line, text: message, name } of findings.sort((a, b) => a.line - b.line))
    console.error(`${file}:${line} ${name}: ${message}`);
  if (findings.length > 0) process.exitCode = 1;
  if (!process.argv.includes('--grades')) continue;
  const { style } = styles.find(({ name }) => name === 'Precept.Grade') ?? {};
  if (style !== undefined && prose.length > 0)
    console.log(`${metricOf(style, countsOf(prose)).toFixed(1)} ${file}`);
}
