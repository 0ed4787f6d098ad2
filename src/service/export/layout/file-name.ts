import { createHash } from 'node:crypto';

/** Names that Windows keeps for devices, whatever their ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxLength = 100;

/**
 * A name for a file of each category, different from all others and from `taken` on every file system: the category itself where it
 * can be one. What had to be changed, or differs in capitals alone, ends with a hash of the category.
 */
export function fileNames(categories: readonly string[], taken: string | null): ReadonlyMap<string, string> {
  const used = new Set(taken === null ? [] : [taken.toLowerCase()]);
  const names = new Map<string, string>();
  for (const category of [...categories].sort()) {
    const plain = category
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, maxLength);
    const isSame = plain === category && !devices.test(plain.split('.')[0] ?? '');
    const hash = createHash('sha256').update(category).digest('hex').slice(0, 8);
    const name =
      isSame && !used.has(plain.toLowerCase()) ? plain : `${plain === '' ? 'category' : plain}-${hash}`;
    used.add(name.toLowerCase());
    names.set(category, name);
  }
  return names;
}
