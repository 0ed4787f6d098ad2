import type { RemoteScope } from '../../guidance/guidance.ts';
import { nextTurn } from '../../runtime/async/turns.ts';
import { type HttpAnswer, maxAnswerBytes } from '../../runtime/http/http-client.ts';
import type { Ask, Asking } from '../ask-master.ts';
import type { HeldValue } from '../copies/answer-or-copy.ts';
import type { HeldCopy } from '../copies/copies.ts';
import { MasterError } from '../master-error.ts';
import { confirmedEtag, etagOf, isNotOffered, isOwnProblem, jsonOf, parsed } from '../read-answer.ts';
import { type BundleReading, readBundle } from '../read-bundle.ts';
import { createKeptBundles, type KeptBundle } from './kept-bundles.ts';
import { type ReadJson, readPlainEndpoints } from './plain-endpoints.ts';

type Held = HeldValue<RemoteScope>;

/** Reads scopes of one master. */
export interface ScopeReader {
  /**
   * Null where the master has no such scope. What is new is kept in the place of `held`, if copies are kept. Throws MasterError
   * for an answer that cannot be used.
   */
  read(name: string, reading: BundleReading, asking: Asking, held: Held | null): Promise<RemoteScope | null>;
  /** A kept body as guidance. Throws whatever is wrong with it. */
  open(name: string, reading: BundleReading, copy: HeldCopy): Promise<RemoteScope | null>;
  /** Forgets kept bundles, and that the master has none to give. */
  forget(): void;
}

export interface ScopeReaderOptions {
  /** The master's. */
  readonly url: string;
  readonly ask: Ask;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Characters of JSON that take long enough to read for others to have a turn then. */
const largeAnswer = 500_000;

/** How long a master that has no bundles is taken to have none; it may be replaced by a newer one. */
const plainMilliseconds = 10 * 60_000;

/** What is to be read: a scope, how, for whom, and what is held of it. */
interface Wanted {
  readonly name: string;
  readonly reading: BundleReading;
  readonly asking: Asking;
  readonly held: Held | null;
}

/** Asks for bundles, with a condition where one is kept; a master that has none is asked the older way for a while. */
export function createScopeReader({ url, ask, now }: ScopeReaderOptions): ScopeReader {
  const kept = createKeptBundles();
  const offer = createOffer(now);

  /** Undefined where the master seems not to know bundles. */
  async function readAsBundle(wanted: Wanted): Promise<RemoteScope | null | undefined> {
    const { name, asking, held } = wanted;
    const path = `${pathOf(name)}/bundle`;
    const known = toRevalidate(kept.get(name), held);
    let answer = await ask(path, asking, known && { 'If-None-Match': known.etag });
    if (answer.status === 304 && known !== undefined) {
      const scope = await known.open();
      if (scope != null) {
        if (kept.get(name)?.scope !== scope) kept.keep(name, { etag: known.etag, scope });
        await held?.place.confirm();
        return scope;
      }
      answer = await ask(path, asking);
    }
    if (answer.status !== 404) return take(wanted, answer);
    if (isOwnProblem(answer)) {
      await held?.place.keep(null, null);
      return null;
    }
    offer.missed();
    return undefined;
  }

  async function take({ name, reading, held }: Wanted, answer: HttpAnswer): Promise<RemoteScope> {
    const data = jsonOf(answer);
    const scope = await toScope(name, reading, data, answer.text.length);
    offer.given();
    const etag = etagOf(answer);
    if (etag !== null) kept.keep(name, { etag, scope });
    await held?.place.keep(etag, answer.text);
    return scope;
  }

  async function toScope(
    name: string,
    reading: BundleReading,
    data: unknown,
    size: number,
  ): Promise<RemoteScope> {
    if (size > largeAnswer) await nextTurn();
    return readBundle(reading, { url, name }, data, size);
  }

  async function readPlain({ name, reading, asking, held }: Wanted): Promise<RemoteScope | null> {
    const read = createRead(name, asking, ask);
    const data = await readPlainEndpoints(reading, url, name, read);
    if (data === null) return null;
    const scope = await readBundle(reading, { url, name }, data, read.size());
    await held?.place.keep(null, JSON.stringify(data));
    return scope;
  }

  return {
    async read(name, reading, asking, held) {
      const wanted = { name, reading, asking, held };
      const scope = offer.seemsPlain() ? undefined : await readAsBundle(wanted);
      return scope === undefined ? readPlain(wanted) : scope;
    },
    async open(name, reading, { text }) {
      return text === null ? null : toScope(name, reading, parsed(text), text.length);
    },
    forget() {
      kept.clear();
      offer.forget();
    },
  };
}

/** Whether a master offers bundles, by what it has answered. */
function createOffer(now: () => number) {
  let plainUntil = 0;
  let givesBundles = false;
  return {
    seemsPlain: () => now() < plainUntil,
    given() {
      givesBundles = true;
      plainUntil = 0;
    },
    missed() {
      // A proxy before it may have a 404 of its own; that says nothing of other scopes.
      if (!givesBundles) plainUntil = now() + plainMilliseconds;
    },
    forget() {
      givesBundles = false;
      plainUntil = 0;
    },
  };
}

/** The bundle to ask for again with a condition: where copies are kept, what is on disk counts. */
function toRevalidate(known: KeptBundle | undefined, held: Held | null) {
  if (held === null) return known && { etag: known.etag, open: async () => known.scope };
  const etag = confirmedEtag(held.copy);
  if (etag === null) return undefined;
  return { etag, open: known?.etag === etag ? async () => known.scope : held.open };
}

/** Reads what is below a scope's address, up to the size of a bundle in all. */
function createRead(name: string, asking: Asking, ask: Ask): ReadJson {
  let size = 0;
  const read = async (path: string, { optional = false } = {}) => {
    const answer = await ask(pathOf(name) + path, asking);
    if (answer.status === 404 || (optional && isNotOffered(answer))) return null;
    size += answer.text.length;
    if (size > maxAnswerBytes)
      throw new MasterError('answer', `its answers for scope ${name} are larger than 8 MiB together`);
    return jsonOf(answer);
  };
  return Object.assign(read, { size: () => size });
}

function pathOf(scope: string): string {
  return `/scopes/${encodeURIComponent(scope)}`;
}
