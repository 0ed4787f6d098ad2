import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { errorCode, NotAFile, readOptionalFile } from '../../runtime/files/files.ts';
import { ownChoice } from '../../runtime/files/own-place.ts';
import { moveFile, putPrivateFile } from '../../runtime/files/write-file.ts';
import type { Logger } from '../../runtime/log.ts';
import { AuthError } from '../auth-error.ts';
import { withFileLock } from './file-lock.ts';

const storedLogin = v.object({
  issuer: v.string(),
  client_id: v.string(),
  access_token: v.pipe(v.string(), v.minLength(1)),
  /** Null where the issuer gave none, or took it back. */
  refresh_token: v.nullable(v.string()),
  /** Seconds since the epoch; null where the issuer did not say. */
  expires_at: v.nullable(v.number()),
  /** Seconds that the access token was good for when it was given. */
  lifetime: v.nullable(v.number()),
  scope: v.nullable(v.string()),
  /** Who logged in, for `whoami`. */
  subject: v.nullable(v.string()),
  name: v.nullable(v.string()),
  /** The masters that it was made for, by scheme, host and port; logins of older versions have none, and go nowhere. */
  origins: v.optional(v.array(v.string())),
  /** Whom it was asked for; null for nobody in particular. */
  audience: v.optional(v.nullable(v.string())),
});
const storeFile = v.object({ version: v.literal(1), logins: v.record(v.string(), storedLogin) });

/** One login at one issuer by one client. */
export type StoredLogin = Readonly<v.InferOutput<typeof storedLogin>>;

/** What a login is kept under: an issuer, a client of it, and whom its tokens are for. */
export interface LoginKey {
  readonly url: string;
  readonly clientId: string;
  readonly audience: string | null;
}

/** Faults of both functions: AuthError for a file that cannot be used. */
export interface TokenStore {
  readonly path: string;
  /** The login as any process stored it last; null where there is none. */
  read(key: LoginKey): Promise<StoredLogin | null>;
  /**
   * Runs `change` with the login as it is now, while no other process changes any; stores what it gives, null for
   * none, and gives it back. The same object means nothing changed.
   */
  update(
    key: LoginKey,
    change: (login: StoredLogin | null) => Promise<StoredLogin | null>,
  ): Promise<StoredLogin | null>;
}

type Logins = Readonly<Record<string, StoredLogin>>;

/** How long one may wait for others that refresh: each takes at most half a minute. */
const lockWait = 40_000;

/** The path of the tokens below a home folder, the same on every platform. */
export function credentialsPath(home: string): string {
  return join(home, '.config', 'precept', 'credentials.json');
}

/**
 * A login as it is stored, without repairing anything, or the one that an older version kept for another audience; null where there is
 * none, undefined where the file is damaged.
 */
export async function peekLogin(path: string, key: LoginKey): Promise<StoredLogin | null | undefined> {
  const bytes = await readOptionalFile(path);
  const logins = bytes === null ? {} : parse(bytes.toString('utf8'));
  return logins && (loginIn(logins, key) ?? logins[idOf({ ...key, audience: null })] ?? null);
}

/** Tokens in one file that many processes share: readable by its owner only, replaced by rename. */
export function createTokenStore(path: string, log: Pick<Logger, 'warn'>): TokenStore {
  let known: { stamp: string; logins: Logins } | null = null;

  /** Every request asks, so an unchanged file is not read again. Undefined for a damaged one. */
  async function load(): Promise<Logins | undefined> {
    const stamp = await stampOf(path);
    if (stamp === null) return {};
    if (known?.stamp === stamp) return known.logins;
    const bytes = await readOptionalFile(path);
    const logins = bytes === null ? {} : parse(bytes.toString('utf8'));
    known = logins === undefined ? null : { stamp, logins };
    return logins;
  }

  async function loadLocked(): Promise<Logins> {
    known = null;
    const logins = await load();
    if (logins !== undefined) return logins;
    const aside = `${path}.damaged-${new Date().toISOString().replace(/\W/g, '')}`;
    await moveFile(path, basename(aside), ownChoice);
    log.warn(`the stored logins in ${path} are damaged and were moved to ${aside}; run "precept login"`);
    return {};
  }

  async function read(key: LoginKey): Promise<StoredLogin | null> {
    const logins = await load();
    if (logins !== undefined) return loginIn(logins, key);
    // Damaged: moved aside by one process, while none writes.
    return withFileLock(path, lockWait, async () => loginIn(await loadLocked(), key));
  }

  const update: TokenStore['update'] = (key, change) =>
    withFileLock(path, lockWait, async () => {
      const logins = await loadLocked();
      const before = loginIn(logins, key);
      const after = await change(before);
      if (after === before) return after;
      const others = Object.fromEntries(Object.entries(logins).filter(([, login]) => login !== before));
      await replace(path, after === null ? others : { ...others, [idOf(key)]: after });
      known = null;
      return after;
    });

  return {
    path,
    read: (key) => read(key).catch((error: unknown) => explainFailure(error, path)),
    update: (key, change) => update(key, change).catch((error: unknown) => explainFailure(error, path)),
  };
}

/** Throws what the system says against the file of the store as one line with the cure; any other error as it is. */
function explainFailure(error: unknown, path: string): never {
  if (!(error instanceof NotAFile) && !(error instanceof Error && 'syscall' in error)) throw error;
  throw new AuthError(
    `${error.message}; see that you may read and write the file of logins ${path}, or move it away and run "precept login"`,
  );
}

function idOf({ url, clientId, audience }: LoginKey): string {
  return audience === null ? `${url} ${clientId}` : `${url} ${clientId} ${audience}`;
}

/** The login of a key; older versions kept one for each issuer and client, whatever its audience. */
function loginIn(logins: Logins, key: LoginKey): StoredLogin | null {
  const found = [logins[idOf(key)], logins[idOf({ ...key, audience: null })]];
  const isOf = (login: StoredLogin | undefined) =>
    login?.issuer === key.url &&
    login.client_id === key.clientId &&
    (login.audience === undefined || login.audience === key.audience);
  return found.find(isOf) ?? null;
}

function parse(text: string): Logins | undefined {
  try {
    const result = v.safeParse(storeFile, JSON.parse(text));
    return result.success ? result.output.logins : undefined;
  } catch {
    return undefined;
  }
}

/** What changes whenever the file is replaced; null where there is none. */
async function stampOf(path: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function replace(path: string, logins: Logins): Promise<void> {
  await putPrivateFile(path, `${JSON.stringify({ version: 1, logins }, null, 2)}\n`);
}
