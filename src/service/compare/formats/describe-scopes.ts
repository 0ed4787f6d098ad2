import { formatTokens } from '../../../model/text/tokens.ts';
import type { Difference, ScopeDifference, ScopeSize } from '../change.ts';
import { topsOf } from '../reach.ts';
import { counted } from './describe-change.ts';

/** Scopes that are all shown, however they belong together. */
const maxShown = 20;

/** The scopes to show one by one, and the others: where there are many, those that inherit from one that differs too. */
export function scopesToShow({ scopes, lineages }: Difference): {
  readonly shown: readonly ScopeDifference[];
  readonly more: readonly ScopeDifference[];
} {
  const able = scopes.filter(({ state }) => state !== 'broken');
  if (able.length <= maxShown) return { shown: able, more: [] };
  const names = able.map(({ name }) => name);
  const first = new Set(topsOf(names, lineages));
  const shown = able.filter(({ name }) => first.has(name)).slice(0, maxShown);
  const kept = new Set(shown);
  return { shown, more: able.filter((scope) => !kept.has(scope)) };
}

/** `1,000 more scopes (12 new, 3 gone)`. */
export function moreScopes(scopes: readonly ScopeDifference[]): string {
  const states = { added: 'new', removed: 'gone' } as const;
  const parts = (['added', 'removed'] as const).flatMap((state) => {
    const count = scopes.filter((scope) => scope.state === state).length;
    return count === 0 ? [] : [`${count} ${states[state]}`];
  });
  return counted(scopes.length, 'more scope') + (parts.length === 0 ? '' : ` (${parts.join(', ')})`);
}

/** A figure of a scope before and now: `119 -> 120`, or `4` where it is the same. */
export function figure(
  { before, after }: Pick<ScopeDifference, 'before' | 'after'>,
  name: keyof ScopeSize,
  arrow: string,
): string {
  const figures = [before, after].flatMap((size) => (size === null ? [] : [formatTokens(size[name])]));
  return [...new Set(figures)].join(` ${arrow} `);
}
