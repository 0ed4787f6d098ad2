import { type KindName, kinds } from '../../../guidance/kinds.ts';
import { isRuleKind } from '../../../guidance/rules/rule.ts';
import { cutText } from '../../../model/text/cut-text.ts';
import type { Change, Difference, ToldChange } from '../change.ts';

/** `+` for what is new, `-` for what is gone, `~` for what is another. */
export const signs: Readonly<Record<Change['op'], string>> = {
  added: '+',
  removed: '-',
  changed: '~',
  moved: '~',
};

/** What of a category changed, rules or its katas. */
const strengthOf = (kind: KindName | null) =>
  kind === null ? '' : isRuleKind(kind) ? kinds[kind].noun : kind;

/** What a change is about: `api.http MUST`, `delivery/release kata when`. */
export function subjectOf({
  element,
  kind,
  category,
  name,
  field,
  id = null,
}: Pick<Change, 'element' | 'kind' | 'category' | 'name' | 'field'> & Partial<Pick<Change, 'id'>>): string {
  const strength = strengthOf(kind);
  switch (element) {
    case 'rule':
      return field === null ? `${category} ${strength}` : `${category} ${strength} ${id} ${field}`;
    case 'category':
      return `${category} ${strength} ${field ?? 'category'}`;
    case 'story':
      return [name, name?.startsWith('AC') ? 'criterion' : 'story', field].filter(Boolean).join(' ');
    case 'metadata':
      return name === null ? (field ?? '') : `tag ${name}`;
    default: {
      const place = [category, name].filter((one) => one !== null).join('/');
      return [place, element, field].filter(Boolean).join(' ');
    }
  }
}

/** The same without its category: `MUST`, `kata release when`. */
export function labelOf({
  element,
  kind,
  name,
  field,
  id = null,
}: Pick<Change, 'element' | 'kind' | 'name' | 'field'> & Partial<Pick<Change, 'id'>>): string {
  const strength = strengthOf(kind);
  if (element === 'rule') return field === null ? strength : `${strength} ${id} ${field}`;
  if (element === 'category') return `${strength} ${field ?? 'category'}`;
  if (element === 'kata') return ['kata', name, field].filter(Boolean).join(' ');
  return subjectOf({ element, kind, category: null, name, field });
}

/** What moved, for people: `order of 3 rules`. */
export function movedText({ element, field, after }: Pick<Change, 'element' | 'field' | 'after'>): string {
  const count = Array.isArray(after) ? after.length : 0;
  const nouns: Readonly<Record<string, string>> = { rule: 'rules', kata: 'katas', story: 'stories' };
  return `order of ${count} ${field === null ? (nouns[element] ?? 'items') : 'items'}`;
}

/** A value as one text: of what has several fields, the first text that says what it is. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return value === null ? '' : String(value);
  return Object.values(value).find((one) => typeof one === 'string' && one !== '') ?? '';
}

/** Parts of two texts, each at most `length` characters long, that begin a little before they differ. */
export function whereTheyDiffer(before: string, after: string, length: number): readonly [string, string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const lead = Math.floor(length / 4);
  const start = Math.max(before.length, after.length) <= length || same <= lead ? 0 : same - lead;
  const part = (text: string) => {
    const rest = start === 0 ? text : `…${text.slice(start).replace(/^[\uDC00-\uDFFF]/, '')}`;
    return rest.length > length ? `${cutText(rest, length)}…` : rest;
  };
  return [part(before), part(after)];
}

/** What a change is from and to, cut to where that differs: two texts where something changed, one of what is new or gone. */
export function changedTexts({ op, before, after }: Change, length: number): readonly string[] {
  const [old, young] = whereTheyDiffer(describeValue(before), describeValue(after), length);
  return op === 'changed' ? [old, young] : [op === 'added' ? young : old];
}

/**
 * The changes for people. What a scope that is new, or gone, has from scopes that are neither is left out: its number of rules
 * says enough.
 */
export function notableChanges({ scopes, changes }: Difference): ToldChange[] {
  const named = (state: string) =>
    new Set(scopes.filter((scope) => scope.state === state).map(({ name }) => name));
  const unequal = [named('added'), named('removed')];
  return changes.filter(({ place, scopes: reached }) =>
    unequal.every(
      (names) => place === null || names.has(place.scope) || !reached.every((name) => names.has(name)),
    ),
  );
}

/** `1 change`, `3 changes`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
