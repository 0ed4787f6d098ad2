import type { IncomingMessage, RequestOptions } from 'node:http';
import type { Readable } from 'node:stream';
import { lazy } from '../async/lazy.ts';
import { readCertificates, type TlsOptions } from './tls-fetch.ts';

/** An answer whose body is still to be read, or destroyed. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** Unpacked; null where there is none. */
  readonly body: Readable | null;
}

export type PlainFetch = (
  url: string,
  request: {
    readonly method?: string;
    readonly headers: Iterable<readonly [string, string]>;
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
) => Promise<PlainAnswer>;

/** Connections are kept for less than the five seconds after which many servers close them. */
const kept = { keepAlive: true, timeout: 4000 };

/**
 * What `fetch` does, redirects aside, on Node's own HTTP: to load the platform's `fetch` takes a third of the time in which a reader
 * starts. Faults: ConfigError for a CA bundle that cannot be read; what it makes throws what the system says.
 */
export async function createPlainFetch(options: TlsOptions): Promise<PlainFetch> {
  const ca = await readCertificates(options);
  const plain = lazy(async () => {
    const { Agent, request } = await import('node:http');
    return { request, agent: new Agent(kept) };
  });
  const secure = lazy(async () => {
    const { Agent, request } = await import('node:https');
    return {
      request,
      agent: new Agent({ ...kept, rejectUnauthorized: options.verifyTls, ...(ca && { ca }) }),
    };
  });

  return async (address, { method = 'GET', headers, body, signal }) => {
    const url = new URL(address);
    const { request, agent } = await (url.protocol === 'https:' ? secure() : plain());
    const given: RequestOptions = {
      method,
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'gzip, br' },
      agent,
      ...(signal && { signal }),
    };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(url, given).on('response', resolve).on('error', reject);
      asked.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('it answers in another protocol than it was asked in'));
      });
      asked.on('close', () => reject(new Error('it has closed the connection')));
      asked.end(body);
    });
    // Whoever reads the body hears of it by that.
    answer.on('error', () => {});
    return toAnswer(answer);
  };
}

async function toAnswer(answer: IncomingMessage): Promise<PlainAnswer> {
  const { statusCode: status = 0, headers: all } = answer;
  const headers = {
    get(name: string) {
      const value = all[name.toLowerCase()] ?? null;
      return Array.isArray(value) ? value.join(', ') : value;
    },
  };
  if (status !== 204 && status !== 304) return { status, headers, body: await unpacked(answer) };
  answer.resume();
  return { status, headers, body: null };
}

/** A body as it was before it was packed (RFC 9110 section 8.4). */
async function unpacked(answer: IncomingMessage): Promise<Readable> {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return answer;
  const { createBrotliDecompress, createGunzip } = await import('node:zlib');
  const { pipeline } = await import('node:stream');
  const unpack = /^(?:x-)?gzip$/.test(coding)
    ? createGunzip()
    : coding === 'br'
      ? createBrotliDecompress()
      : null;
  if (unpack !== null) return pipeline(answer, unpack, () => {});
  answer.destroy();
  throw new Error(`its answer is packed as ${coding.slice(0, 60)}, which was not asked for`);
}

/** As much of `Headers` as ofetch uses; the platform's own comes with all of its `fetch`. */
export class PlainHeaders extends Map<string, string> {
  constructor(given: Readonly<Record<string, string>> = {}) {
    super(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  }
}
