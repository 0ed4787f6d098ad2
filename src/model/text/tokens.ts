/** About how many tokens a text costs a model: a quarter of its UTF-8 bytes, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** The same for texts that are lines of one: none of them is copied. */
export function estimateLines(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), Math.max(0, texts.length - 1));
  return Math.ceil(bytes / 4);
}

/** `2913` -> `2,913`. Not by `toLocaleString`, which takes 15 ms to load what it knows of languages. */
export function formatTokens(tokens: number): string {
  return String(tokens).replace(/\B(?=(\d{3})+$)/g, ',');
}
