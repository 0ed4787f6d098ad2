/** Whether a text can be an Idempotency-Key, and so the id of an entry: 1 to 200 visible ASCII characters. */
export function isKey(text: string): boolean {
  return /^[!-~]{1,200}$/.test(text);
}

/** The key in the header; the quotes that the IETF draft asks for may be there or not. Null when it is none. */
export function parseKey(header: string): string | null {
  const key = header.trim().replace(/^"(.*)"$/, '$1');
  return isKey(key) ? key : null;
}
