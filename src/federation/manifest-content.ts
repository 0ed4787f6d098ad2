import type { RemoteScope } from '../guidance/guidance.ts';
import { nextTurn } from '../runtime/turns.ts';
import { isSafePath, type ManifestEntry } from '../signing/manifest.ts';
import type { HeldValue, Keeping } from './answer-or-copy.ts';
import type { Asking } from './ask-master.ts';
import type { ContentQuestions } from './content-questions.ts';
import { createKeptBundles } from './kept-bundles.ts';
import {
  createManifestSource,
  type FetchPart,
  type ManifestSource,
  type ManifestSourceOptions,
  readKeptManifest,
} from './manifest-source.ts';
import { MasterError } from './master-error.ts';
import { listOfScopes } from './master-health.ts';
import { jsonOf } from './read-answer.ts';
import { type BundleReading, readBundle } from './read-bundle.ts';
import { sha256 } from './sealed.ts';

/** Characters of JSON that take long enough to read for others to have a turn then. */
const largeAnswer = 500_000;

/**
 * What a manifest names, on a web server, in files or of a server that signs: one question tells of all scopes what has changed, and
 * a bundle counts only as the very bytes that the manifest says.
 */
export function createManifestContent(
  options: Omit<ManifestSourceOptions, 'copies'> & { readonly keeping: Keeping | null },
): ContentQuestions {
  const { url, fetch } = options;
  const source = createManifestSource({ ...options, copies: options.keeping?.copies ?? null });
  const from = { fetch, isAbsent: source.isAbsent };
  const kept = createKeptBundles();

  async function read(
    name: string,
    reading: BundleReading,
    asking: Asking,
    held: HeldValue<RemoteScope> | null,
  ): Promise<RemoteScope | null> {
    const entry = await source.entry(name, asking);
    if (entry === null) {
      if (held?.copy != null && held.copy.text === null) await held.place.confirm();
      else await held?.place.keep(null, null);
      return null;
    }
    const known = kept.get(name);
    if (held?.copy?.text != null && held.copy.etag === entry.sha256) {
      const scope = known?.etag === entry.sha256 ? known.scope : await held.open();
      if (scope !== null) {
        await held.place.confirm();
        if (known?.scope !== scope) kept.keep(name, { etag: entry.sha256, scope });
        return scope;
      }
    } else if (known?.etag === entry.sha256) {
      return known.scope;
    }
    const { text, entry: found } = await bundle(name, entry, asking);
    const scope = await toScope(reading, text);
    kept.keep(name, { etag: found.sha256, scope });
    await held?.place.keep(found.sha256, text);
    return scope;
  }

  /** The bundle that the manifest names, or that the one after it names: it may be replaced in between. */
  async function bundle(name: string, entry: ManifestEntry, asking: Asking) {
    try {
      return { text: await fetchBundle(from, name, entry, asking), entry };
    } catch (error) {
      if (!(error instanceof MasterError) || error.kind !== 'answer') throw error;
      const next = await source.entryAnew(name, asking);
      if (next === null || next.sha256 === entry.sha256) throw error;
      return { text: await fetchBundle(from, name, next, asking), entry: next };
    }
  }

  async function toScope(reading: BundleReading, text: string): Promise<RemoteScope> {
    if (text.length > largeAnswer) await nextTurn();
    return readBundle(reading, url, jsonOf({ status: 200, headers: json, text }), text.length);
  }

  return {
    scope: (name, reading) => ({
      subject: name,
      ask: (asking, held) => read(name, reading, asking, held),
      open: async ({ text }) => (text === null ? null : toScope(reading, text)),
    }),
    names: {
      subject: listOfScopes,
      ask: (asking) => source.names(asking),
      async open({ text }) {
        const found = text === null ? null : readKeptManifest(text);
        return found === null ? null : Object.keys(found.manifest.scopes);
      },
    },
    refresh: () => source.refresh(),
    forget() {
      kept.clear();
      source.forget();
    },
  };
}

/** The text of a bundle. Throws MasterError where it is not the very one of the entry. */
async function fetchBundle(
  { fetch, isAbsent }: { readonly fetch: FetchPart } & Pick<ManifestSource, 'isAbsent'>,
  name: string,
  entry: ManifestEntry,
  asking: Asking,
): Promise<string> {
  const { path, sha256: hash, size } = entry;
  if (!isSafePath(path))
    throw new MasterError('answer', `its manifest has an address for scope ${name} that is not below it`);
  const answer = await fetch(path, asking);
  if (await isAbsent(answer.status))
    throw new MasterError('answer', `its bundle of scope ${name} is not there (${answer.status})`);
  // Throws for any other status.
  if (answer.status !== 200) jsonOf(answer);
  if (Buffer.byteLength(answer.text) !== size || sha256(answer.text) !== hash)
    throw new MasterError('answer', `its bundle of scope ${name} is not the one that its manifest names`);
  return answer.text;
}

/** A bundle is taken for JSON whatever its web server says. */
const json = { get: (name: string) => (name === 'content-type' ? 'application/json' : null) };
