import type { TextRange } from '../model/problem.ts';
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

/** What names the same as a mention: a node within its flowchart, a scope anywhere, all else in scopes that are tied. */
async function allMentions(snapshot: Snapshot, { what, name, scope }: Mention): Promise<readonly Mention[]> {
  const isSame = (one: Mention) => one.what === what && one.name === name;
  const scopes = [...snapshot.scopes.values()].filter(
    (one) => what === 'scope' || one.name === scope || (what !== 'node' && snapshot.isTied(one.name, scope)),
  );
  const inTests = what === 'category' || what === 'kata';
  const tests = inTests ? await Promise.all(scopes.map((one) => mentionsInTests(snapshot, one.name))) : [];
  const ofSettings = what === 'scope' ? await mentionsInSettings(snapshot) : [];
  return [...scopes.flatMap((one) => mentionsOf(one)), ...tests.flat(), ...ofSettings].filter(isSame);
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
