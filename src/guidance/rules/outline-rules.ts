import { isSeq, type Node } from 'yaml';
import { authoredText, keyOf, textAt, textsAt, textsOf } from '../../content/authored.ts';
import { walkCategories } from '../../content/category-tree.ts';
import type { YamlFile } from '../../content/yaml-file.ts';
import type { AuthoredGroup, AuthoredPiece } from '../kind.ts';
import { isRecord } from './record/read-record.ts';
import { ruleKeys } from './rule-schema.ts';

/** Every category of a commandments or suggestions file as written, with its rules. */
export function outlineRules(file: YamlFile): readonly AuthoredGroup[] {
  const found: AuthoredGroup[] = [];
  walkCategories(file, ruleKeys, 'ruleset', [], ({ category, key, own, append }) => {
    found.push({
      category: { name: category, key: keyOf(file, key, category) },
      append,
      when: authoredText(file, own.get('when') ?? null),
      paths: textsOf(file, own.get('paths')),
      see: textsOf(file, own.get('see')),
      pieces: itemsOf(file, own.get('ruleset')).flatMap((item) => outlineRule(file, item) ?? []),
    });
  });
  return found;
}

function itemsOf(file: YamlFile, node: Node | null | undefined): Node[] {
  const list = file.follow(node);
  return isSeq(list) ? (list.items as Node[]) : [];
}

function outlineRule(file: YamlFile, item: Node): AuthoredPiece | null {
  const map = file.follow(item);
  if (!isRecord(map)) {
    const rule = authoredText(file, item);
    return rule && { at: rule, texts: [rule], paths: [], procedure: null };
  }
  const rule = textAt(file, map, 'rule');
  if (rule === null) return null;
  const why = textAt(file, map, 'why');
  const id = textAt(file, map, 'id');
  const literal = ['good', 'bad'].flatMap((key) => [
    ...[textAt(file, map, key) ?? []].flat(),
    ...textsAt(file, map, [key, '-']),
  ]);
  return {
    at: rule,
    texts: why === null ? [rule] : [rule, why],
    literal,
    paths: [],
    procedure: null,
    record: {
      id,
      why,
      reviewBy: textAt(file, map, 'review_by'),
      owner: textAt(file, map, 'owner')?.text ?? null,
      status: textAt(file, map, 'status'),
    },
  };
}
