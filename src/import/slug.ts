const maxLength = 60;

/** The segment of a category that a text is written as: small letters, digits and hyphens; empty where it has none of them. */
export function toSlug(text: string): string {
  return plain(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
}

/** Whether the segment of a text says less than the text: it was cut, or has letters that a segment cannot have. */
export function losesWords(text: string): boolean {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('') !== toSlug(text).replaceAll('-', '');
}

/** Accents are letters of their own then, and left out. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
