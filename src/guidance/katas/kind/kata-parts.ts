import { type Part, withoutRules } from '../../part.ts';
import type { KataCategories } from '../kata.ts';
import type { KataFile } from '../kata-file.ts';

/** Takes katas apart: a part for each category, and one for each kata of it. */
export function* kataParts(categories: KataCategories): Iterable<Part> {
  for (const [category, { katas, always, ...labels }] of categories) {
    const fields = { ...labels, ...(always !== null && { always }) };
    const [first] = katas.values();
    const origin = first?.origin ?? null;
    yield { element: 'category', category, name: null, fields, origin, ...withoutRules };
    for (const { name, origin, files, ...said } of katas.values()) {
      const fields = files.size === 0 ? said : { ...said, files: [...files].map(fileText) };
      yield { element: 'kata', category, name, fields, origin, ...withoutRules };
    }
  }
}

/** What tells a file from another in its place. */
function fileText([path, file]: readonly [string, KataFile]): string {
  return `${path}: ${'from' in file ? file.from : file.sha256}`;
}
