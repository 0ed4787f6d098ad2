import type { IncomingMessage } from 'node:http';

/** What is read of a request that may be answered at once; every Request is one. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
}

/** A response before it is one of fetch's. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** The request that the socket gave, for a target that is a path; its URL is not put in order. */
export function plainRequest({ method = '', url = '', headers }: IncomingMessage): PlainRequest {
  return { method, url: `http://${headers.host}${url}`, headers: new PlainHeaders(headers) };
}

class PlainHeaders {
  readonly #headers: IncomingMessage['headers'];

  constructor(headers: IncomingMessage['headers']) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    return (this.#headers[name] as string | undefined) ?? null;
  }

  has(name: string): boolean {
    return this.#headers[name] !== undefined;
  }
}
