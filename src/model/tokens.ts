/** About how many tokens a text costs a model: a quarter of its UTF-8 bytes, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** `2913` -> `2,913`, whatever the system's language is. */
export function formatTokens(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
