import type { RemoteScope } from '../../guidance/guidance.ts';
import { nextTurn } from '../../runtime/async/turns.ts';
import { isSafePath } from '../../signing/manifest.ts';
import type { Asking } from '../ask-master.ts';
import type { HeldValue, Keeping } from '../copies/answer-or-copy.ts';
import { readKeptManifest } from '../copies/kept-manifest.ts';
import { createVouchers, isTextOf } from '../copies/vouchers.ts';
import { MasterError } from '../master-error.ts';
import { listOfScopes } from '../master-health.ts';
import { jsonOf, parsed } from '../read-answer.ts';
import { type BundleReading, readBundle } from '../read-bundle.ts';
import type { ContentQuestions } from './content-questions.ts';
import { createKeptBundles } from './kept-bundles.ts';
import {
  createManifestSource,
  type FetchPart,
  type ManifestSource,
  type ManifestSourceOptions,
  type VouchedEntry,
} from './manifest-source.ts';

type Held = HeldValue<RemoteScope>;

/** Characters of JSON that take long enough to read for others to have a turn then. */
const largeAnswer = 500_000;

/**
 * What a manifest names, on a web server, in files or of a server that signs: one question tells of all scopes what has changed, and
 * a bundle counts only as the very bytes that the manifest says.
 */
export function createManifestContent(
  options: Omit<ManifestSourceOptions, 'copies'> & { readonly keeping: Keeping | null },
): ContentQuestions {
  const { url, fetch, keeping, keys } = options;
  const source = createManifestSource({ ...options, copies: keeping?.copies ?? null });
  const from = { fetch, isAbsent: source.isAbsent };
  const kept = createKeptBundles();
  const vouchers = keeping === null ? null : createVouchers(keeping.copies, keys);

  async function read(
    name: string,
    reading: BundleReading,
    asking: Asking,
    held: Held | null,
  ): Promise<RemoteScope | null> {
    const entry = await source.entry(name, asking);
    if (entry === null) {
      if (held?.copy != null && held.copy.text === null) await held.place.confirm();
      else await held?.place.keep(null, null);
      return null;
    }
    const last = kept.get(name);
    const known = last?.etag === entry.sha256 ? last.scope : null;
    const text = held?.copy?.text ?? null;
    if (held !== null && text !== null && isTextOf(entry, text)) {
      const scope = known ?? (await held.open()) ?? (await toScope(name, reading, text));
      await confirm(entry, asking, held);
      if (known === null) kept.keep(name, { etag: entry.sha256, scope });
      return scope;
    }
    if (known !== null) return known;
    const { text: fresh, entry: found } = await bundle(name, entry, asking);
    const scope = await toScope(name, reading, fresh);
    kept.keep(name, { etag: found.sha256, scope });
    if (held !== null) await keep(found, fresh, asking, held);
    return scope;
  }

  async function keep(entry: VouchedEntry, text: string, { loop }: Asking, { place }: Held): Promise<void> {
    await place.keep(entry.sha256, text, await vouchers?.keep(entry.manifest, loop));
  }

  /** A copy that another manifest than the one before vouches for is written anew, so that the one before is not needed any longer. */
  async function confirm(entry: VouchedEntry, asking: Asking, held: Held): Promise<void> {
    const { copy, place } = held;
    const by = (await vouchers?.keep(entry.manifest, asking.loop)) ?? null;
    if (copy === null || copy.text === null) return;
    if (copy.by !== by) return keep(entry, copy.text, asking, held);
    await place.confirm();
    await vouchers?.confirm(copy, asking.loop);
  }

  /** The bundle that the manifest names, or that the one after it names: it may be replaced in between. */
  async function bundle(name: string, entry: VouchedEntry, asking: Asking) {
    try {
      return { text: await fetchBundle(from, name, entry, asking), entry };
    } catch (error) {
      if (!(error instanceof MasterError) || error.kind !== 'answer') throw error;
      const next = await source.entryAnew(name, asking);
      if (next === null || next.sha256 === entry.sha256) throw error;
      return { text: await fetchBundle(from, name, next, asking), entry: next };
    }
  }

  async function toScope(name: string, reading: BundleReading, text: string): Promise<RemoteScope> {
    if (text.length > largeAnswer) await nextTurn();
    return readBundle(reading, { url, name }, parsed(text), text.length);
  }

  return {
    scope: (name, reading) => ({
      subject: name,
      ask: (asking, held) => read(name, reading, asking, held),
      async open(copy, loop) {
        if (!(await vouchers?.vouchFor(name, copy, loop)))
          throw new MasterError('answer', `the copy of scope ${name} is not what its manifest names`);
        return copy.text === null ? null : toScope(name, reading, copy.text);
      },
    }),
    names: {
      subject: listOfScopes,
      ask: (asking) => source.names(asking),
      async open({ text }) {
        if (text === null) return null;
        const found = readKeptManifest(text, keys);
        if (found === null) throw new MasterError('answer', 'the copy of its manifest cannot be relied on');
        return Object.keys(found.manifest.scopes);
      },
    },
    async look(name, asking) {
      const entry = await source.entry(name, asking);
      if (entry !== null) await bundle(name, entry, asking);
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
  entry: VouchedEntry,
  asking: Asking,
): Promise<string> {
  const { path } = entry;
  if (!isSafePath(path))
    throw new MasterError('answer', `its manifest has an address for scope ${name} that is not below it`);
  const answer = await fetch(path, asking);
  if (await isAbsent(answer.status))
    throw new MasterError('answer', `its bundle of scope ${name} is not there (${answer.status})`);
  // Throws for any other status.
  if (answer.status !== 200) jsonOf(answer);
  if (!isTextOf(entry, answer.text))
    throw new MasterError('answer', `its bundle of scope ${name} is not the one that its manifest names`);
  return answer.text;
}
