import type { Readable } from 'node:stream';
import { createFetch } from 'ofetch';
import { toPlainLine } from '../../model/text/plain-line.ts';
import { version } from '../../model/version.ts';
import { lazy } from '../async/lazy.ts';
import { late, withinLimit } from '../async/time-limit.ts';
import { reasonOf } from '../reason-of.ts';
import { createPlainFetch, type PlainAnswer, PlainHeaders } from './plain-fetch.ts';
import type { TlsOptions } from './tls-fetch.ts';

/** Bytes of an answer that are read at most. */
export const maxAnswerBytes: number = 8 * 1024 * 1024;
const maxRedirects = 5;

export interface HttpClientOptions extends TlsOptions {
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  /** The setting reader_name: what this reader is called; null or left out for no name. */
  readonly reader?: string | null;
}

/** Who asks: sent with every request to a master. */
export function readerHeaders(reader: string | null): Record<string, string> {
  return { 'User-Agent': `precept/${version}`, ...(reader !== null && { 'Precept-Reader': reader }) };
}

export interface HttpRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The answer is its status: a redirect is one too, and no body is read. */
  readonly onlyStatus?: boolean;
  /** Ends the whole exchange, retries included. */
  readonly signal: AbortSignal;
}

export interface HttpAnswer extends Pick<PlainAnswer, 'status' | 'headers'> {
  /** The body as text; empty for 304. At most 8 MiB. */
  readonly text: string;
}

export interface HttpClient {
  /** The result of `work`, or a HttpError once `timeoutSeconds` are over; the signal ends what it does until then. */
  withinDeadline<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /**
   * One exchange with a master: connection failures are retried with jitter, redirects followed on the same origin
   * only. Every status is an answer; what is none is a HttpError.
   */
  send(url: string, request: HttpRequest): Promise<HttpAnswer>;
  /**
   * One exchange whose body is read as it comes, without retries. Nothing but the request's signal ends it, and the body is to be
   * read or destroyed.
   */
  stream(url: string, request: HttpRequest): Promise<PlainAnswer>;
}

/**
 * Why there is no answer, on one line of plain text. `connection`: none came (timed out, refused, reset, a certificate that
 * is not trusted); `answer`: what came cannot be used.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly kind: 'connection' | 'answer';
  /** Whether asking again at once may help: the connection failed before an answer. */
  readonly retryable: boolean;

  constructor(
    kind: HttpError['kind'],
    message: string,
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(toPlainLine(message), { cause: options.cause });
    this.kind = kind;
    this.retryable = options.retryable ?? false;
  }
}

/** An HTTP client for masters, which are not trusted. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { timeoutSeconds, maxRetries, caBundle, verifyTls, reader = null } = options;
  const own = readerHeaders(reader);
  const open = lazy(async () => {
    const fetch = await createPlainFetch({ caBundle, verifyTls }).catch((error: unknown) => {
      // It could be read when the program started, and may be again later.
      throw new HttpError('connection', 'the file of remote_ssl_ca_bundle cannot be read', { cause: error });
    });
    return createFetch({
      fetch: fetch as unknown as typeof globalThis.fetch,
      Headers: PlainHeaders as unknown as typeof globalThis.Headers,
      AbortController: globalThis.AbortController,
      // Its own retry does not see a connection that breaks within an answer; `send` has one for both.
      defaults: { retry: 0, redirect: 'manual', responseType: 'stream', ignoreResponseError: true },
    });
  });

  /** The last answer of an exchange, its body not read yet. */
  async function exchange(url: string, request: HttpRequest): Promise<PlainAnswer> {
    const $fetch = await open();
    let target = url;
    for (let redirects = 0; ; redirects++) {
      const { method = 'GET', headers, body, onlyStatus = false, signal } = request;
      const options = {
        method,
        headers: { ...own, ...headers },
        ...(body !== undefined && { body }),
        signal,
      };
      const response = await $fetch.raw(target, options).catch((error: unknown) => {
        throw connectionError(error, signal, timeoutSeconds);
      });
      const { status, headers: given } = response;
      const stream = response._data as unknown as Readable | undefined;
      const location = status < 300 || status > 399 || status === 304 ? null : given.get('location');
      if (location === null || onlyStatus) return { status, headers: given, body: stream ?? null };
      stream?.destroy();
      target = redirected(status, { from: target, to: location, method, redirects });
    }
  }

  async function answerTo(url: string, request: HttpRequest): Promise<HttpAnswer> {
    const { status, headers, body } = await exchange(url, request);
    if (request.onlyStatus) body?.destroy();
    const text = request.onlyStatus ? '' : await readBody(body, request.signal, timeoutSeconds);
    return { status, headers, text };
  }

  return {
    stream: exchange,
    async withinDeadline(work) {
      // Loading code is not the server's time.
      await open();
      const stop = new AbortController();
      try {
        const result = await withinLimit(work(stop.signal), timeoutSeconds * 1000);
        if (result === late) throw timedOut(timeoutSeconds);
        return result;
      } finally {
        // Ends what is under way beside a failure, or too late.
        stop.abort();
      }
    },
    async send(url, request) {
      for (let tries = 0; ; tries++) {
        try {
          return await answerTo(url, request);
        } catch (error) {
          const again =
            error instanceof HttpError && error.retryable && tries < maxRetries && !request.signal.aborted;
          if (!again) throw error;
          // The first comes almost at once: most often a connection that was kept has been closed meanwhile.
          await pause((tries === 0 ? 10 : 50 * 2 ** tries) * (0.5 + Math.random()), request.signal);
        }
      }
    },
  };
}

/** Where a redirect leads, on the origin it comes from. Throws HttpError for one that is not followed. */
function redirected(
  status: number,
  { from, to, method, redirects }: { from: string; to: string; method: string; redirects: number },
): string {
  if (redirects === maxRedirects)
    throw new HttpError('answer', `it redirects more than ${maxRedirects} times`);
  const next = URL.canParse(to, from) ? new URL(to, from) : null;
  if (next?.origin !== new URL(from).origin) {
    const where = next === null || next.origin === 'null' ? '' : ` (${next.origin.slice(0, 100)})`;
    throw new HttpError('answer', `it redirects to another origin, which is not followed${where}`);
  }
  // All but these turn a POST into a GET.
  if (method !== 'GET' && status !== 307 && status !== 308)
    throw new HttpError('answer', `it redirects a ${method} with status ${status}, which is not followed`);
  return next.href;
}

async function readBody(body: Readable | null, signal: AbortSignal, timeoutSeconds: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      // Counted unpacked, so that a small body that unpacks into a huge one ends here too.
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) throw new HttpError('answer', 'its answer is larger than 8 MiB');
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof HttpError ? error : connectionError(error, signal, timeoutSeconds);
  }
}

function connectionError(error: unknown, signal: AbortSignal, timeoutSeconds: number): HttpError {
  if (signal.aborted) return timedOut(timeoutSeconds, error);
  const said = reasonOf(error);
  // Node's word for an answer that ends before it is whole.
  const reason = said === 'aborted' ? 'the connection broke within its answer' : said;
  // A certificate that is not trusted now will not be in a moment either; but a host may be called like that.
  const isOfHost = /\b(?:ENOTFOUND|EAI_AGAIN|ECONN[A-Z]+)\b/.test(reason);
  const retryable = isOfHost || !/certificate|self.signed|issuer/i.test(reason);
  return new HttpError('connection', reason, { retryable, cause: error });
}

function timedOut(seconds: number, cause?: unknown): HttpError {
  return new HttpError('connection', `no answer within ${seconds} s`, { cause });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
