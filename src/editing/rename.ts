import { isCategoryPath, isWithin } from '../model/names/category-path.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import { type FileRange, findReferences, mentionHere, mentionsInFamily } from './references.ts';
import type { FilePlace, Snapshot } from './snapshot.ts';

/** A name that can be changed, and where it stands. */
export interface Renamable extends FileRange {
  /** As it is called in full. */
  readonly name: string;
}

export interface RenameEdit extends FileRange {
  readonly text: string;
}

/** Why a name cannot be changed, in words for who asked. */
export class RenameRefused extends Error {
  override readonly name = 'RenameRefused';
}

/** What could be renamed at a place: a category, or the node of a flowchart; null for anything else. */
export async function findRenamable(place: FilePlace): Promise<Renamable | null> {
  const mention = await mentionHere(place);
  if (mention?.what === 'category') return mention;
  if (mention?.what === 'node') return { ...mention, name: nodeId(mention.name) };
  return null;
}

/** The edits that change a name wherever it means the same. RenameRefused with the reason where that cannot be done. */
export async function rename(place: FilePlace, wanted: string): Promise<readonly RenameEdit[]> {
  const mention = await mentionHere(place);
  if (mention?.what === 'category') return renameCategory(await place.snapshot.whole(), mention, wanted);
  if (mention?.what === 'node') return renameNode(place, mention, wanted);
  throw new RenameRefused('Only categories and the nodes of flowcharts can be renamed');
}

async function renameNode(place: FilePlace, mention: Mention, wanted: string): Promise<RenameEdit[]> {
  const id = wanted.trim();
  if (!/^[\w][\w.-]*$/.test(id)) {
    throw new RenameRefused(`"${wanted}" cannot be the id of a node: use letters, digits, "_", "." and "-"`);
  }
  const before = nodeId(mention.name);
  const scope = place.snapshot.scopes.get(mention.scope);
  const taken = mention.name.slice(0, -before.length) + id;
  if (id !== before && scope !== undefined && mentionsOf(scope).some(({ name }) => name === taken)) {
    throw new RenameRefused(`The flowchart has a node "${id}" already`);
  }
  const all = (await findReferences(place, { withDefinitions: true })) as readonly Mention[];
  return all.map((one) => ({ file: one.file, range: one.range, text: asValue(id, one.source) }));
}

async function renameCategory(snapshot: Snapshot, mention: Mention, wanted: string): Promise<RenameEdit[]> {
  const old = mention.name;
  const now = fullName(mention, wanted.trim().replace(/^\+/, ''));
  if (!isCategoryPath(now)) {
    throw new RenameRefused(
      `"${wanted}" cannot be the name of a category: use A-Z, a-z, 0-9, "_" and "-", with dots between the segments`,
    );
  }
  if (now === old) return [];
  const named = await mentionsInFamily(
    snapshot,
    mention.scope,
    ({ above, name }) => above !== null && isWithin(name, old),
  );
  const all = named.filter(({ what }) => what === 'category');
  const taken = all.find((one) => one.above !== null && isWithin(one.name, now) && !isWithin(one.name, old));
  if (taken !== undefined) {
    throw new RenameRefused(`There is a category "${now}" already, at ${taken.file}:${taken.range.line}`);
  }
  return all
    .filter((one) => isWithin(one.name, old))
    .flatMap((one): RenameEdit[] => {
      const { above, file, range, source } = one;
      if (above === null) return [{ file, range, text: asValue(now + one.name.slice(old.length), source) }];
      // A key below this one has a path of its own that goes on from here.
      if (isWithin(above, old)) return [];
      const path = now + one.name.slice(old.length);
      if (above === '') return [{ file, range, text: path }];
      if (path.startsWith(`${above}.`)) return [{ file, range, text: path.slice(above.length + 1) }];
      throw new RenameRefused(
        `"${old}" is written below "${above}" at ${file}:${range.line}: choose a name that begins with "${above}.", or write it as one key first`,
      );
    });
}

/** What was typed in the place of a key that stands below others is the rest of its path, unless it has all of it. */
function fullName({ above }: Mention, wanted: string): string {
  return above === null || above === '' || wanted.startsWith(`${above}.`) ? wanted : `${above}.${wanted}`;
}

function nodeId(name: string): string {
  return name.slice(name.indexOf('#') + 1);
}

/** A text in the place of a value: in quotes where YAML would read it as something else, and has none yet. */
function asValue(text: string, source: string): string {
  const isPlain = !/^["']/.test(source);
  return isPlain && /^(true|false|null|[-+.]?\d[\d.eE+-]*|0[xo][\da-f]+)$/i.test(text) ? `"${text}"` : text;
}
