import { mayHaveEtag } from '../runtime/etag.ts';
import type { HttpAnswer } from '../runtime/http/http-client.ts';
import { asksForCertificate, isJson, problemCode, refusalReason } from '../runtime/http/refusal-reason.ts';
import type { HeldCopy } from './copies/copies.ts';
import { MasterError } from './master-error.ts';

/**
 * Values of every sort that an answer may hold. Eight MiB hold millions of empty ones, which would take seconds to work
 * through; a quarter of a million are 35,000 rules with their origins, which fill eight MiB if they say anything.
 */
const maxValues = 250_000;
/** A bundle has eight. */
const maxDepth = 50;
/** Characters of an ETag. Many servers take 8 KiB of headers, so one that fills them would have every request with a condition refused. */
const maxEtag = 1000;

const [quote, backslash, comma, bracket, bracketEnd, brace, braceEnd] = [...'"\\,[]{}'].map((char) =>
  char.charCodeAt(0),
);

/** The data of an answer that must be JSON with status 200. Throws MasterError for any other. */
export function jsonOf(answer: HttpAnswer): unknown {
  if (answer.status !== 200) throw new MasterError('status', statusReason(answer), { status: answer.status });
  if (!isJson(answer.headers)) {
    const type = answer.headers.get('content-type')?.slice(0, 60) ?? 'no content type';
    throw new MasterError('answer', `its answer is not JSON but ${type}`);
  }
  return parsed(answer.text);
}

/** The data of a text that must be JSON, whatever gave it. Throws MasterError for any other, and for one that is not worth parsing. */
export function parsed(text: string): unknown {
  const tooMuch = whyTooMuch(text);
  if (tooMuch !== null) throw new MasterError('answer', tooMuch);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MasterError('answer', 'its answer is not valid JSON', { cause: error });
  }
}

/** What an answer can be asked for again by; null where it says nothing that is fit for that. */
export function etagOf({ headers }: HttpAnswer): string | null {
  const etag = headers.get('etag');
  return etag === null || etag.length > maxEtag ? null : etag;
}

/**
 * What a copy can be asked for again by; null without one. Whoever writes into the folder could put another text below the ETag that the
 * master will confirm, so that an ETag of a Precept server counts only with the text that it is made of.
 */
export function confirmedEtag(copy: HeldCopy | null): string | null {
  if (copy === null || copy.text === null || copy.etag === null) return null;
  return mayHaveEtag(copy.etag, 'application/json', copy.text) ? copy.etag : null;
}

/**
 * Whether a master does not offer what was asked for, at all or as JSON: an old one has no vision, for instance. A refusal
 * or a failure is something else.
 */
export function isNotOffered(answer: HttpAnswer): boolean {
  const { status } = answer;
  if (status === 200) return !isJson(answer.headers);
  return status === 501 || (status >= 400 && status < 500 && ![401, 403, 429].includes(status));
}

/** Whether a 404 is the word of a master that knows bundles: it has no such scope. */
export function isOwnProblem(answer: HttpAnswer): boolean {
  const code = problemCode(answer);
  return code !== null && code !== 'not-found';
}

/** What a fault of a server means to its readers, in our own words: its text may say anything. */
const codeWords: ReadonlyMap<string, string> = new Map([
  ['foreign-host', 'it takes no requests for the host of this address (foreign-host)'],
  ['invalid-content', 'a file of the scope has a mistake there (invalid-content)'],
  ['rules-unavailable', 'it cannot read its rules folder now'],
  ['issuer-unavailable', 'it cannot check logins now, since their issuer is out of reach'],
  ['forbidden', 'this login may not read there'],
]);

function statusReason(answer: HttpAnswer): string {
  const { status, text } = answer;
  if (status === 401) {
    const why = refusalReason(answer);
    return why === null
      ? 'it answered 401: it asks for a login; run "precept login", or "precept doctor <url>" where a person or a program has one'
      : `it answered 401: it does not accept the token: ${why}; run "precept doctor <url>"`;
  }
  const code = problemCode(answer);
  if (code !== null) return `it answered ${status}: ${codeWords.get(code) ?? code}`;
  if (status === 403) return 'it answered 403: this login may not read there, or a proxy before it refuses';
  // nginx and others answer plain http on a port for https so.
  if (
    status === 400 &&
    /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i.test(text)
  )
    return 'it answered 400: it speaks https on that port, and the address says http';
  if (status === 400 && asksForCertificate(text))
    return 'it answered 400: it asks for a certificate of the client, and Precept sends none';
  return `it answered ${status}`;
}

/**
 * Why a JSON text is not worth parsing, or null. Looked at before it is parsed, because a million levels alone take
 * the parser a second, in which nothing else is answered.
 */
export function whyTooMuch(text: string): string | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) {
        if (text.charCodeAt(at) === backslash) at++;
      }
    } else if (code === bracket || code === brace) {
      values++;
      if (++depth > maxDepth) return `its answer is nested more than ${maxDepth} levels deep`;
    } else if (code === bracketEnd || code === braceEnd) {
      depth--;
    } else if (code === comma && ++values > maxValues) {
      return `its answer holds more than ${maxValues} values`;
    }
  }
  return null;
}
