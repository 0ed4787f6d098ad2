import type { Plan, PlannedCategory, PlannedRule } from '../plan.ts';

/** A plan as people judge it. */
export interface PlanView {
  readonly description: string | null;
  readonly categories: readonly CategoryView[];
}

interface CategoryView {
  readonly category: string;
  readonly when: string | null;
  /** Whether `when` is made of a heading and its first sentence, so that somebody should look at it. */
  readonly proposed: boolean;
  readonly paths: readonly string[];
  /** Those of the paths that are made of a heading, for somebody to look at. */
  readonly proposed_paths?: readonly string[];
  readonly rules: readonly RuleView[];
  readonly katas: readonly string[];
  /** The `when` of each kata that has one, by its name. */
  readonly kata_whens?: Readonly<Record<string, string>>;
  /** Those katas whose `when` is made of a heading, for somebody to look at. */
  readonly proposed_kata_whens?: readonly string[];
}

interface RuleView extends Pick<PlannedRule, 'text' | 'details'> {
  readonly strength: 'MUST' | 'SHOULD';
}

/** How many of what a scope is to have. */
export interface Totals {
  readonly rules: number;
  readonly must: number;
  readonly should: number;
  readonly katas: number;
  readonly categories: number;
}

export function toPlanView({ description, categories }: Plan): PlanView {
  return {
    description,
    categories: [...categories].map(
      ([category, { when, isProposed, paths, proposedPaths, rules, katas }]) => ({
        category,
        when,
        proposed: when !== null && isProposed,
        paths: [...paths],
        ...(proposedPaths.size > 0 && { proposed_paths: [...proposedPaths] }),
        rules: rules.map(({ text, must, details }) => ({
          strength: must ? 'MUST' : 'SHOULD',
          text,
          ...(details && { details }),
        })),
        katas: [...katas.keys()],
        ...whensOf(katas),
      }),
    ),
  };
}

function whensOf(katas: PlannedCategory['katas']) {
  const whens = [...katas].flatMap(([name, { when }]) => (when === null ? [] : [[name, when] as const]));
  const proposed = [...katas].flatMap(([name, { isProposed }]) => (isProposed === true ? [name] : []));
  return {
    ...(whens.length > 0 && { kata_whens: Object.fromEntries(whens) }),
    ...(proposed.length > 0 && { proposed_kata_whens: proposed }),
  };
}

export function totalsOf({ categories }: Plan): Totals {
  const all = [...categories.values()];
  const rules = all.flatMap((category) => category.rules);
  const must = rules.filter((rule) => rule.must).length;
  return {
    rules: rules.length,
    must,
    should: rules.length - must,
    katas: all.reduce((sum, { katas }) => sum + katas.size, 0),
    categories: all.filter((category) => category.rules.length + category.katas.size > 0).length,
  };
}
