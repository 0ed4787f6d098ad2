/** What a word is made of in scripts that put blanks between words; marks belong to their letters. */
const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that write words without blanks between them. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** `createdAt` -> `created At`, `HTTPServer` -> `HTTP Server`. */
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Letters of a word that count; what is longer is not language. */
const longestWord = 64;
/** Letters that are segmented at once: the tables of Unicode take more than linear time on longer runs. */
const longestRun = 1000;

let segmenter: Intl.Segmenter | undefined;

/** The runs of letters and digits in a text, in order: `src/api` and `snake_case` are two each. */
export function splitRuns(text: string): readonly string[] {
  // One letter may stand for eighteen.
  return (
    text
      .normalize('NFKC')
      .slice(0, 2 * text.length)
      .match(word) ?? []
  );
}

/**
 * The words of a run in lower case, in order. An identifier gives its parts (`created` and `at` of `createdAt`) and the
 * whole. A run without blanks between its words (Chinese, Japanese, Thai) is split by the tables of Unicode (UAX #29).
 */
export function splitWords(run: string): string[] {
  if (unspaced.test(run)) return segments(run);
  const whole = run.slice(0, longestWord);
  const parts = whole.split(humps);
  return (parts.length > 1 ? [whole, ...parts] : parts).map((part) => part.toLowerCase());
}

function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const words: string[] = [];
  for (let start = 0; start < run.length; start += longestRun) {
    for (const { segment, isWordLike } of segmenter.segment(run.slice(start, start + longestRun)))
      if (isWordLike) words.push(segment.slice(0, longestWord).toLowerCase());
  }
  return words;
}
