import { type KindName, kindNames, kinds } from '../../guidance/kinds.ts';
import { bySegment } from '../../model/names/category-path.ts';
import type { FilePlace } from '../snapshot.ts';
import type { CompletionItem } from './item.ts';

/** The scopes that a scope can inherit from. */
export async function scopeItems({ snapshot, scope }: FilePlace): Promise<CompletionItem[]> {
  const { scopes, lineageOf } = await snapshot.whole();
  return [...scopes.values()]
    .filter(({ name }) => name !== scope && !lineageOf(name).includes(scope))
    .map(({ name, layer }) => {
      const { description } = layer.metadata;
      return { label: name, kind: 'scope', ...(description !== '' && { about: description }) };
    });
}

/** The categories that a scope has, its own and inherited. */
export function categoryItems(place: FilePlace): CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  for (const kind of kindNames) {
    for (const { category, when, from } of categoriesOf(place, kind)) {
      if (found.has(category)) continue;
      found.set(category, itemOf(category, when, from === place.scope ? null : from));
    }
  }
  return [...found.values()].sort((a, b) => bySegment(a.label, b.label));
}

/** The categories that a file could have besides: those of the scope and its ancestors, also added to with `+`. */
export function newCategoryItems(
  place: FilePlace,
  kind: KindName,
  present: readonly string[],
): CompletionItem[] {
  const has = new Set(present.map((key) => key.replace(/^\+/, '')));
  const inherited = new Set(
    categoriesOf(place, kind).flatMap(({ category, from }) => (from === place.scope ? [] : [category])),
  );
  return categoryItems(place)
    .filter(({ label }) => !has.has(label))
    .flatMap((item): CompletionItem[] => {
      const own = { ...item, text: `${item.label}:` };
      if (kind !== 'suggestions' || !inherited.has(item.label)) return [own];
      const detail = `adds to what is inherited${item.detail === undefined ? '' : ` ${item.detail}`}`;
      return [own, { ...own, label: `+${item.label}`, text: `+${item.label}:`, detail }];
    });
}

/** The katas that a scope has, as `category/kata`. */
export function kataItems({ snapshot, scope }: FilePlace): CompletionItem[] {
  const katas = snapshot.merged(scope)?.resolved.katas ?? new Map();
  return [...katas].flatMap(([category, { katas: own }]) =>
    [...own.values()].map(({ name, when, origin }): CompletionItem => {
      const label = `${category}/${name}`;
      const from = origin.scope === scope ? null : origin.scope;
      return { ...itemOf(label, when, from), kind: 'kata' };
    }),
  );
}

interface Category {
  readonly category: string;
  readonly when: string | null;
  /** The scope that it comes from first. */
  readonly from: string;
}

function categoriesOf({ snapshot, scope }: FilePlace, kind: KindName): Category[] {
  const resolved = snapshot.merged(scope)?.resolved;
  if (resolved === undefined) return [];
  return [...kinds[kind].groups(resolved[kind] as never)].flatMap(({ category, when, pieces }) =>
    category === null ? [] : [{ category, when, from: pieces[0]?.origin.scope ?? scope }],
  );
}

function itemOf(label: string, when: string | null, from: string | null): CompletionItem {
  return {
    label,
    kind: 'category',
    ...(from !== null && { detail: `from ${from}` }),
    ...(when !== null && { about: when }),
  };
}
