import type { RemoteScope } from '../guidance/guidance.ts';
import { type HttpAnswer, maxAnswerBytes } from '../runtime/http-client.ts';
import { nextTurn } from '../runtime/turns.ts';
import type { Ask, Asking } from './ask-master.ts';
import { createKeptBundles } from './kept-bundles.ts';
import { MasterError } from './master-error.ts';
import { type ReadJson, readPlainEndpoints } from './plain-endpoints.ts';
import { isNotOffered, isOwnProblem, jsonOf } from './read-answer.ts';
import { type BundleReading, readBundle } from './read-bundle.ts';

/** Reads scopes of one master. */
export interface ScopeReader {
  /** Null where the master has no such scope. Throws MasterError for an answer that cannot be used. */
  read(name: string, reading: BundleReading, asking: Asking): Promise<RemoteScope | null>;
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

  /** Undefined where the master seems not to know bundles. */
  async function readAsBundle(
    name: string,
    reading: BundleReading,
    asking: Asking,
  ): Promise<RemoteScope | null | undefined> {
    const known = kept.get(name);
    const condition = known === undefined ? {} : { 'If-None-Match': known.etag };
    const answer = await ask(`${pathOf(name)}/bundle`, asking, condition);
    if (answer.status === 304 && known !== undefined) return known.scope;
    if (answer.status !== 404) return take(name, reading, answer);
    if (isOwnProblem(answer)) return null;
    // A proxy before it may have a 404 of its own; that says nothing of other scopes.
    if (!givesBundles) plainUntil = now() + plainMilliseconds;
    return undefined;
  }

  async function take(name: string, reading: BundleReading, answer: HttpAnswer): Promise<RemoteScope> {
    const data = jsonOf(answer);
    if (answer.text.length > largeAnswer) await nextTurn();
    const scope = await readBundle(reading, url, data, answer.text.length);
    givesBundles = true;
    plainUntil = 0;
    const etag = answer.headers.get('etag');
    if (etag !== null) kept.keep(name, { etag, scope });
    return scope;
  }

  return {
    async read(name, reading, asking) {
      const scope = now() < plainUntil ? undefined : await readAsBundle(name, reading, asking);
      if (scope !== undefined) return scope;
      return readPlainEndpoints(reading, url, name, createRead(name, asking, ask));
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
