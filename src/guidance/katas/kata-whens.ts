import type { TextRenderer } from '../../render/text-renderer.ts';
import { ancestorsOf } from '../../resolve/order.ts';
import type { ResolvedScope } from '../guidance.ts';
import { serverOfWhen } from '../local-texts.ts';
import { createDefaultWhen } from '../rules/whens.ts';

/**
 * The `when` that answers show for a category of katas: its own, else that of the nearest ancestor, else the default.
 * Null only in raw answers. Each is rendered once, when it is first needed; one that fails is empty.
 */
export function createKataWhens(
  scope: ResolvedScope,
  texts: TextRenderer,
  fallback: string,
): (category: string) => string | null {
  if (texts.raw) return (category) => scope.katas.get(category)?.when ?? null;
  const rendered = new Map<string, string | null>();
  const byDefault = createDefaultWhen(texts, fallback);

  /** Null where there is none, and where it renders to blank. */
  const own = (category: string): string | null => {
    const known = rendered.get(category);
    if (known !== undefined) return known;
    const when = scope.katas.get(category)?.when ?? null;
    const context = { key: category, when: null };
    const by = when === null ? texts : texts.for(serverOfWhen(scope, 'katas', category, when));
    const text = when === null ? null : (by.render('when', `${category} when`, when, context) ?? false);
    const shown = text === false ? '' : text?.trim() || null;
    rendered.set(category, shown);
    return shown;
  };

  return (category) => {
    const mine = own(category);
    if (mine !== null) return mine;
    for (const ancestor of ancestorsOf(category)) {
      const near = own(ancestor);
      if (near) return near;
    }
    return byDefault(category);
  };
}
