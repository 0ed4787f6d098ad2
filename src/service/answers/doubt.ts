import type { ResolvedScope } from '../../guidance/guidance.ts';

/** What a fault adds where something is not found in a scope that is not complete: it may be in what is missing. */
export function doubtOf({ gaps, unavailable }: Pick<ResolvedScope, 'gaps' | 'unavailable'>): string {
  const [first, ...more] = [
    ...gaps.map(({ text }) => text.replace(/\.$/, '')),
    ...unavailable.map(({ url }) => `master ${url} is unavailable`),
  ];
  if (first === undefined) return '';
  return ` This scope is incomplete: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}.`;
}
