/**
 * Runs of characters that show nothing: bidirectional controls (UAX #9), tag characters, zero-width ones and variation
 * selectors. They change what is read, or hide a message from people that a model reads.
 */
const run =
  /(?:[\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])+/gu;

/**
 * What may stand alone: one zero-width character or one selector, which emoji and some scripts need, or the selector and
 * joiner inside an emoji such as a heart on fire.
 */
const innocent =
  /^(?:[\u180E\u200B-\u200D\u2060-\u2065\uFEFF]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]|\uFE0F\u200D)$/u;

/** Nearly every text is plain, and a test for rare code units is all it costs. */
const rare = /[\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uDB40]|[\uFE00-\uFE0F]/;

/** The text without hidden characters. */
export function stripHidden(text: string): string {
  return rare.test(text) ? text.replace(run, (found) => (innocent.test(found) ? found : '')) : text;
}

/** Where runs of hidden characters start (UTF-16 units from 0). */
export function findHidden(text: string): number[] {
  if (stripHidden(text) === text) return [];
  return [...text.matchAll(run)].filter(([found]) => !innocent.test(found)).map(({ index }) => index);
}
