import { fileURLToPath } from 'node:url';
import { NotAFile, readOptionalFile } from '../../runtime/files/files.ts';
import { type HttpClient, maxAnswerBytes } from '../../runtime/http/http-client.ts';
import { type Authorize, sendWithLogin } from '../../runtime/http/send-with-login.ts';
import { reasonOf } from '../../runtime/reason-of.ts';
import { MasterError } from '../master-error.ts';
import type { FetchPart } from './manifest-source.ts';

/** The addresses of what lies beside a manifest: `.sig` is its signature, all else is relative to it. */
function addressOf(manifest: string, path: string): string {
  return path === '' || path === '.sig' ? manifest + path : new URL(path, manifest).href;
}

/** Fetches from a web server; `url` is the master's, for which there may be a login. */
export function createWebFetch(options: {
  readonly url: string;
  readonly manifest: string;
  readonly client: HttpClient;
  readonly authorize: Authorize;
}): FetchPart {
  const { url, manifest, client, authorize } = options;
  return (path, { loop, signal }, condition) => {
    const passed = loop.length === 0 ? {} : { 'CDN-Loop': loop.join(', ') };
    const headers = { Accept: 'application/json, */*;q=0.5', ...passed, ...condition };
    return sendWithLogin(url, authorize, (login) =>
      client.send(addressOf(manifest, path), { headers: { ...headers, ...login }, signal }),
    );
  };
}

/** Reads files of this machine: regular ones alone. */
export function createFileFetch(manifest: string): FetchPart {
  return async (path) => {
    const file = fileURLToPath(addressOf(manifest, path));
    try {
      const bytes = await readOptionalFile(file, maxAnswerBytes);
      if (bytes !== null && bytes.length > maxAnswerBytes)
        throw new MasterError('answer', 'its file is larger than 8 MiB');
      const status = bytes === null ? 404 : 200;
      // A file that is away may be on a disk that is; nobody has said that there is none.
      if (bytes === null && path === '') throw new MasterError('connection', `${file} is not there`);
      return { status, headers: { get: () => null }, text: bytes?.toString('utf8') ?? '' };
    } catch (error) {
      if (error instanceof MasterError) throw error;
      const why = error instanceof NotAFile ? 'it is not a regular file' : reasonOf(error);
      throw new MasterError('connection', `its file cannot be read: ${why}`, { cause: error });
    }
  };
}
