import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { byWhen } from '../../../guidance/resolve/local-texts.ts';
import type { CategoryContext, TextRenderer } from '../../../render/text-renderer.ts';
import { ancestorsOf } from '../../../resolve/category-order.ts';
import type { CategoryFilter } from '../category-filter.ts';
import { createDefaultWhen } from '../rules/whens.ts';

/** The own `when` of a category of katas, rendered; null where there is none or it renders to blank, blank where it fails. */
export type OwnKataWhen = (category: string) => string | null;

/** Renders the own `when` of each wanted category of katas once, when it is first needed. */
export function ownKataWhens(scope: ResolvedScope, wanted: CategoryFilter, texts: TextRenderer): OwnKataWhen {
  const rendered = new Map<string, string | null>();
  return (category) => {
    const known = rendered.get(category);
    if (known !== undefined) return known;
    const when = wanted(category) ? (scope.katas.get(category)?.when ?? null) : null;
    const context = { key: category, when: null };
    const by = when === null ? texts : texts.for(byWhen(scope, 'katas', category, when));
    const text = when === null ? null : (by.render('when', `${category} when`, when, context) ?? false);
    const shown = text === false ? '' : text?.trim() || null;
    rendered.set(category, shown);
    return shown;
  };
}

/** The same with all of them rendered already, by work that can pause after each. */
export function* renderingKataWhens(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
): Generator<void, OwnKataWhen> {
  const own = ownKataWhens(scope, wanted, texts);
  for (const category of scope.katas.keys()) {
    yield;
    own(category);
  }
  return own;
}

/** The `when` of categories of katas, with what stands in where one has none. */
export interface KataWhens {
  /** As answers show it; blank where its template fails. Null only in raw answers. */
  shown(category: string): string | null;
  /** What `category` means to the templates of the category's katas. */
  context(category: string): CategoryContext;
}

/**
 * The `when` of a category of katas is its own, else that of the nearest ancestor, else the default, which `texts` renders.
 */
export function createKataWhens(
  scope: ResolvedScope,
  texts: TextRenderer,
  fallback: string,
  own = ownKataWhens(scope, () => true, texts),
): KataWhens {
  const byDefault = createDefaultWhen(texts, fallback);
  const find = (category: string): string | null => {
    const mine = own(category);
    if (mine !== null) return mine === '' ? null : mine;
    for (const ancestor of ancestorsOf(category)) {
      const near = own(ancestor);
      if (near) return near;
    }
    return byDefault(category);
  };
  const written = (category: string) => scope.katas.get(category)?.when ?? null;
  return {
    shown: (category) => (texts.raw ? written(category) : (find(category) ?? '')),
    context: (key) => ({ key, when: texts.raw ? written(key) : (find(key) ?? undefined) }),
  };
}
