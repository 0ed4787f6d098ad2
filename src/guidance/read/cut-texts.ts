import { isAlias, isPair, isScalar, Scalar, visit, type YAMLSeq } from 'yaml';
import { keyText, type YamlFile } from '../../content/yaml-file.ts';

/** A text without quotes of which YAML takes a part for something else; the place is of the rest of it, in UTF-16 units from 0. */
export interface CutText {
  readonly start: number;
  readonly end: number;
  readonly as: 'comment' | 'tag' | 'anchor' | 'item';
}

/** A comment that starts like a word: `#123`, `#team-chat`. */
const comment = /[ \t]+(#[^\s#!-][^\r\n]*)/y;

/**
 * Texts that end at a `#` which hardly begins a comment, or lose a first word such as `!important` or `&co`; and a rule in brackets that
 * seems to be the rest of the one before it.
 */
export function cutTexts({ root, source: { text } }: YamlFile): readonly CutText[] {
  if (!/[ \t](?:#[^\s#!-]|[!&])|ruleset:[ \t]*\[/.test(text)) return [];
  const found: CutText[] = [];
  const used = new Set<string>();
  const anchored = new Map<CutText, string>();
  visit(root, {
    Alias(_, node) {
      if (isAlias(node)) used.add(node.source);
    },
    Seq(_, list, path) {
      const pair = path.at(-1);
      if (list.flow !== true || !isPair(pair) || keyText(pair.key) !== 'ruleset') return;
      const [start, end] = restOfRule(list)?.range ?? [];
      if (start !== undefined && end !== undefined) found.push({ start, end, as: 'item' });
    },
    Scalar(_, node) {
      if (!isScalar(node) || node.type !== Scalar.PLAIN || typeof node.value !== 'string') return;
      const [start = 0, end = start] = node.range ?? [];
      comment.lastIndex = end;
      const [, words] = comment.exec(text) ?? [];
      if (words !== undefined)
        found.push({ start: comment.lastIndex - words.length, end: comment.lastIndex, as: 'comment' });
      if (node.tag?.startsWith('!')) found.push({ start, end, as: 'tag' });
      if (node.anchor === undefined) return;
      const cut: CutText = { start, end, as: 'anchor' };
      found.push(cut);
      anchored.set(cut, node.anchor);
    },
  });
  return found.filter((cut) => !used.has(anchored.get(cut) ?? ''));
}

/** The first item that goes on with the sentence before its comma: both have no quotes, and it begins with a small letter. */
function restOfRule({ items }: YAMLSeq): Scalar | undefined {
  const plain = (item: unknown) =>
    isScalar(item) && item.type === Scalar.PLAIN && typeof item.value === 'string' ? item.value : '';
  return items.find(
    (item, at): item is Scalar => /^\p{Ll}/u.test(plain(item)) && /^\p{Lu}\S*\s/u.test(plain(items[at - 1])),
  );
}
