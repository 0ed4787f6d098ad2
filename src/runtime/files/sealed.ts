import { sha256 } from '../sha256.ts';

/** A file with its own checksum: the SHA-256 of all that follows on the first line, a JSON header on the second, then the text. */
export function seal(header: object, text: string): string {
  const rest = `${JSON.stringify(header)}\n${text}`;
  return `${sha256(rest)}\n${rest}`;
}

/** What a sealed file holds; null for one that is not whole, or was changed. */
export function unseal(bytes: Buffer): { readonly header: unknown; readonly text: string } | null {
  const [start, rest] = cut(bytes);
  if (rest === null || sha256(rest) !== start.toString('latin1')) return null;
  const [header, text] = cut(rest);
  if (text === null) return null;
  try {
    return { header: JSON.parse(header.toString('utf8')), text: text.toString('utf8') };
  } catch {
    return null;
  }
}

function cut(bytes: Buffer): [Buffer, Buffer | null] {
  const end = bytes.indexOf('\n');
  return end < 0 ? [bytes, null] : [bytes.subarray(0, end), bytes.subarray(end + 1)];
}
