import { createFetch } from 'ofetch';
import { createTlsFetch } from '../runtime/tls-fetch.ts';
import { MasterError } from './master-error.ts';

/** Bytes of an answer that are read at most. */
export const maxAnswerBytes: number = 8 * 1024 * 1024;
const maxRedirects = 5;

export interface HttpClientOptions {
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  /** PEM file of CAs to trust besides the usual ones. */
  readonly caBundle: string | null;
  readonly verifyTls: boolean;
}

export interface HttpRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the whole exchange, retries included. */
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as text; empty for 304. At most 8 MiB. */
  readonly text: string;
}

export interface HttpClient {
  /** The result of `work`, or a MasterError once `timeoutSeconds` are over; the signal ends what it does until then. */
  withinDeadline<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /**
   * One exchange with a master: connection failures are retried with jitter, redirects followed on the same origin
   * only. Every status is an answer; what is none is a MasterError.
   */
  send(url: string, request: HttpRequest): Promise<HttpAnswer>;
}

/** An HTTP client for masters, which are not trusted. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { timeoutSeconds, maxRetries, caBundle, verifyTls } = options;
  let opening: Promise<ReturnType<typeof createFetch>> | undefined;
  const open = () => {
    opening ??= createTlsFetch({ caBundle, verifyTls }).then(
      (fetch) =>
        createFetch({ fetch, Headers: globalThis.Headers, AbortController: globalThis.AbortController }),
      (error: unknown) => {
        // It could be read when the program started, and may be again later.
        opening = undefined;
        throw new MasterError('connection', 'the file of remote_ssl_ca_bundle cannot be read', {
          cause: error,
        });
      },
    );
    return opening;
  };

  async function exchange(url: string, request: HttpRequest): Promise<HttpAnswer> {
    const $fetch = await open();
    let target = url;
    for (let redirects = 0; ; redirects++) {
      const { method = 'GET', headers, body, signal } = request;
      const response = await $fetch
        .raw(target, {
          method,
          headers: { ...headers },
          ...(body !== undefined && { body }),
          signal,
          redirect: 'manual',
          retry: 0,
          responseType: 'stream',
          ignoreResponseError: true,
        })
        .catch((error: unknown) => {
          throw connectionError(error, signal, timeoutSeconds);
        });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) {
        const stream = response._data as ReadableStream<Uint8Array> | undefined;
        const text = await readBody(stream, signal, timeoutSeconds);
        return { status: response.status, headers: response.headers, text };
      }
      (response._data as ReadableStream | undefined)?.cancel().catch(() => {});
      target = redirected(response.status, { from: target, to: location, method, redirects });
    }
  }

  return {
    async withinDeadline(work) {
      const stop = new AbortController();
      const { signal } = stop;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          stop.abort();
          reject(timedOut(timeoutSeconds));
        }, timeoutSeconds * 1000);
      });
      try {
        return await Promise.race([work(signal), late]);
      } finally {
        clearTimeout(timer);
        // Ends what a failed request has left under way beside it.
        stop.abort();
      }
    },
    async send(url, request) {
      for (let tries = 0; ; tries++) {
        try {
          return await exchange(url, request);
        } catch (error) {
          const again =
            error instanceof MasterError && error.retryable && tries < maxRetries && !request.signal.aborted;
          if (!again) throw error;
          await pause(50 * 2 ** tries * (0.5 + Math.random()), request.signal);
        }
      }
    },
  };
}

/** Where a redirect leads, on the origin it comes from. Throws MasterError for one that is not followed. */
function redirected(
  status: number,
  { from, to, method, redirects }: { from: string; to: string; method: string; redirects: number },
): string {
  if (redirects === maxRedirects)
    throw new MasterError('answer', `it redirects more than ${maxRedirects} times`);
  const next = URL.canParse(to, from) ? new URL(to, from) : null;
  if (next?.origin !== new URL(from).origin)
    throw new MasterError('answer', 'it redirects to another origin, which is not followed');
  // All but these turn a POST into a GET.
  if (method !== 'GET' && status !== 307 && status !== 308)
    throw new MasterError('answer', `it redirects a ${method} with status ${status}, which is not followed`);
  return next.href;
}

async function readBody(
  stream: ReadableStream<Uint8Array> | undefined,
  signal: AbortSignal,
  timeoutSeconds: number,
): Promise<string> {
  if (stream === undefined || stream === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      // Counted unpacked, so that a small body that unpacks into a huge one ends here too.
      bytes += value.length;
      if (bytes > maxAnswerBytes) throw new MasterError('answer', 'its answer is larger than 8 MiB');
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error instanceof MasterError ? error : connectionError(error, signal, timeoutSeconds);
  }
}

function connectionError(error: unknown, signal: AbortSignal, timeoutSeconds: number): MasterError {
  if (signal.aborted) return timedOut(timeoutSeconds, error);
  const reason = reasonOf(error);
  // A certificate that is not trusted now will not be in a moment either.
  const retryable = !/certificate|self.signed|issuer/i.test(reason);
  return new MasterError('connection', reason, { retryable, cause: error });
}

function timedOut(seconds: number, cause?: unknown): MasterError {
  return new MasterError('connection', `no answer within ${seconds} s`, { cause });
}

/** The innermost message: fetch hides "connect ECONNREFUSED …" behind "fetch failed". */
function reasonOf(error: unknown): string {
  let current: unknown = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  if (!(current instanceof Error)) return String(current);
  const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
  return current.message || code || 'the connection failed';
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
