import type { ToldChange } from './diff.ts';

/** What a scope serves, as its bundle has it, without origins. */
export interface Served {
  description: string;
  tags: Record<string, unknown>;
  rules: Record<string, Record<string, { fields: Fields; rules: string[] }>>;
  kataCategories: Record<string, { fields: Fields; katas: Map<string, Fields> }>;
  stories: Map<string, Fields>;
}

type Fields = Record<string, unknown>;

interface Bundle {
  metadata: { description: string; tags: Record<string, unknown> };
  commandments: Record<string, Fields & { rules: { text: string }[] }>;
  suggestions: Record<string, Fields & { rules: { text: string }[] }>;
  katas: Record<string, Fields & { katas: Record<string, Fields> }>;
  tenka: Record<string, Fields & { acs: Record<string, Fields> }>;
}

const nothing: Bundle = {
  metadata: { description: '', tags: {} },
  commandments: {},
  suggestions: {},
  katas: {},
  tenka: {},
};

/** A bundle as what is served; null for a scope that is not there. */
export function servedIn(bundle: unknown): Served {
  const { metadata, commandments, suggestions, katas, tenka } = (bundle ?? nothing) as Bundle;
  const rulesOf = (categories: Bundle['commandments']) =>
    Object.fromEntries(
      Object.entries(categories).map(([name, { rules, ids: _, ...fields }]) => [
        name,
        { fields, rules: rules.map(({ text }) => text) },
      ]),
    );
  const withoutOrigin = ({ origin: _, ...fields }: Fields) => fields;
  return {
    description: metadata.description,
    tags: metadata.tags,
    rules: { commandments: rulesOf(commandments), suggestions: rulesOf(suggestions) },
    kataCategories: Object.fromEntries(
      Object.entries(katas).map(([name, { katas: own, ...fields }]) => [
        name,
        {
          fields,
          katas: new Map(Object.entries(own).map(([kata, said]) => [kata, withoutOrigin(said)])),
        },
      ]),
    ),
    stories: new Map(
      Object.entries(tenka).flatMap(([id, { acs, ...fields }]): [string, Fields][] => [
        [id, withoutOrigin(fields)],
        ...Object.entries(acs),
      ]),
    ),
  };
}

/** Applies the changes of one scope. What is added comes last: where it stands is not told. */
export function apply(served: Served, changes: readonly ToldChange[]): Served {
  const made = structuredClone(served);
  const order = { category: 0, metadata: 0, story: 1, kata: 1, rule: 2 };
  // What moves is told as it was, and a category has to be there before what is in it.
  const sorted = [...changes].sort(
    (a, b) => Number(b.op === 'moved') - Number(a.op === 'moved') || order[a.element] - order[b.element],
  );
  const isGone = (change: ToldChange) =>
    change.element === 'category' && change.op === 'removed' && change.field === undefined;
  for (const change of sorted) if (!isGone(change)) applyOne(made, change);
  for (const change of sorted.filter(isGone)) {
    const { kind = 'katas', category = '' } = change;
    const categories = kind === 'katas' ? made.kataCategories : made.rules[kind];
    delete categories?.[category];
  }
  return made;
}

function applyOne(served: Served, change: ToldChange): void {
  const { element, kind = 'commandments', category = '', name, field, op, before, after } = change;
  if (element === 'metadata') {
    if (field === 'description') served.description = (after as string | null) ?? '';
    else if (op === 'removed') delete served.tags[name ?? ''];
    else served.tags[name ?? ''] = after;
  } else if (element === 'rule') {
    const list = served.rules[kind]?.[category]?.rules ?? [];
    const { from, text = '' } = change;
    if (from === undefined) return applyToList(list, change);
    const old = served.rules[from.kind]?.[from.category]?.rules ?? [];
    applyToList(old, { ...change, op: 'removed', before: text });
    applyToList(list, { ...change, op: 'added', after: text });
  } else if (element === 'category') {
    const categories: Record<string, { fields: Fields }> | undefined =
      kind === 'katas' ? served.kataCategories : served.rules[kind];
    if (categories === undefined) throw new Error(`there is no kind ${kind}`);
    const fields = categories[category]?.fields;
    if (field === undefined)
      categories[category] = {
        fields: structuredClone(after) as Fields,
        ...(kind === 'katas' ? { katas: new Map() } : { rules: [] }),
      };
    else if (fields !== undefined) applyToField(fields, field, change);
  } else {
    const named = element === 'kata' ? served.kataCategories[category]?.katas : served.stories;
    if (named === undefined) throw new Error(`there is no category ${category}`);
    if (op === 'moved' && field === undefined) {
      const names = [...named.keys()];
      names.splice(runAt(names, before as string[]), (before as string[]).length, ...(after as string[]));
      const entries = names.map((one): [string, Fields] => [one, named.get(one) ?? {}]);
      named.clear();
      for (const [one, fields] of entries) named.set(one, fields);
    } else if (field !== undefined) applyToField(named.get(name ?? '') ?? {}, field, change);
    else if (op === 'removed') named.delete(name ?? '');
    else named.set(name ?? '', structuredClone(after) as Fields);
  }
}

const lists = new Set(['tags', 'paths', 'see']);

function applyToField(fields: Fields, field: string, change: ToldChange): void {
  if (!lists.has(field)) {
    fields[field] = change.after;
    return;
  }
  const list = (fields[field] ?? []) as unknown[];
  applyToList(list, change);
  fields[field] = list;
}

function applyToList(list: unknown[], { op, before, after, count = 1 }: ToldChange): void {
  if (op === 'moved') {
    const [old, young] = [before as unknown[], after as unknown[]];
    list.splice(runAt(list, old), old.length, ...young);
    return;
  }
  for (let times = 0; times < count; times++) {
    const at = list.findIndex((item) => same(item, before));
    if (op !== 'added' && at === -1) throw new Error(`${JSON.stringify(before)} is not there`);
    if (op === 'added') list.push(after);
    else if (op === 'removed') list.splice(at, 1);
    else list.splice(at, 1, after);
  }
}

/** Where a run of items begins in a list. */
function runAt(list: readonly unknown[], run: readonly unknown[]): number {
  const at = list.findIndex((_, start) => run.every((item, index) => same(list[start + index], item)));
  if (at === -1) throw new Error('what moved is not there in its order');
  return at;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The same for two states that differ only in the place of what was added, removed or edited. */
export function withoutPlaces(served: Served): unknown {
  const sorted = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();
  // A bundle leaves out some lists that are empty.
  const isSaid = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  const plain = (fields: Fields) =>
    Object.entries(fields)
      .filter(([, value]) => isSaid(value))
      .map(([key, value]) => [key, Array.isArray(value) ? sorted(value) : value])
      .sort();
  return {
    description: served.description,
    tags: served.tags,
    rules: Object.fromEntries(
      Object.entries(served.rules).map(([kind, categories]) => [
        kind,
        Object.fromEntries(
          Object.entries(categories).map(([name, { fields, rules }]) => [
            name,
            { fields: plain(fields), rules: sorted(rules) },
          ]),
        ),
      ]),
    ),
    katas: Object.fromEntries(
      Object.entries(served.kataCategories).map(([name, { fields, katas }]) => [
        name,
        { fields: plain(fields), katas: [...katas].map(([kata, said]) => [kata, plain(said)]).sort() },
      ]),
    ),
    stories: [...served.stories].map(([name, said]) => [name, plain(said)]).sort(),
  };
}
