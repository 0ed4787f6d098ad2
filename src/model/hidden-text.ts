/**
 * Characters that show nothing: those that Unicode lets programs ignore (zero-width ones, variation selectors, tag and
 * bidirectional controls, fillers), annotation marks, and control characters. They change what is read, or hide a message
 * from people that a model reads. In runs, so that what stands beside them is text.
 */
const hidden = String.raw`\p{Default_Ignorable_Code_Point}\u061C\uFFF9-\uFFFB`;
const controls = String.raw`\0-\x08\x0B-\x1F\x7F-\x9F`;
const run = new RegExp(`[${hidden}${controls}]+`, 'gu');

/** Nearly every text is plain, and this test is all it costs. */
const rare = new RegExp(`[${hidden}${controls}]`, 'u');

/** Letters that zero-width joiners and non-joiners join or part. */
const joining =
  /(?:\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Mandaic}|\p{Script=Nko}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala}|\p{Script=Myanmar}|\p{Script=Khmer}|\p{Script=Mongolian}|\p{Script=Tibetan})$/u;
/** Letters of scripts without spaces, between which a zero-width space says where a line may end. */
const spaceless = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]`;
const pictograph = String.raw`\p{Extended_Pictographic}`;

/** What a run may be, by what stands before and after it: the sequences that emoji and scripts are written with. */
const needed: readonly { readonly run: RegExp; readonly before: RegExp; readonly after?: RegExp }[] = [
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
  { run: /^[\u200C\u200D]$/u, before: joining },
  { run: /^\u200B$/u, before: new RegExp(`${spaceless}$`, 'u'), after: new RegExp(`^${spaceless}`, 'u') },
  { run: /^[\uFE00-\uFE02\u{E0100}-\u{E01EF}]$/u, before: /\p{Script=Han}$/u },
  { run: /^\uFE00$/u, before: /(?:\p{Script=Myanmar}|\p{Script=Phags_Pa}|\p{Sm})$/u },
  { run: /^[\u180B-\u180F]$/u, before: /\p{Script=Mongolian}$/u },
  { run: /^\u034F$/u, before: /\p{M}$/u, after: /^\p{M}/u },
  { run: /^[\u115F\u1160]$/u, before: /\p{Script=Hangul}$/u },
];

/** The text without hidden and control characters; line breaks become newlines. */
export function stripHidden(text: string): string {
  if (!rare.test(text)) return text;
  const folded = foldLineBreaks(text);
  return folded.replace(run, (found, at: number) => (isNeeded(found, folded, at) ? found : ''));
}

/** The text with \n for every line break that a control character makes. */
export function foldLineBreaks(text: string): string {
  return /[\r\u0085]/.test(text) ? text.replace(/\r\n?|\u0085/g, '\n') : text;
}

/** Where runs of hidden characters start (UTF-16 units from 0). */
export function findHidden(text: string): number[] {
  if (!rare.test(text)) return [];
  const found = [...text.matchAll(run)].filter(([one]) => !/^\r+$/.test(one));
  return found
    .filter(([one], index) => !isNeeded(one, text, found[index]?.index ?? 0))
    .map(({ index }) => index);
}

function isNeeded(found: string, text: string, at: number): boolean {
  if (found.length > 14) return false;
  // Two units hold any character.
  const before = text.slice(Math.max(at - 2, 0), at);
  const after = text.slice(at + found.length, at + found.length + 2);
  return needed.some(
    (one) => one.run.test(found) && one.before.test(before) && (one.after?.test(after) ?? true),
  );
}
