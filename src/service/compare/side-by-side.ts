import { type KindName, kindNames } from '../../guidance/kinds.ts';
import type { Part } from '../../guidance/part.ts';
import { bySegment } from '../../model/names/category-path.ts';
import type { Origin } from '../../model/origin.ts';
import type { Change } from './change.ts';
import { createRuleComparer } from './compare-rules.ts';
import { comparingScopes } from './compare-scopes.ts';
import { describeValue, labelOf, movedText } from './formats/describe-change.ts';
import type { ComparedScope } from './load/compared-scope.ts';

/** Something that one of two scopes serves. */
export interface SideItem {
  /** What it is: `MUST`, `SHOULD when`, `kata release`. */
  readonly label: string;
  /** As written. */
  readonly text: string;
  /** Null where it is written in several places, or in none of its own. */
  readonly origin: Origin | null;
}

/** What two scopes serve of one category. */
export interface SideSection {
  /** Null for what has no categories: stories, and the scopes' own words. */
  readonly category: string | null;
  readonly left: readonly SideItem[];
  readonly right: readonly SideItem[];
  /** What both have. */
  readonly both: readonly SideItem[];
}

type Section = { readonly [Side in 'left' | 'right' | 'both']: SideItem[] };

/**
 * Two scopes beside each other: what one has alone, what differs, and what both have. What has no category comes last. It can pause after
 * each piece.
 */
export function* puttingSideBySide(
  left: ComparedScope,
  right: ComparedScope,
): Generator<void, SideSection[]> {
  const sections = new Map<string | null, Section>();
  const sectionOf = (category: string | null): Section => {
    const section = sections.get(category) ?? { left: [], right: [], both: [] };
    sections.set(category, section);
    return section;
  };
  const places = { left: placesIn(left), right: placesIn(right) };
  yield;
  const changes = yield* comparingScopes(left, right, createRuleComparer());
  for (const change of changes) {
    yield;
    const section = sectionOf(change.category);
    for (const side of ['left', 'right'] as const)
      for (const { label, text } of itemsOf(change, side === 'left' ? change.before : change.after))
        section[side].push({ label, text, origin: originOf(change, places[side]) });
  }
  for (const kind of kindNames) {
    for (const { category, ...item } of sharedItems(kind, left, right)) {
      sectionOf(category).both.push(item);
      yield;
    }
  }
  return [...sections]
    .map(([category, section]) => ({ category, ...section }))
    .filter((section) => section.left.length + section.right.length + section.both.length > 0)
    .sort(byCategory);
}

function byCategory({ category: a }: SideSection, { category: b }: SideSection): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return bySegment(a, b);
}

/** What a change shows on one side. A category that is on one side only shows what it says of itself. */
function itemsOf(change: Change, value: unknown): Pick<SideItem, 'label' | 'text'>[] {
  if (value === null) return [];
  if (change.element === 'category' && change.field === null) {
    return Object.entries(value as object).flatMap(([field, said]) => {
      const text = Array.isArray(said) ? said.join(', ') : describeValue(said);
      return text === '' ? [] : [{ label: labelOf({ ...change, field }), text }];
    });
  }
  const label = labelOf(change);
  if (change.op === 'moved' && Array.isArray(value))
    return [{ label: `${label}: ${movedText(change)}`, text: value.map(describeValue).join('\n') }];
  const times = change.count > 1 ? ` (${change.count} times)` : '';
  return [{ label: label + times, text: describeValue(value) || labelOf(change) }];
}

/** The part that each side has of what is named, by kind, element, category and name. */
function placesIn({ parts }: ComparedScope): ReadonlyMap<string, Origin | null> {
  return new Map(
    [...parts].flatMap(([kind, all]) => all.map((part) => [keyOf(kind, part), part.origin] as const)),
  );
}

function originOf(change: Change, places: ReadonlyMap<string, Origin | null>): Origin | null {
  if (change.element === 'rule') return change.op === 'moved' ? null : change.place;
  return change.element === 'category' ? null : (places.get(keyOf(change.kind, change)) ?? null);
}

function* sharedItems(
  kind: KindName,
  left: ComparedScope,
  right: ComparedScope,
): Iterable<SideItem & Pick<Part, 'category'>> {
  const others = new Map((right.parts.get(kind) ?? []).map((part) => [keyOf(kind, part), part]));
  for (const part of left.parts.get(kind) ?? []) {
    const other = others.get(keyOf(kind, part));
    if (other === undefined) continue;
    const { element, category, name, fields, rules, origin } = part;
    const label = labelOf({ element: element === 'category' ? 'rule' : element, kind, name, field: null });
    const texts = new Set(other.rules.map(({ text }) => text));
    for (const rule of rules)
      if (texts.has(rule.text)) yield { category, label, text: rule.text, origin: rule.origin };
    if (name !== null && JSON.stringify(fields) === JSON.stringify(other.fields))
      yield { category, label, text: describeValue(fields), origin };
  }
}

function keyOf(
  kind: string | null,
  { element, category, name }: Pick<Change, 'element' | 'category' | 'name'>,
): string {
  return JSON.stringify([kind, element, category, name]);
}
