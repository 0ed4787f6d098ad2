import { inheritanceOrder } from '../support/inheritance-order.ts';
import type { OwnCategory, World } from './world.ts';

interface Category {
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly see: readonly string[];
  readonly rules: readonly string[];
}
export type Categories = Readonly<Record<string, Category>>;

/** The inheritance of docs/inheritance.md read out as plainly as possible: the texts of a scope. */
export function expected(world: World, name: string): { commandments: Categories; suggestions: Categories } {
  const find = (wanted: string) => {
    const scope = world.find((candidate) => candidate.name === wanted);
    if (scope === undefined) throw new Error(`no scope ${wanted}`);
    return scope;
  };
  let commandments: Categories = {};
  let suggestions: Categories = {};
  for (const scope of inheritanceOrder(name, (one) => find(one).parents)
    .toReversed()
    .map(find)) {
    for (const own of scope.commandments) {
      commandments = { ...commandments, [own.name]: accumulate(commandments[own.name], stated(own)) };
    }
    for (const own of scope.suggestions) {
      const below = suggestions[own.name];
      const result = own.plus && below !== undefined ? append(below, stated(own)) : stated(own);
      suggestions = { ...suggestions, [own.name]: result };
    }
  }
  return { commandments, suggestions };
}

function stated({ when, ruleset, tags, paths, see }: OwnCategory): Category {
  return { when: when === null || when.trim() === '' ? null : when, tags, paths, see, rules: ruleset };
}

function append(below: Category, above: Category): Category {
  return {
    when: above.when ?? below.when,
    tags: once([...below.tags, ...above.tags]),
    paths: once([...below.paths, ...above.paths]),
    see: once([...below.see, ...above.see]),
    rules: [...below.rules, ...above.rules],
  };
}

function accumulate(below: Category | undefined, above: Category): Category {
  const sum = below === undefined ? above : append(below, above);
  return { ...sum, rules: once(sum.rules) };
}

function once(items: readonly string[]): string[] {
  return items.filter((item, index) => items.indexOf(item) === index);
}
