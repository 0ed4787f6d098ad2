import { isAlias, isScalar, Scalar, visit } from 'yaml';
import type { YamlFile } from '../../content/yaml-file.ts';

/** A text without quotes of which YAML takes a part for something else; the place is of the rest of it, in UTF-16 units from 0. */
export interface CutText {
  readonly start: number;
  readonly end: number;
  readonly as: 'comment' | 'tag' | 'anchor';
}

/** A comment that starts like a word: `#123`, `#team-chat`. */
const comment = /[ \t]+(#[^\s#!-][^\r\n]*)/y;

/** Texts that end at a `#` which hardly begins a comment, or lose a first word such as `!important` or `&co`. */
export function cutTexts({ root, source: { text } }: YamlFile): readonly CutText[] {
  if (!/[ \t](?:#[^\s#!-]|[!&])/.test(text)) return [];
  const found: CutText[] = [];
  const used = new Set<string>();
  const anchored = new Map<CutText, string>();
  visit(root, {
    Alias(_, node) {
      if (isAlias(node)) used.add(node.source);
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
