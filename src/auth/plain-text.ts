/** Text of others, fit for one line of ours: no control characters, no invisible ones, at most 200 characters. */
export function plainText(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}
