import { isMap, isSeq, type Node } from 'yaml';
import { authoredText, keyOf, textAt, textsAt, textsOf } from '../../../content/authored.ts';
import { entriesOf } from '../../../content/entries.ts';
import { removePlus } from '../../../content/text/fixes.ts';
import type { YamlFile } from '../../../content/yaml-file.ts';
import type { Fix } from '../../../model/problems/problem.ts';
import type { AuthoredGroup, AuthoredPiece } from '../../kind.ts';
import { walkCategories } from '../../read/category-tree.ts';
import { isRecord } from '../record/read-record.ts';
import { ruleKeys } from '../rule-schema.ts';

/** Every category of a commandments or suggestions file as written, with its rules. */
export function outlineRules(file: YamlFile): readonly AuthoredGroup[] {
  const found: AuthoredGroup[] = [];
  const keys: Node[] = [];
  walkCategories(file, ruleKeys, 'ruleset', [], ({ category, key, own, append }) => {
    keys.push(key);
    found.push({
      category: { name: category, key: keyOf(file, key, category) },
      append,
      when: authoredText(file, own.get('when') ?? null),
      paths: textsOf(file, own.get('paths')),
      see: textsOf(file, own.get('see')),
      pieces: itemsOf(file, own.get('ruleset')).flatMap((item) => outlineRule(file, item) ?? []),
    });
  });
  const fixes = plusFixes(file, keys);
  return found.map((group, index) => {
    const fix = fixes.get(keys[index] as Node);
    return fix === undefined ? group : { ...group, withoutPlus: fix };
  });
}

/** By the keys of categories, how to take their `+` away, where nothing else stands below the same key. */
function plusFixes(file: YamlFile, keys: readonly Node[]): ReadonlyMap<Node, Fix> {
  const root = file.root;
  const fixes = new Map<Node, Fix>();
  if (!isMap(root)) return fixes;
  const entries = entriesOf(root);
  const tops = new Set(entries.map(({ key }) => key));
  const indexes = new Map(keys.map((key, index) => [key, index]));
  for (const { name, key } of entries) {
    const index = indexes.get(key);
    const next = index === undefined ? undefined : keys[index + 1];
    // Categories are found in the order of the file, so that one inside comes next.
    const isAlone = index !== undefined && (next === undefined || tops.has(next));
    const fix = name.startsWith('+') && isAlone ? removePlus(file, root, key)?.fix : undefined;
    if (fix !== undefined) fixes.set(key, fix);
  }
  return fixes;
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
  // One check, or a list of them.
  const ofChecks = (...keys: readonly string[]) =>
    [['check'], ['check', '-']].flatMap((start) => textsAt(file, map, [...start, ...keys]));
  return {
    at: rule,
    texts: why === null ? [rule] : [rule, why],
    literal,
    paths: [],
    procedure: null,
    tests: ofChecks('test'),
    record: {
      id,
      why,
      reviewBy: textAt(file, map, 'review_by'),
      owner: textAt(file, map, 'owner')?.text ?? null,
      status: textAt(file, map, 'status'),
      checkPaths: ofChecks('paths', '-'),
      patterns: [...ofChecks('pattern'), ...ofChecks('require')],
      isBare: map.items.length === 1,
    },
  };
}
