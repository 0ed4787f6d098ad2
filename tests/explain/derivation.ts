import type { OwnCategory, World } from '../resolve/world.ts';
import { inheritanceOrder } from '../support/inheritance-order.ts';

/** What becomes of one rule of one scope: whether it is left after the merge, and what stands for it where it is not. */
export interface Derived {
  readonly scope: string;
  readonly text: string;
  readonly outcome: 'left' | 'same-as' | 'replaced-by';
  /** The scope that has the same text, or that replaced the category. */
  readonly by: string | null;
}

/**
 * Every rule of a category in every layer of a scope, farthest first, by docs/inheritance.md read out rule by rule, without
 * merging anything: a commandment is left where no layer before it has its text, a suggestion where no nearer scope states
 * the category without `+`.
 */
export function derive(
  world: World,
  name: string,
  kind: 'commandments' | 'suggestions',
  category: string,
): Derived[] {
  const find = (wanted: string) => world.find((one) => one.name === wanted) as World[number];
  const layers = inheritanceOrder(name, (one) => find(one).parents)
    .toReversed()
    .flatMap((scope) => {
      const own = find(scope)[kind].find((one) => one.name === category);
      return own === undefined ? [] : [{ scope, own }];
    });
  const all = layers.flatMap(({ scope, own }, layer) => own.ruleset.map((text) => ({ scope, text, layer })));
  return all.map(({ scope, text, layer }, at): Derived => {
    if (kind === 'commandments') {
      const first = all.findIndex((one) => one.text === text);
      if (first === at) return { scope, text, outcome: 'left', by: null };
      return { scope, text, outcome: 'same-as', by: all[first]?.scope ?? null };
    }
    const replacing = layers.slice(layer + 1).find((above) => !above.own.plus);
    return replacing === undefined
      ? { scope, text, outcome: 'left', by: null }
      : { scope, text, outcome: 'replaced-by', by: replacing.scope };
  });
}

/** The categories that any scope of a world states. */
export function categoriesOf(world: World): readonly string[] {
  const names = (list: readonly OwnCategory[]) => list.map(({ name }) => name);
  return [...new Set(world.flatMap((one) => [...names(one.commandments), ...names(one.suggestions)]))];
}
