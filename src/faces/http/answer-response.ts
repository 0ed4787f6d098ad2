import { etagOf } from '../../runtime/etag.ts';
import type { Answer, Format } from '../../service/answer.ts';
import { mediaTypes } from './accept.ts';
import { baseHeaders } from './guard/headers.ts';
import type { PlainResponse } from './plain.ts';

interface Prepared {
  readonly etag: string;
  readonly whole: PlainResponse;
  readonly notModified: PlainResponse;
}

// An answer is kept as long as its scope; what can be computed from it once is kept as long as the answer.
const prepared = new WeakMap<Answer, Partial<Record<Format, Prepared>>>();

/**
 * The response to a GET: 200 with a strong ETag, or 304 when `ifNoneMatch` has that tag. Shared caches may store it
 * and must revalidate.
 */
export function plainAnswer(
  answer: Answer,
  format: Format,
  ifNoneMatch: string | null,
  extra?: Readonly<Record<string, string>>,
): PlainResponse {
  const { etag, whole, notModified } = prepare(answer, format);
  const response = ifNoneMatch !== null && matches(ifNoneMatch, etag) ? notModified : whole;
  return extra ? { ...response, headers: { ...response.headers, ...extra } } : response;
}

/** The same as one of fetch's. */
export function answerResponse(...given: Parameters<typeof plainAnswer>): Response {
  return fetchResponse(plainAnswer(...given));
}

/** A plain response as one of fetch's. */
export function fetchResponse({ body, ...init }: PlainResponse): Response {
  return new Response(body, init);
}

/** The response to a POST: what it did, for this client only. */
export function actionResponse(
  answer: Answer,
  format: Format,
  status: number,
  extra?: Readonly<Record<string, string>>,
): Response {
  const body = answer.text(format);
  const headers = {
    ...baseHeaders,
    'Content-Type': mediaTypes[format].contentType,
    'Cache-Control': 'no-store',
    ...extra,
  };
  return new Response(body, { status, headers });
}

function prepare(answer: Answer, format: Format): Prepared {
  let formats = prepared.get(answer);
  if (formats === undefined) {
    formats = {};
    prepared.set(answer, formats);
  }
  let found = formats[format];
  if (found === undefined) {
    const body = answer.text(format);
    const { contentType } = mediaTypes[format];
    const etag = etagOf(contentType, answer.tag ?? body);
    // RFC 9110 section 15.4.5: a 304 has these only; the rest stands in what the client has stored.
    const common = { ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept' };
    // The length is given so that HEAD has it, and so that it is not computed for each request.
    const length = String(Buffer.byteLength(body));
    const headers = {
      ...baseHeaders,
      ...common,
      'Content-Type': contentType,
      'Content-Length': length,
    };
    found = {
      etag,
      whole: { status: 200, headers, body },
      notModified: { status: 304, headers: common, body: null },
    };
    formats[format] = found;
  }
  return found;
}

/**
 * The response to a GET of something that is not an operation's answer: 200 with a strong ETag, or 304 when the request has
 * that tag. `headers` name its Content-Type, for how long it may be kept, and by what it varies if not by Accept alone.
 */
export function taggedResponse(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> & { readonly 'Content-Type': string },
  request: Request,
): Response {
  const etag = etagOf(headers['Content-Type'], body);
  const asked = request.headers.get('if-none-match');
  if (asked !== null && matches(asked, etag)) {
    const kept = Object.entries(headers).filter(([name]) => name === 'Cache-Control' || name === 'Vary');
    return new Response(null, {
      status: 304,
      headers: { Vary: 'Accept', ...Object.fromEntries(kept), ETag: etag },
    });
  }
  const length = String(Buffer.byteLength(body));
  return new Response(body, {
    headers: { ...baseHeaders, Vary: 'Accept', ...headers, 'Content-Length': length, ETag: etag },
  });
}

/** Weak comparison, which RFC 9110 section 13.1.2 asks for. */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
