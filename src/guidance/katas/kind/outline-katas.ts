import { isMap } from 'yaml';
import { authoredText, keyOf, textAt, textsOf } from '../../../content/authored.ts';
import { type Entry, entriesOf } from '../../../content/entries.ts';
import type { YamlFile } from '../../../content/yaml-file.ts';
import type { AuthoredGroup, AuthoredPiece } from '../../kind.ts';
import { walkCategories } from '../../read/category-tree.ts';
import { kataCategoryKeys } from '../kata-schema.ts';

/** Every category of a katas file as written, with its katas. */
export function outlineKatas(file: YamlFile): readonly AuthoredGroup[] {
  const found: AuthoredGroup[] = [];
  walkCategories(file, kataCategoryKeys, 'katas', [], ({ category, key, own, append }) => {
    const list = file.follow(own.get('katas'));
    found.push({
      category: { name: category, key: keyOf(file, key, category) },
      append,
      when: authoredText(file, own.get('when') ?? null),
      paths: textsOf(file, own.get('paths')),
      see: textsOf(file, own.get('see')),
      pieces: isMap(list) ? entriesOf(list).map((entry) => outlineKata(file, entry)) : [],
    });
  });
  return found;
}

function outlineKata(file: YamlFile, { name, key, value }: Entry): AuthoredPiece {
  const kata = file.follow(value);
  const procedure = isMap(kata) ? textAt(file, kata, 'procedure') : authoredText(file, value);
  const texts = [textAt(file, kata, 'when'), procedure].flatMap((text) => text ?? []);
  const paths = isMap(kata) ? textsOf(file, kata.get('paths', true)) : [];
  return { at: keyOf(file, key, name), texts, paths, procedure };
}
