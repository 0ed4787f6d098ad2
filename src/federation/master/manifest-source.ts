import { manifestName } from '../../model/names/manifest-name.ts';
import { createTtlCache } from '../../runtime/async/cache.ts';
import type { HttpAnswer } from '../../runtime/http/http-client.ts';
import type { Logger } from '../../runtime/log.ts';
import { type Manifest, type ManifestEntry, readManifest } from '../../signing/manifest.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import type { Asking } from '../ask-master.ts';
import type { Copies, HeldCopy } from '../copies/copies.ts';
import {
  judgeManifest,
  manifestCopy,
  readKeptManifest,
  type SignedManifest,
} from '../copies/kept-manifest.ts';
import { MasterError } from '../master-error.ts';
import { listOfScopes } from '../master-health.ts';
import { etagOf, jsonOf, whyTooMuch } from '../read-answer.ts';
import type { KnownVersion } from './known-version.ts';

/** Fetches what lies at a path relative to the manifest; the manifest itself for an empty one. Throws MasterError. */
export type FetchPart = (
  path: string,
  asking: Asking,
  condition?: Readonly<Record<string, string>>,
) => Promise<HttpAnswer>;

export interface ManifestSourceOptions {
  readonly url: string;
  readonly fetch: FetchPart;
  /** Whether a server makes it anew as it is asked. */
  readonly isLive: boolean;
  /** Those that it must be signed with; null where it need not be. */
  readonly keys: readonly PublicKey[] | null;
  readonly version: KnownVersion;
  /** Whether a login is sent there. */
  readonly hasLogin: () => Promise<boolean>;
  /** Where it is kept on disk; null where nothing is. */
  readonly copies: Copies | null;
  /** How long it is taken for the latest. */
  readonly ttlSeconds: number;
  /** Takes each manifest that is signed as it must be. */
  readonly onSigned: (manifest: Manifest) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

/** What a manifest says of a scope, and the manifest that says it. */
export interface VouchedEntry extends ManifestEntry {
  readonly manifest: SignedManifest;
}

/** The manifest of one master, as it may be relied on. All throw MasterError where there is none. */
export interface ManifestSource {
  /** What it says of a scope; null where it has none. */
  entry(name: string, asking: Asking): Promise<VouchedEntry | null>;
  /** The same, asked for again. */
  entryAnew(name: string, asking: Asking): Promise<VouchedEntry | null>;
  names(asking: Asking): Promise<readonly string[]>;
  /** Whether an answer with that status says that there is nothing, which is for whoever signs to say, not for whoever holds the files. */
  isAbsent(status: number): Promise<boolean>;
  /** Has it asked for again. */
  refresh(): void;
  forget(): void;
}

/** A manifest with what was read, to be asked for again with a condition. */
interface Known extends SignedManifest {
  readonly etag: string | null;
}

/** Seconds by which the versions of servers behind one address may differ: they are made from their clocks. */
const liveTolerance = 300;

export function createManifestSource(options: ManifestSourceOptions): ManifestSource {
  const { fetch, isLive, keys, copies, ttlSeconds } = options;
  // Each chain of servers that asks a live one may see another.
  const current = createTtlCache<Known>({ ttlSeconds });
  const last = new Map<string, Known>();
  const { accept, isExpired } = createAcceptance(options);

  const keyOf = ({ loop }: Asking) => loop.slice(0, -1).join(' ');

  async function get(asking: Asking): Promise<Known> {
    const key = keyOf(asking);
    const known = current.peek(key);
    if (known !== undefined && isExpired(known.manifest)) current.clear(key);
    return current.get(key, () => load(key, asking));
  }

  async function load(key: string, asking: Asking): Promise<Known> {
    const place = copies === null ? null : await copies(listOfScopes, asking.loop);
    const known = last.get(key) ?? keptIn((await place?.find()) ?? null);
    // One that has expired is no good, whatever has not changed.
    const etag = known === null || isExpired(known.manifest) ? null : known.etag;
    const answer = await fetch('', asking, etag === null ? {} : { 'If-None-Match': etag });
    if (answer.status === 304 && known !== null && etag !== null) {
      await accept(known);
      await place?.confirm();
      last.set(key, known);
      return known;
    }
    const found = await take(answer, asking);
    if (last.size > 100) last.clear();
    last.set(key, found);
    await place?.keep(found.etag, manifestCopy(found));
    return found;
  }

  function keptIn(copy: HeldCopy | null): Known | null {
    const found = copy?.text == null ? null : readKeptManifest(copy.text, keys);
    return found === null || copy === null ? null : { ...found, etag: copy.etag };
  }

  async function take(answer: HttpAnswer, asking: Asking): Promise<Known> {
    if (keys !== null && (await isAbsent(answer.status))) throw notThere(isLive, answer.status);
    if (answer.status !== 200) throw refusal(answer);
    const read = readManifest(answer.text, whyTooMuch);
    if (typeof read === 'string') throw wrong(read);
    const signature = keys !== null && read.envelope === null ? await signatureBeside(asking) : null;
    const known = { ...read, text: answer.text, signature, etag: etagOf(answer) };
    await accept(known);
    return known;
  }

  /** Some stores refuse what they do not have. Who is logged in may have been refused; nobody else can be. */
  async function isAbsent(status: number): Promise<boolean> {
    if (status === 404 || status === 410) return true;
    const isRefusal = status === 401 || status === 403;
    return isRefusal && !isLive && keys !== null && !(await options.hasLogin());
  }

  /** The signature that `ssh-keygen -Y sign` puts beside a file. */
  async function signatureBeside(asking: Asking): Promise<string | null> {
    if (isLive) return null;
    const { status, text } = await fetch('.sig', asking);
    return status === 200 ? text : null;
  }

  return {
    entry: async (name, asking) => entryIn(await get(asking), name),
    async entryAnew(name, asking) {
      current.clear(keyOf(asking));
      return entryIn(await get(asking), name);
    },
    names: async (asking) => Object.keys((await get(asking)).manifest.scopes),
    isAbsent,
    refresh: () => current.clear(),
    forget() {
      current.clear();
      last.clear();
    },
  };
}

function entryIn(manifest: SignedManifest, name: string): VouchedEntry | null {
  const entry = entryOf(manifest, name);
  return entry === null ? null : { ...entry, manifest };
}

/** What a manifest says of a scope; null where it has none. */
export function entryOf({ manifest: { scopes } }: SignedManifest, name: string): ManifestEntry | null {
  return Object.hasOwn(scopes, name) ? (scopes[name] ?? null) : null;
}

const stale = `: ${manifestName}.sig beside it is of another ${manifestName}, which was replaced and not signed anew`;

/** Judges manifests by keys, version and date. */
function createAcceptance(options: ManifestSourceOptions) {
  const { url, isLive, keys, version, now, log, onSigned } = options;
  let warned = false;

  const isExpired = ({ expires_at: end }: Manifest) =>
    keys !== null && end !== null && now() > Date.parse(end);

  /** Throws for a manifest that must not be relied on. */
  async function accept(known: Known): Promise<void> {
    const { manifest, envelope } = known;
    if (keys === null) {
      if (envelope !== null && !warned)
        log.warn(
          `master ${url} signs what it has, but no key in master_keys says by whom; it is used all the same`,
        );
      warned ||= envelope !== null;
      return;
    }
    const verdict = judgeManifest(known, keys);
    if (verdict === 'unsigned')
      throw wrong('its manifest is not signed, though master_keys has a key for it', 'unsigned');
    if (verdict !== 'good')
      throw wrong(
        `its manifest is signed by no key that master_keys has for it${verdict === 'stale' ? stale : ''}`,
        'bad-signature',
      );
    const highest = (await version.highest()) ?? 0;
    if (manifest.version < highest - (isLive ? liveTolerance : 0))
      throw wrong(`its manifest goes back from version ${highest} to ${manifest.version}`, 'rollback');
    if (manifest.expires_at === null)
      throw wrong('its signed manifest does not say when it expires', 'expired');
    if (isExpired(manifest)) throw wrong(`its manifest expired at ${manifest.expires_at}`, 'expired');
    await version.saw(known);
    onSigned(manifest);
  }

  return { accept, isExpired };
}

/** Whatever is wrong with a manifest is about all that it names. */
function wrong(reason: string, trouble?: MasterError['trouble']): MasterError {
  return new MasterError('connection', reason, { trouble });
}

/** What a server answers in the place of the manifest. Without that there is nothing to ask it for. */
function refusal(answer: HttpAnswer): unknown {
  try {
    return jsonOf(answer);
  } catch (error) {
    const isWord = [401, 403, 404].includes(answer.status);
    return isWord || !(error instanceof MasterError) ? error : wrong(error.message);
  }
}

function notThere(isLive: boolean, status: number): MasterError {
  return isLive
    ? wrong(`it has no manifest that is signed (${status}), though master_keys has a key for it`, 'unsigned')
    : wrong(`its manifest is not there (${status})`);
}
