import { isMap } from 'yaml';
import { keyOf, textAt, textsAt } from '../../../content/authored.ts';
import { type Entry, entriesOf } from '../../../content/entries.ts';
import type { YamlFile } from '../../../content/yaml-file.ts';
import type { AuthoredGroup, AuthoredPiece } from '../../kind.ts';

/** Every story of a tenka.yml as written, with the texts of its acceptance criteria. */
export function outlineStories(file: YamlFile): readonly AuthoredGroup[] {
  const root = file.follow(file.root);
  const list = isMap(root) ? file.follow(root.get('tenka', true)) : null;
  if (!isMap(list)) return [];
  const pieces = entriesOf(list).map((entry) => outlineStory(file, entry));
  return [{ category: null, append: false, when: null, paths: [], see: [], pieces }];
}

function outlineStory(file: YamlFile, { name, key, value }: Entry): AuthoredPiece {
  const story = file.follow(value);
  const acs = isMap(story) ? file.follow(story.get('acs', true)) : null;
  const criteria = isMap(acs) ? entriesOf(acs).map((entry) => file.follow(entry.value)) : [];
  const texts = [
    ...['who', 'what', 'why'].map((own) => textAt(file, story, own)),
    ...criteria.flatMap((ac) => ['given', 'when', 'then'].map((own) => textAt(file, ac, own))),
  ];
  return {
    at: keyOf(file, key, name),
    texts: texts.flatMap((text) => text ?? []),
    tests: criteria.flatMap((ac) => textsAt(file, ac, ['checks', '-', 'test'])),
    paths: [],
    procedure: null,
  };
}
