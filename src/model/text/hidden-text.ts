import { hiddenCharacters, withoutAnyHidden } from './hidden-characters.ts';

/** They change what is read, or hide a message from people that a model reads. In runs, so that what stands beside them is text. */
const run = new RegExp(`[${hiddenCharacters}]+`, 'gu');

/** Nearly every text is plain, and this test is all it costs. */
const rare = new RegExp(`[${hiddenCharacters}]`, 'u');

/** Letters that zero-width joiners and non-joiners join or part. */
const joining = [
  ...[
    'Arabic',
    'Syriac',
    'Mandaic',
    'Nko',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
  ],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Myanmar', 'Khmer', 'Mongolian', 'Tibetan'],
];
/** Scripts without spaces, between whose letters a zero-width space says where a line may end. */
const spaceless = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'];
const anyOf = (scripts: readonly string[]) =>
  `[${scripts.map((script) => String.raw`\p{Script=${script}}`).join('')}]`;
const pictograph = String.raw`\p{Extended_Pictographic}`;

interface Need {
  readonly run: RegExp;
  readonly before: RegExp;
  readonly after?: RegExp;
}

/** What a run may be, by what stands before and after it: the sequences that emoji and scripts are written with. */
const needs: readonly Need[] = [
  { run: /^[\uFE0E\uFE0F]$/u, before: /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})$/u },
  { run: /^[\uFE0E\uFE0F]$/u, before: /[0-9#*]$/u, after: /^\u20E3/u },
  {
    run: /^\uFE0F?\u200D$/u,
    before: new RegExp(`(?:${pictograph}|\\p{Emoji_Modifier})$`, 'u'),
    after: new RegExp(`^${pictograph}`, 'u'),
  },
  // The flags of England, Scotland and Wales.
  {
    run: /^\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}$/u,
    before: /\u{1F3F4}$/u,
  },
  { run: /^[\u200C\u200D]$/u, before: new RegExp(`${anyOf(joining)}$`, 'u') },
  {
    run: /^\u200B$/u,
    before: new RegExp(`${anyOf(spaceless)}$`, 'u'),
    after: new RegExp(`^${anyOf(spaceless)}`, 'u'),
  },
  { run: /^[\uFE00-\uFE02\u{E0100}-\u{E01EF}]$/u, before: /\p{Script=Han}$/u },
  { run: /^\uFE00$/u, before: /(?:\p{Script=Myanmar}|\p{Script=Phags_Pa}|\p{Sm})$/u },
  { run: /^[\u180B-\u180F]$/u, before: /\p{Script=Mongolian}$/u },
  { run: /^\u034F$/u, before: /\p{M}$/u, after: /^\p{M}/u },
  { run: /^[\u115F\u1160]$/u, before: /\p{Script=Hangul}$/u },
];

/** How many runs are looked at, whether what stands beside them needs them; more than texts of any script and length have. */
export interface HiddenAllowance {
  runs: number;
}

const usualRuns = 100_000;

/**
 * The text without hidden and control characters; line breaks become newlines. Where `allowance`, which texts may share, is used up, all
 * of them go, so that a text of little else costs no more than any other.
 */
export function stripHidden(text: string, allowance: HiddenAllowance = { runs: usualRuns }): string {
  if (!rare.test(text)) return text;
  const folded = foldLineBreaks(text);
  let plain = '';
  let done = 0;
  for (const { 0: found, index } of folded.matchAll(run)) {
    if (allowance.runs-- <= 0) return plain + withoutAnyHidden(folded.slice(done));
    if (isNeeded(found, folded, index)) continue;
    plain += folded.slice(done, index);
    done = index + found.length;
  }
  return plain + folded.slice(done);
}

/** The text with \n for every line break that a control character makes. */
export function foldLineBreaks(text: string): string {
  let folded = text;
  // Four times as fast as a pattern, where there are millions.
  for (const lineBreak of ['\r\n', '\r', '\u0085'])
    if (folded.includes(lineBreak)) folded = folded.split(lineBreak).join('\n');
  return folded;
}

/** Where runs of hidden characters start (UTF-16 units from 0). */
export function findHidden(text: string): number[] {
  if (!rare.test(text)) return [];
  const found = [...text.matchAll(run)].filter(([one]) => !/^\r+$/.test(one));
  return found
    .filter(([one], index) => !isNeeded(one, text, found[index]?.index ?? 0))
    .map(({ index }) => index);
}

/** The needs that a run may meet, by the run: texts have few different ones. */
const known = new Map<string, readonly Need[]>();
const mostKnown = 1000;

function needsOf(found: string): readonly Need[] {
  let those = known.get(found);
  if (those === undefined) {
    if (known.size >= mostKnown) known.clear();
    those = needs.filter((need) => need.run.test(found));
    known.set(found, those);
  }
  return those;
}

function isNeeded(found: string, text: string, at: number): boolean {
  if (found.length > 14) return false;
  const those = needsOf(found);
  if (those.length === 0) return false;
  // Two units hold any character.
  const before = text.slice(Math.max(at - 2, 0), at);
  const after = text.slice(at + found.length, at + found.length + 2);
  return those.some((need) => need.before.test(before) && (need.after?.test(after) ?? true));
}
