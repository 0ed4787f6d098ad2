import { isScalar, Scalar, visit } from 'yaml';
import type { YamlFile } from '../../content/yaml-file.ts';

/** A comment that starts like a word: `#123`, `#team-chat`. */
const doubtful = /[ \t]#[^\s#!-]/;
const atPlace = /[ \t]+#[^\s#!-]/y;

/** Texts without quotes that YAML ends at a `#` which hardly begins a comment: where it stands, as UTF-16 units from 0. */
export function cutTexts({ root, source: { text } }: YamlFile): readonly number[] {
  if (!doubtful.test(text)) return [];
  const found: number[] = [];
  visit(root, {
    Scalar(_, node) {
      if (!isScalar(node) || node.type !== Scalar.PLAIN || typeof node.value !== 'string') return;
      atPlace.lastIndex = node.range?.[1] ?? 0;
      const match = atPlace.exec(text);
      if (match !== null) found.push(atPlace.lastIndex - 2);
    },
  });
  return found;
}
