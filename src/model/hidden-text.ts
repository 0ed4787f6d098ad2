/**
 * Characters that show nothing but change what is read: bidirectional controls (UAX #9), tag characters, and runs of
 * zero-width ones. A single zero-width joiner belongs to emoji and some scripts, so only runs count.
 */
const hidden =
  /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]|[\u200B-\u200D\u2060-\u2064\uFEFF]{2,}/gu;

/** The text without hidden characters. */
export function stripHidden(text: string): string {
  // Nearly every text is plain, and a test for rare code units is all it costs.
  return /[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uDB40]/.test(text)
    ? text.replace(hidden, '')
    : text;
}
