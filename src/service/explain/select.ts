import type { ResolvedScope } from '../../guidance/guidance.ts';
import { pieceIdPattern } from '../../guidance/piece-id.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import type { AcceptanceCriterion, UserStory } from '../../guidance/stories/story.ts';
import { cutText } from '../../model/text/cut-text.ts';
import { findingNearest } from '../../model/text/nearest.ts';
import { normalise } from '../../model/text/normalise.ts';
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
  const isId = pieceIdPattern.test(name);
  const named: Selected[] = [];
  for (const candidate of candidates) {
    yield;
    const { kind, slot, piece, id } = candidate.traced;
    const isNamed =
      slot.category === name ||
      (slot.name !== null && (slot.key === name || slot.name === name)) ||
      piece.id === name ||
      (isId && id() === name);
    const ac = kind === 'stories' ? (piece as UserStory).acs.get(name) : undefined;
    if (isNamed) named.push({ candidate, ac: null });
    else if (ac !== undefined) named.push({ candidate, ac });
  }
  if (named.length > 0) return { selected: named, isName: true };
  return { selected: yield* withText(candidates, normalise(of)), isName: false };
}

function* withText(candidates: readonly Candidate[], text: string): Generator<void, Selected[]> {
  if (text === '') return [];
  const small = text.toLowerCase();
  /** By how near the text is to what they say, the nearest first. */
  const stages = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const candidate of candidates) {
    yield;
    const stage = stageOf(candidate, text, small);
    if (stage !== null) stages[stage]?.add(keyOf(candidate));
  }
  const found = stages.find(({ size }) => size > 0);
  if (found === undefined) return [];
  // What is served has layers below it that say the same.
  const alike: Selected[] = [];
  for (const candidate of candidates) {
    yield;
    if (found.has(keyOf(candidate))) alike.push({ candidate, ac: null });
  }
  return alike;
}

/** 0 where that text is written, 1 where it is served, 2 where it is a part of either; null where it is not there. */
function stageOf({ traced, rendered }: Candidate, text: string, small: string): number | null {
  const written = normalise(traced.text);
  if (written === text) return 0;
  const served = rendered === null || rendered === traced.text ? written : normalise(rendered);
  if (served === text) return 1;
  const isPart = written.toLowerCase().includes(small) || served.toLowerCase().includes(small);
  return isPart ? 2 : null;
}

function keyOf({ traced: { kind, slot, id } }: Candidate): string {
  return `${kind} ${id()} ${slot.key}`;
}

/** Names most like what was not found: texts too where several words were given. It can pause after each that it looks at. */
export function* lookingForNearest(
  of: string,
  scope: ResolvedScope,
  candidates: readonly Candidate[],
): Generator<void, readonly string[]> {
  const isText = /\s/.test(of.trim());
  const names = new Set<string>();
  for (const { traced } of candidates) {
    yield;
    const { kind, slot, piece, text } = traced;
    if (slot.category !== null) names.add(slot.category);
    if (piece.id !== undefined) names.add(piece.id);
    if (slot.name !== null) names.add(slot.key).add(slot.name);
    if (kind === 'stories') for (const name of (piece as UserStory).acs.keys()) names.add(name);
    if (isText && slot.name === null) names.add(cutText(normalise(text), 200));
  }
  for (const kind of ruleKinds) for (const category of scope[kind].keys()) names.add(category);
  return yield* findingNearest(of.trim(), names);
}
