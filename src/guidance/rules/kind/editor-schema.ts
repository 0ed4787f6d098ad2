import { categoryTree, type EditorSchema } from '../../read/editor-schema.ts';
import type { RuleKind } from '../rule.ts';
import { ruleCategoryEditorSchema } from '../rule-schema.ts';

const titles: Readonly<Record<RuleKind, string>> = {
  commandments: 'Commandments (MUST) of a scope, by category',
  suggestions: 'Suggestions (SHOULD) of a scope, by category; +category adds to what is inherited',
};

/** What editors check commandments.yml, or suggestions.yml, with. */
export function rulesEditorSchema(kind: RuleKind): EditorSchema {
  return { title: titles[kind], of: (toJson) => categoryTree(toJson(ruleCategoryEditorSchema)) };
}
