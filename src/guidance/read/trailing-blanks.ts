import { isScalar, Scalar, visit } from 'yaml';
import type { YamlFile } from '../../content/yaml-file.ts';

/**
 * Blanks at the ends of a file's lines that say nothing, as UTF-16 units from 0: all but those inside of block scalars and
 * double quotes, where they can be content.
 */
export function trailingBlanks({
  root,
  source,
}: YamlFile): readonly (readonly [start: number, end: number])[] {
  const found = [...source.text.matchAll(/(?<![ \t])[ \t]+(?=\r?\n|\r?$)/g)].map(
    ({ 0: blanks, index }) => [index, index + blanks.length] as const,
  );
  if (found.length === 0) return found;
  const kept: (readonly [start: number, end: number])[] = [];
  visit(root, {
    Scalar(_, node) {
      if (!isScalar(node) || !node.range) return;
      const { type, range } = node;
      if (type === Scalar.QUOTE_DOUBLE) kept.push([range[0], range[1]]);
      if (type !== Scalar.BLOCK_LITERAL && type !== Scalar.BLOCK_FOLDED) return;
      // Its first line has only its sign; lines of blanks behind it may belong to it.
      kept.push([source.text.indexOf('\n', range[0]), range[2]]);
    },
  });
  let at = 0;
  return found.filter(([start]) => {
    while (at < kept.length && (kept[at]?.[1] ?? 0) <= start) at++;
    return !(at < kept.length && (kept[at]?.[0] ?? 0) <= start);
  });
}
