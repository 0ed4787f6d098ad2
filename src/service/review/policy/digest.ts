import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import { loadTakeApart } from '../../compare/load/compared-scope.ts';

/**
 * A hash of all that judges changes in a scope: its rules as written with what they say beside their texts, their checks, the waivers of
 * today, and what says of a category when it applies. The tags of the scope are part of it where a text asks for tags.
 */
export async function digestOf(scope: ResolvedScope | null): Promise<string> {
  if (scope === null) return sha256('');
  const { parts, tags } = (await loadTakeApart())(scope);
  const kinds = ruleKinds.map((kind) =>
    (parts.get(kind) ?? [])
      .map(({ category, fields, rules, idOf }) => ({
        category,
        fields,
        rules: rules.map(({ text, details, waivers, ...rest }) => ({
          id: idOf({ text, ...rest }),
          text,
          details,
          waivers,
        })),
      }))
      .filter(({ rules }) => rules.length > 0)
      .sort((a, b) => ((a.category ?? '') < (b.category ?? '') ? -1 : 1)),
  );
  const text = JSON.stringify(kinds, inOrder);
  return sha256(/\{[{%][^}]*tags/.test(text) ? `${text}${JSON.stringify(tags, inOrder)}` : text);
}

/** Has the keys of all mappings in one order: how they are written is not what they say. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
