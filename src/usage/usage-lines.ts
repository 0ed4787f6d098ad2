import type { RuleOutcomes, SessionCount, UsageCount, UsageLine } from './usage-line.ts';

/** Bytes of the counts in one line or request: a line has to fit into the body of a request, which has 64 KiB at most. */
export const portionBytes: number = 48 * 1024;

/** Counts in portions of at most `bytes` of JSON each: a line has to be read again. */
export function inPortions<Count>(counts: readonly Count[], bytes: number): Count[][] {
  const portions: Count[][] = [];
  let room = 0;
  for (const count of counts) {
    const size = Buffer.byteLength(JSON.stringify(count)) + 1;
    const last = portions.at(-1);
    if (last === undefined || size > room) {
      portions.push([count]);
      room = bytes - size;
    } else {
      last.push(count);
      room -= size;
    }
  }
  return portions;
}

/** Counts that are stored together. */
export interface UsageBatch {
  readonly counts: readonly UsageCount[];
  readonly sessions?: readonly SessionCount[] | undefined;
  readonly outcomes?: readonly RuleOutcomes[] | undefined;
}

/** The lines that hold a batch; `idOf` gives the id of each by its place, undefined for none. */
export function linesOf(
  { counts, sessions = [], outcomes = [] }: UsageBatch,
  timestamp: string,
  idOf: (index: number) => string | undefined,
): UsageLine[] {
  const isOne = inPortions<unknown>([...counts, ...sessions, ...outcomes], portionBytes).length === 1;
  const parts: readonly UsageBatch[] = isOne
    ? [{ counts, ...(sessions.length > 0 && { sessions }), ...(outcomes.length > 0 && { outcomes }) }]
    : [
        ...inPortions(counts, portionBytes).map((portion) => ({ counts: portion })),
        ...inPortions(sessions, portionBytes).map((portion) => ({ counts: [], sessions: portion })),
        ...inPortions(outcomes, portionBytes).map((portion) => ({ counts: [], outcomes: portion })),
      ];
  return parts.map((part, index) => {
    const id = idOf(index);
    return { timestamp, ...(id !== undefined && { id }), ...part };
  });
}
