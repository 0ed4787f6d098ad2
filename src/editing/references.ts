import type { TextRange } from '../model/problems/problem.ts';
import { type Mention, mentionAt, mentionsInSettings, mentionsInTests, mentionsOf } from './mentions.ts';
import type { FilePlace, Snapshot } from './snapshot.ts';

/** A part of a file of a project. */
export interface FileRange {
  readonly file: string;
  readonly range: TextRange;
}

const start: TextRange = { line: 1, column: 1, end_line: 1, end_column: 1 };

/** What is named at a place, or null. */
export async function mentionHere({
  snapshot,
  name,
  scope,
  text,
  offset,
}: FilePlace): Promise<Mention | null> {
  const found = snapshot.scopes.get(scope);
  const own = found === undefined ? [] : mentionsOf(found);
  const others = scope === '' ? await mentionsInSettings(snapshot) : await mentionsInTests(snapshot, scope);
  const before = text.slice(0, offset).split('\n');
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return mentionAt([...own, ...others], name, place);
}

/** Where what is named at a place is defined, the nearest first: for a definition those that it stands above. */
export async function findDefinitions(place: FilePlace): Promise<readonly FileRange[]> {
  const { snapshot } = place;
  const mention = await mentionHere(place);
  if (mention === null) return [];
  if (mention.what === 'scope') return scopeStart(await snapshot.whole(), mention.name);
  const scopes = mention.what === 'node' ? [mention.scope] : snapshot.lineageOf(mention.scope);
  const named = scopes.flatMap((name) => {
    const scope = snapshot.scopes.get(name);
    return scope === undefined ? [] : mentionsOf(scope).filter(({ what }) => what === mention.what);
  });
  const exact = named.filter(({ name, isDefinition }) => isDefinition && name === mention.name);
  const below = named.filter(
    ({ name, isDefinition }) =>
      isDefinition && mention.what === 'category' && name.startsWith(`${mention.name}.`),
  );
  const found = exact.length > 0 ? exact : below;
  const others = found.filter((one) => !isSamePlace(one, mention));
  return others.length > 0 ? others : found;
}

/** Every place that names what is named at a place, in all scopes that have it from one another. */
export async function findReferences(
  place: FilePlace,
  { withDefinitions }: { readonly withDefinitions: boolean },
): Promise<readonly FileRange[]> {
  const mention = await mentionHere(place);
  if (mention === null) return [];
  const all = await allMentions(await place.snapshot.whole(), mention);
  return all.filter(({ isDefinition }) => withDefinitions || !isDefinition);
}

/** What names the same as a mention: a node within its flowchart, a scope anywhere, all else in scopes that have it from one another. */
async function allMentions(snapshot: Snapshot, { what, name, scope }: Mention): Promise<readonly Mention[]> {
  const isSame = (one: Mention) => one.what === what && one.name === name;
  if (what === 'category' || what === 'kata')
    return (await mentionsInFamily(snapshot, scope, (one) => one.isDefinition && isSame(one))).filter(isSame);
  const scopes = [...snapshot.scopes.values()].filter((one) => what === 'scope' || one.name === scope);
  const ofSettings = what === 'scope' ? await mentionsInSettings(snapshot) : [];
  return [...scopes.flatMap((one) => mentionsOf(one)), ...ofSettings].filter(isSame);
}

/**
 * All that is named in the scopes that have something from one another, beginning with `start`, and in those tied to them. `isMeant`
 * says which of its mentions make a scope one that has it.
 */
export async function mentionsInFamily(
  snapshot: Snapshot,
  start: string,
  isMeant: (mention: Mention) => boolean,
): Promise<readonly Mention[]> {
  const scopes = [...snapshot.scopes.values()];
  const having = scopes.filter((scope) => mentionsOf(scope).some(isMeant));
  const members = new Set([start]);
  // A set that grows while it is walked hands out what was added, too.
  for (const member of members) {
    for (const { name } of having) if (snapshot.isTied(name, member)) members.add(name);
  }
  const family = scopes.filter(({ name }) => [...members].some((member) => snapshot.isTied(name, member)));
  const tests = await Promise.all(family.map(({ name }) => mentionsInTests(snapshot, name)));
  return [...family.flatMap((scope) => mentionsOf(scope)), ...tests.flat()];
}

/** The start of what describes a scope. */
function scopeStart({ scopes }: Snapshot, name: string): FileRange[] {
  const files = [...(scopes.get(name)?.outline.sources.keys() ?? [])];
  const file = files.find((one) => one.endsWith('/metadata.yml')) ?? files[0];
  return file === undefined ? [] : [{ file, range: start }];
}

function isSamePlace(a: Mention, b: Mention): boolean {
  return a.file === b.file && a.range.line === b.range.line && a.range.column === b.range.column;
}
