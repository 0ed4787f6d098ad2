import type { RemoteScope } from '../guidance/guidance.ts';
import { type HttpAnswer, maxAnswerBytes } from '../runtime/http-client.ts';
import { nextTurn } from '../runtime/turns.ts';
import type { HeldValue } from './answer-or-copy.ts';
import type { Ask, Asking } from './ask-master.ts';
import type { HeldCopy } from './copies.ts';
import { createKeptBundles } from './kept-bundles.ts';
import { MasterError } from './master-error.ts';
import { type ReadJson, readPlainEndpoints } from './plain-endpoints.ts';
import { isNotOffered, isOwnProblem, jsonOf } from './read-answer.ts';
import { type BundleReading, readBundle } from './read-bundle.ts';

type Held = HeldValue<RemoteScope>;

/** Reads scopes of one master. */
export interface ScopeReader {
  /**
   * Null where the master has no such scope. What is new is kept in the place of `held`, if copies are kept. Throws MasterError
   * for an answer that cannot be used.
   */
  read(name: string, reading: BundleReading, asking: Asking, held: Held | null): Promise<RemoteScope | null>;
  /** A kept body as guidance. Throws whatever is wrong with it. */
  open(reading: BundleReading, copy: HeldCopy): Promise<RemoteScope | null>;
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

/** Asks for bundles, with a condition where one is kept; a master that has none is asked the older way for a while. */
export function createScopeReader({ url, ask, now }: ScopeReaderOptions): ScopeReader {
  const kept = createKeptBundles();
  let plainUntil = 0;
  let givesBundles = false;

  /** The bundle to ask for again with a condition: where copies are kept, what is on disk counts. */
  function knownOf(name: string, held: Held | null) {
    const known = kept.get(name);
    if (held === null) return known && { etag: known.etag, open: async () => known.scope };
    const etag = held.copy?.text == null ? null : held.copy.etag;
    if (etag === null) return undefined;
    return { etag, open: known?.etag === etag ? async () => known.scope : held.open };
  }

  /** Undefined where the master seems not to know bundles. */
  async function readAsBundle(
    name: string,
    reading: BundleReading,
    asking: Asking,
    held: Held | null,
  ): Promise<RemoteScope | null | undefined> {
    const path = `${pathOf(name)}/bundle`;
    const known = knownOf(name, held);
    let answer = await ask(path, asking, known && { 'If-None-Match': known.etag });
    if (answer.status === 304 && known !== undefined) {
      const scope = await known.open();
      if (scope !== null) {
        if (kept.get(name)?.scope !== scope) kept.keep(name, { etag: known.etag, scope });
        await held?.place.confirm();
        return scope;
      }
      answer = await ask(path, asking);
    }
    if (answer.status !== 404) return take(name, reading, answer, held);
    if (isOwnProblem(answer)) {
      await held?.place.keep(null, null);
      return null;
    }
    // A proxy before it may have a 404 of its own; that says nothing of other scopes.
    if (!givesBundles) plainUntil = now() + plainMilliseconds;
    return undefined;
  }

  async function take(
    name: string,
    reading: BundleReading,
    answer: HttpAnswer,
    held: Held | null,
  ): Promise<RemoteScope> {
    const data = jsonOf(answer);
    const scope = await toScope(reading, data, answer.text.length);
    givesBundles = true;
    plainUntil = 0;
    const etag = answer.headers.get('etag');
    if (etag !== null) kept.keep(name, { etag, scope });
    await held?.place.keep(etag, answer.text);
    return scope;
  }

  async function toScope(reading: BundleReading, data: unknown, size: number): Promise<RemoteScope> {
    if (size > largeAnswer) await nextTurn();
    return readBundle(reading, url, data, size);
  }

  async function readPlain(
    name: string,
    reading: BundleReading,
    asking: Asking,
    held: Held | null,
  ): Promise<RemoteScope | null> {
    const read = createRead(name, asking, ask);
    const data = await readPlainEndpoints(reading, url, name, read);
    if (data === null) return null;
    const scope = await readBundle(reading, url, data, read.size());
    await held?.place.keep(null, JSON.stringify(data));
    return scope;
  }

  return {
    async read(name, reading, asking, held) {
      const scope = now() < plainUntil ? undefined : await readAsBundle(name, reading, asking, held);
      return scope === undefined ? readPlain(name, reading, asking, held) : scope;
    },
    async open(reading, { text }) {
      return text === null ? null : toScope(reading, JSON.parse(text), text.length);
    },
    forget() {
      kept.clear();
      plainUntil = 0;
      givesBundles = false;
    },
  };
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
