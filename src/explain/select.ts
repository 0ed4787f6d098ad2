import type { ResolvedScope } from '../guidance/guidance.ts';
import { pieceIdPattern } from '../guidance/piece-id.ts';
import { ruleKinds } from '../guidance/rules/rule.ts';
import type { AcceptanceCriterion, UserStory } from '../guidance/stories/story.ts';
import { cutText } from '../model/cut-text.ts';
import { nearest } from '../model/nearest.ts';
import { normalise } from '../model/normalise.ts';
import type { Candidate } from './candidates.ts';

/** A candidate that is asked about. */
export interface Selected {
  readonly candidate: Candidate;
  /** The one acceptance criterion of a story that is meant; null for the whole. */
  readonly ac: AcceptanceCriterion | null;
}

export interface Selection {
  readonly selected: readonly Selected[];
  /** Whether it is a name that was read, and not a text. */
  readonly isName: boolean;
}

/**
 * The candidates that `of` means: those of an id, an exact category, a kata (`category/kata` or its name alone), a story or an
 * acceptance criterion by its ref; where there are none, those with that text as written, those that are served with that text,
 * or those that hold it, whatever its case. It can pause after each that it looks at.
 */
export function* selecting(candidates: readonly Candidate[], of: string): Generator<void, Selection> {
  const name = of.trim();
  const named = candidates.flatMap((candidate): Selected[] => {
    const { kind, slot } = candidate.traced;
    const isNamed =
      slot.category === name ||
      (slot.name !== null && (slot.key === name || slot.name === name)) ||
      (pieceIdPattern.test(name) && candidate.traced.id === name);
    if (isNamed) return [{ candidate, ac: null }];
    const ac = kind === 'stories' ? (candidate.traced.piece as UserStory).acs.get(name) : undefined;
    return ac === undefined ? [] : [{ candidate, ac }];
  });
  if (named.length > 0) return { selected: named, isName: true };
  return { selected: yield* withText(candidates, normalise(of)), isName: false };
}

function* withText(candidates: readonly Candidate[], text: string): Generator<void, Selected[]> {
  if (text === '') return [];
  const small = text.toLowerCase();
  const stages: readonly ((candidate: Candidate) => boolean)[] = [
    ({ traced }) => normalise(traced.text) === text,
    ({ rendered }) => rendered !== null && normalise(rendered) === text,
    ({ traced, rendered }) =>
      [traced.text, rendered ?? ''].some((one) => normalise(one).toLowerCase().includes(small)),
  ];
  for (const matches of stages) {
    const found = new Set<string>();
    for (const candidate of candidates) {
      if (matches(candidate)) found.add(keyOf(candidate));
      yield;
    }
    // What is served has layers below it that say the same.
    if (found.size > 0) {
      const alike = candidates.filter((candidate) => found.has(keyOf(candidate)));
      return alike.map((candidate) => ({ candidate, ac: null }));
    }
  }
  return [];
}

function keyOf({ traced: { kind, slot, id } }: Candidate): string {
  return `${kind} ${id} ${slot.key}`;
}

/** Names most like what was not found: texts too where several words were given. */
export function nearestNames(
  of: string,
  scope: ResolvedScope,
  candidates: readonly Candidate[],
): readonly string[] {
  const isText = /\s/.test(of.trim());
  const names = candidates.flatMap(({ traced: { kind, slot, piece, text } }) => [
    ...(slot.category === null ? [] : [slot.category]),
    ...(slot.name === null ? [] : [slot.key, slot.name]),
    ...(kind === 'stories' ? [...(piece as UserStory).acs.keys()] : []),
    ...(isText && slot.name === null ? [cutText(normalise(text), 200)] : []),
  ]);
  const empty = ruleKinds.flatMap((kind) => [...scope[kind].keys()]);
  return nearest(of.trim(), new Set([...names, ...empty]));
}
