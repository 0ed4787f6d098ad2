import * as v from 'valibot';
import type { RemoteScope } from '../guidance/guidance.ts';
import { authorKey, whenAuthorKey } from '../guidance/resolve/text-authors.ts';
import type { Waiver } from '../guidance/waivers/waiver.ts';
import { readWaiversOf } from '../guidance/waivers/waivers-wire.ts';
import { readAccess } from '../guidance/wire/bundle-access.ts';
import type { WireReader } from '../guidance/wire/wire.ts';
import { loadWires, readWires, type Wires } from '../guidance/wire/wires.ts';
import { foldLineBreaks, stripHidden } from '../model/text/hidden-text.ts';
import { toPlainLine } from '../model/text/plain-line.ts';
import type { Author } from '../render/text-renderer.ts';
import { type Lazy, lazy } from '../runtime/async/lazy.ts';
import { startTurns } from '../runtime/async/turns.ts';
import { bundleSchema } from './bundle-schema.ts';
import { MasterError } from './master-error.ts';

/** What bundles are read with. */
export interface BundleReading {
  readonly wires: Wires;
  readonly schema: ReturnType<typeof bundleSchema>;
}

/** Loads what bundles are read with, once: before a master is asked, so that it does not count as the master's time. */
export const openReading: Lazy<BundleReading> = lazy(async () => {
  const wires = await loadWires();
  return { wires, schema: bundleSchema(wires) };
});

/**
 * A bundle's data as the guidance of one master: checked, hidden characters taken out, every origin led back to that
 * master. `size` is that of the answers it comes from. Throws MasterError where the shape is wrong, or the bundle is of another scope
 * than `name`.
 */
export async function readBundle(
  { wires, schema }: BundleReading,
  { url, name }: { readonly url: string; readonly name: string },
  data: unknown,
  size: number,
): Promise<RemoteScope> {
  const bundle = await checkedInTurns(schema, data);
  checkScope(name, bundle.scope_name, 'bundle');
  const { tools, cleaned } = createTools(url, bundle.waivers);
  const { description, tags } = bundle.metadata;
  return {
    url,
    description: tools.clean(description ?? ''),
    tags: Object.fromEntries(tools.byName(tags, tools.clean)),
    ...(await readWires(wires, bundle, tools)),
    parents: bundle.parents,
    lineage: bundle.lineage,
    replaced: bundle.replaced.map(({ category, text, origin, by }) => ({
      category: toPlainLine(tools.clean(category)),
      text: tools.clean(text),
      origin: tools.origin(origin),
      by: by === null ? null : toPlainLine(by),
    })),
    tagsOf: new Map(
      bundle.tags_of.map(([key, own]) => [
        toldAuthor(key, url),
        Object.fromEntries(tools.byName(own, tools.clean)),
      ]),
    ),
    whenAuthors: new Map(
      bundle.when_origins.flatMap(([kind, own]) =>
        [...tools.byName(own, tools.author)].map(([category, author]): [string, Author] => [
          whenAuthorKey(kind, category),
          author,
        ]),
      ),
    ),
    access: readAccess(bundle.auth),
    absentParents: bundle.absent_parents.filter((name) => name !== bundle.scope_name),
    warnings: bundle.warnings.map((text) => toPlainLine(`${text} (told by ${url})`)),
    unavailable: bundle.unavailable.map(({ url: farther, reason, since, as_of }) => ({
      url: serverOf(farther, url),
      reason: toPlainLine(`${reason} (told by ${url})`),
      since: toPlainLine(since),
      ...(as_of !== undefined && { as_of: toPlainLine(as_of) }),
    })),
    cleaned: cleaned(),
    size,
  };
}

/** Throws MasterError where what was asked for scope `name` is of another; `what` names it. */
export function checkScope(name: string, told: string, what: string): void {
  if (told !== name)
    throw new MasterError(
      'answer',
      `its ${what} for scope ${name} is of scope ${JSON.stringify(told.slice(0, 200))}`,
    );
}

/** A bundle of that shape, key by key, with turns for others: a quarter of a million values take a while. */
async function checkedInTurns(
  { entries }: BundleReading['schema'],
  data: unknown,
): Promise<v.InferOutput<BundleReading['schema']>> {
  const turn = startTurns();
  const bundle = {};
  for (const [key, entry] of Object.entries(entries)) {
    Object.assign(bundle, checked(v.object({ [key]: entry }), data, 'bundle'));
    await turn();
  }
  return bundle as v.InferOutput<BundleReading['schema']>;
}

/** Runs of hidden characters in one bundle that may be ones that their script needs. */
const maxHiddenRuns = 250_000;

/** What makes content of the values of one master; `cleaned` counts the texts that hidden characters were taken out of. */
function createTools(
  url: string,
  waivers: readonly Waiver[],
): { readonly tools: WireReader; cleaned(): number } {
  let cleaned = 0;
  const allowance = { runs: maxHiddenRuns };
  const ids = new Set<string>();
  const clean = (text: string) => {
    const folded = foldLineBreaks(text);
    const plain = stripHidden(folded, allowance);
    if (plain !== folded) cleaned++;
    return plain;
  };
  const tools: WireReader = {
    clean,
    cleanOrNull: (text) => (text === null || text.trim() === '' ? null : clean(text)),
    origin: ({ server, scope, file, line }) => ({
      server: serverOf(server, url),
      scope,
      file: toPlainLine(file),
      line,
    }),
    author: ({ server, scope }) => ({ server: serverOf(server, url), scope }),
    byName: <From, To>(entries: readonly [string, From][], convert: (value: From, name: string) => To) =>
      new Map(
        entries.flatMap(([key, value]): [string, To][] => {
          const name = clean(key);
          return name.trim() === '' ? [] : [[name, convert(value, name)]];
        }),
      ),
    waivers: readWaiversOf(waivers, clean),
    takeId: (id) => !ids.has(id) && ids.add(id).has(id),
    refuse(reason) {
      throw new MasterError('answer', reason);
    },
  };
  return { tools, cleaned: () => cleaned };
}

/** Whose tags a key of `tags_of` leads to: a scope of the master's own, or of another server, whose address stands before it. */
function toldAuthor(key: string, url: string): string {
  const [first = '', second] = key.split(' ');
  return second === undefined
    ? authorKey({ server: url, scope: first })
    : authorKey({ server: serverOf(first, url), scope: second });
}

/** A chain of masters keeps the farthest; anything that is not an address is the master's own. */
function serverOf(server: string, url: string): string {
  return /^https?:\/\/[^\s@\p{C}]{1,300}$/u.test(server) ? server : url;
}

/** Data of a checked shape; MasterError names the first wrong place. */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  what: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = (v.getDotPath(issue) ?? '').slice(0, 100);
  throw new MasterError(
    'answer',
    `its ${what} has the wrong shape${place && ` at ${place}`}: ${issue.message.slice(0, 150)}`,
  );
}
