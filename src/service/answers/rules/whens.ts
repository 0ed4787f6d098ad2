import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { byWhen } from '../../../guidance/resolve/local-texts.ts';
import { type RuleKind, ruleKinds } from '../../../guidance/rules/rule.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';
import { ancestorsOf } from '../../../resolve/category-order.ts';
import { atOnce } from '../../../runtime/async/turns.ts';
import type { CategoryFilter } from '../category-filter.ts';

/**
 * The `when` that an answer shows for a category: its own, else that of the nearest ancestor in the same answer
 * (commandments before suggestions), else the default. Null only in raw answers.
 */
export type WhenOf = (kind: RuleKind, category: string) => string | null;

/** The rendered own `when` of categories that have one, by kind and name; blank where its template fails. */
export type OwnWhens = Readonly<Record<RuleKind, ReadonlyMap<string, string>>>;

/** Renders every own `when` of the wanted categories once. */
export function ownWhens(scope: ResolvedScope, wanted: CategoryFilter, texts: TextRenderer): OwnWhens {
  return atOnce(renderingWhens(scope, wanted, texts));
}

/** The same, as work that can pause before each that may be a template. */
export function* renderingWhens(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
): Generator<void, OwnWhens> {
  const own = { commandments: new Map<string, string>(), suggestions: new Map<string, string>() };
  for (const kind of ruleKinds) {
    for (const [category, { when }] of scope[kind]) {
      if (when === null || !wanted(category)) continue;
      if (when.includes('{')) yield;
      const context = { key: category, when: null };
      const by = byWhen(scope, kind, category, when);
      const text = texts.for(by).render('when', `${category} when`, when, context);
      if (text === null) own[kind].set(category, '');
      else if (text.trim() !== '') own[kind].set(category, text.trim());
    }
  }
  return own;
}

/** Whether a category, or one above it, says when it applies. */
export function isKnown(own: OwnWhens, kind: RuleKind, category: string): boolean {
  return nearWhen(own, kind, category) !== undefined;
}

/** The `when` of a category, or of the nearest above it that has one. */
function nearWhen(own: OwnWhens, kind: RuleKind, category: string): string | undefined {
  const mine = own[kind].get(category);
  if (mine !== undefined) return mine;
  for (const name of [category, ...ancestorsOf(category)]) {
    const near = own.commandments.get(name) || own.suggestions.get(name);
    if (near) return near;
  }
  return undefined;
}

/** Answers from the own `when` of the wanted categories; `texts` renders the default. */
export function createWhens(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  fallback: string,
  own = ownWhens(scope, wanted, texts),
): WhenOf {
  if (texts.raw) return (kind, category) => scope[kind].get(category)?.when ?? null;
  const byDefault = createDefaultWhen(texts, fallback);
  return (kind, category) => nearWhen(own, kind, category) ?? byDefault(category) ?? '';
}

/**
 * The `when` of a category that has none, nor has any above it; its templates know the category. Rendered once for each; null
 * where it fails.
 */
export function createDefaultWhen(
  texts: TextRenderer,
  fallback: string,
): (category: string) => string | null {
  const rendered = new Map<string, string | null>();
  return (key) => {
    let text = rendered.get(key);
    if (text === undefined) {
      const category = { key, when: null };
      text = texts
        .for('local')
        .render('default_category_description', 'default category description', fallback, category);
      rendered.set(key, text);
    }
    return text;
  };
}
