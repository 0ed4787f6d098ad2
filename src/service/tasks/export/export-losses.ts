import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import { bySegment } from '../../../model/names/category-path.ts';
import type { CategoryFilter } from '../../answers/category-filter.ts';

/** A part of a scope that no file of an export says: with `kata` what of that kata, else what of the category. */
export interface Loss {
  readonly scope: string;
  readonly as: 'rule' | 'kata' | 'when' | 'tags' | 'see' | 'paths' | 'category';
  readonly category: string;
  readonly kata?: string;
}

/** What an export writes of a scope, over all of its targets. */
export interface Carried {
  readonly rules: boolean;
  readonly katas: boolean;
}

/**
 * What of the rules and katas of a scope its files do not say, by their shape: files of rules hold no katas, tags, links and `when` of
 * categories without rules; skills hold no rules, nor the categories and globs of their katas.
 */
export function lossesOf(scope: ResolvedScope, carried: Carried, wanted: CategoryFilter): Loss[] {
  return [...ruleLosses(scope, carried, wanted), ...kataLosses(scope, carried, wanted)];
}

function ruleLosses(scope: ResolvedScope, { rules: isCarried }: Carried, wanted: CategoryFilter): Loss[] {
  const names = new Set(ruleKinds.flatMap((kind) => [...scope[kind].keys()]));
  return [...names]
    .filter(wanted)
    .sort(bySegment)
    .flatMap((category) => {
      const own = ruleKinds.flatMap((kind) => scope[kind].get(category) ?? []);
      const hasRules = own.some(({ rules }) => rules.length > 0);
      const loss = (as: Loss['as'], isLost: boolean): Loss[] =>
        isLost ? [{ scope: scope.name, as, category }] : [];
      if (hasRules && !isCarried) return loss('rule', true);
      return [
        ...loss('when', !hasRules && own.some(({ when }) => when !== null)),
        ...loss(
          'tags',
          own.some(({ tags }) => tags.length > 0),
        ),
        ...loss(
          'see',
          own.some(({ see }) => see.length > 0),
        ),
      ];
    });
}

function kataLosses(scope: ResolvedScope, { katas: isCarried }: Carried, wanted: CategoryFilter): Loss[] {
  return [...scope.katas]
    .sort(([a], [b]) => bySegment(a, b))
    .flatMap(([category, { katas, paths }]) =>
      [...katas.values()].flatMap((kata): Loss[] => {
        const loss = { scope: scope.name, category, kata: kata.name };
        if (!isCarried || !wanted(category)) return [{ ...loss, as: 'kata' }];
        const isBound = paths.length + kata.paths.length > 0;
        return [{ ...loss, as: 'category' }, ...(isBound ? [{ ...loss, as: 'paths' as const }] : [])];
      }),
    );
}

/** What no target at all is there for, in a sentence for each kind. */
export function lossNotes(losses: readonly Loss[], scope: string, { rules, katas }: Carried): string[] {
  const count = (as: Loss['as']) => losses.filter((loss) => loss.scope === scope && loss.as === as).length;
  const told = (number: number, what: string, to: string) =>
    number === 0 ? [] : [`Not carried: ${what} of ${scope} (--to ${to}).`];
  const plural = (number: number, one: string, many: string) =>
    number === 1 ? `1 ${one}` : `${number} ${many}`;
  return [
    ...(katas ? [] : told(count('kata'), plural(count('kata'), 'kata', 'katas'), 'skills')),
    ...(rules
      ? []
      : told(count('rule'), `the rules in ${plural(count('rule'), 'category', 'categories')}`, 'agents')),
  ];
}
