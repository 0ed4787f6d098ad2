import { stat } from 'node:fs/promises';
import { errorCode, readOptionalFile } from '../../runtime/files/files.ts';
import { AuthError } from '../auth-error.ts';
import type { MasterLogin } from './master-logins.ts';

/** A token that a machine is given, by the file or the variable that it is in. */
export interface MachineToken {
  readonly token: string;
  /** Where it is, in words. */
  readonly from: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** RFC 6750 section 2.1. */
const tokenPattern = /^[\w.~+/-]+=*$/;
const maxTokenBytes = 64 * 1024;

/**
 * Gives the token in the file of a master, else in its variable; null where neither has one. The file is read again when it has
 * changed: workload identities are renewed in place. Fault: AuthError for what cannot be a token, which is not shown.
 */
export function createMachineTokens(
  { tokenFile, tokenEnv }: Pick<MasterLogin, 'tokenFile' | 'tokenEnv'>,
  env: Env,
): () => Promise<MachineToken | null> {
  let known: { readonly stamp: string; readonly token: string } | null = null;

  async function fromFile(path: string): Promise<string | null> {
    const stamp = await stampOf(path);
    if (stamp === null) return null;
    if (known?.stamp !== stamp) known = { stamp, token: await readToken(path) };
    return known.token === '' ? null : known.token;
  }

  return async () => {
    if (tokenFile !== null) {
      const token = await fromFile(tokenFile);
      if (token !== null) return { token: checked(token, tokenFile), from: tokenFile };
    }
    const value = tokenEnv === null ? '' : (env[tokenEnv]?.trim() ?? '');
    return value === '' ? null : { token: checked(value, `${tokenEnv}`), from: `${tokenEnv}` };
  };
}

async function readToken(path: string): Promise<string> {
  try {
    return (await readOptionalFile(path))?.toString('utf8').trim() ?? '';
  } catch (error) {
    throw new AuthError(
      `token_file ${path} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function checked(token: string, where: string): string {
  if (token.length <= maxTokenBytes && tokenPattern.test(token)) return token;
  throw new AuthError(`${where} does not hold an access token: it has other characters than those of one`);
}

/** What changes when the file is replaced or written to, links followed; null where there is none. */
async function stampOf(path: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs, isFile } = await stat(path).then((status) => ({
      ino: status.ino,
      size: status.size,
      mtimeMs: status.mtimeMs,
      isFile: status.isFile(),
    }));
    if (!isFile) throw new AuthError(`token_file ${path} is not a regular file`);
    if (size > maxTokenBytes) throw new AuthError(`token_file ${path} is larger than a token can be`);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    if (error instanceof AuthError) throw error;
    throw new AuthError(`token_file ${path} cannot be read (${errorCode(error)})`);
  }
}
