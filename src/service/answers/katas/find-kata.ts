import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Kata } from '../../../guidance/katas/kata.ts';
import { Fault } from '../../../model/fault.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { doubtOf } from '../doubt.ts';

export interface FoundKata {
  readonly category: string;
  readonly kata: Kata;
}

/**
 * The kata of that name, in one category if it is given; a name may have its category before it, as `release/roll-back`. Faults: `kata-not-found` with the nearest names,
 * `ambiguous-kata` with the categories to choose from.
 */
export function findKata(scope: ResolvedScope, name: string, category: string | undefined): FoundKata {
  const found = [...scope.katas].flatMap(([key, { katas }]): FoundKata[] => {
    const kata = katas.get(name);
    return kata === undefined || (category !== undefined && key !== category)
      ? []
      : [{ category: key, kata }];
  });
  const [first, ...others] = found;
  if (first === undefined) {
    const [, within = '', own = ''] = category === undefined ? (/^(.+)\/(.+)$/s.exec(name) ?? []) : [];
    const kata = scope.katas.get(within)?.katas.get(own);
    if (kata !== undefined) return { category: within, kata };
    throw notFound(scope, name, category);
  }
  if (others.length === 0) return first;
  const places = found.map((one) => one.category).join(', ');
  throw new Fault(
    'ambiguous-kata',
    `Several categories have a kata "${name}": ${places}. Name one of them as category.`,
  );
}

function notFound(scope: ResolvedScope, name: string, category: string | undefined): Fault {
  const elsewhere = [...scope.katas].filter(([, { katas }]) => katas.has(name)).map(([key]) => key);
  const where = category === undefined ? '' : ` in category ${quoted(category)}`;
  const names = new Set([...scope.katas.values()].flatMap(({ katas }) => [...katas.keys()]));
  const advice =
    elsewhere.length > 0
      ? `Its category is ${elsewhere.join(', ')}.`
      : names.size === 0
        ? 'The scope has no katas.'
        : `The nearest names are: ${nearest(name, names).join(', ')}.`;
  const message = `Scope "${scope.name}" has no kata ${quoted(name)}${where}. ${advice}`;
  return new Fault('kata-not-found', message + (elsewhere.length > 0 ? '' : doubtOf(scope)));
}

/** What was asked for, on one line and no longer than a line. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
