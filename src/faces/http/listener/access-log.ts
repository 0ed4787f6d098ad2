import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LogFormat, Logger } from '../../../runtime/log.ts';
import { isRouted } from '../../../service/operation.ts';
import { operations } from '../../../service/operations.ts';
import { pageQueries } from '../explorer/routes.ts';
import { subjectOf } from '../guard/caller.ts';
import { queryArguments } from '../routes/read-arguments.ts';
import { requestIdOf } from './request-id.ts';

/** Writes one line about a request once its answer is out, or its connection gone. */
export type AccessLog = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * An access log at level `info`: method, path, status, bytes, milliseconds, request id. Of the query only arguments
 * that we know are written with their values; any other may be a secret that went astray.
 */
export function createAccessLog(log: Logger, format: LogFormat = 'text'): AccessLog {
  if (format === 'json') return (incoming, outgoing) => logFields(incoming, outgoing, log);
  const known = new Set([...operations.filter(isRouted).flatMap(queryArguments), ...pageQueries]);
  return (incoming, outgoing) => {
    const { method, url = '' } = incoming;
    const start = performance.now();
    const lengthOf = watchLength(outgoing);
    outgoing.once('close', () => {
      const length = lengthOf();
      const size = length === null || method === 'HEAD' ? '-' : `${length} B`;
      const status = outgoing.writableFinished ? outgoing.statusCode : `${outgoing.statusCode} (cut off)`;
      const took = (performance.now() - start).toFixed(1);
      log.info(`${method} ${shownTarget(url, known)} ${status} ${size} ${took} ms ${requestIdOf(incoming)}`);
    });
  };
}

/** The line of a log in JSON: each fact by its name, and nothing of the query. */
function logFields(incoming: IncomingMessage, outgoing: ServerResponse, log: Logger): void {
  const { method = '', url = '', headers } = incoming;
  const start = performance.now();
  const lengthOf = watchLength(outgoing);
  outgoing.once('close', () => {
    const length = lengthOf();
    const path = plain(url.split('?', 1)[0] ?? '');
    const ms = Math.round((performance.now() - start) * 10) / 10;
    log.info(`${method} ${path} ${outgoing.statusCode}`, {
      request_id: requestIdOf(incoming),
      method,
      path,
      status: outgoing.statusCode,
      ms,
      bytes: length === null || method === 'HEAD' ? undefined : Number(length),
      user_agent: headers['user-agent']?.slice(0, 300),
      sub: subjectOf(incoming)?.slice(0, 300),
    });
  });
}

/** Gives the Content-Length that goes out with the headers; null without. Node does not keep it. */
function watchLength(outgoing: ServerResponse): () => string | null {
  let length: string | null = null;
  const writeHead = outgoing.writeHead.bind(outgoing) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  const watching = (status: number, ...rest: unknown[]) => {
    const headers = Object.entries(rest.at(-1) ?? {});
    const found = headers.find(([name]) => name.toLowerCase() === 'content-length');
    if (found !== undefined) length = String(found[1]);
    return writeHead(status, ...rest);
  };
  outgoing.writeHead = watching as ServerResponse['writeHead'];
  return () => length;
}

const maxShown = 500;
const none: ReadonlySet<string> = new Set();

/** A request target as the log shows it. */
function shownTarget(url: string, known: ReadonlySet<string>): string {
  const start = url.indexOf('?');
  if (start === -1) return plain(url);
  // What an issuer says of a person goes to /auth/ and to nobody else.
  const shown = url.startsWith('/auth/') ? none : known;
  const query = url
    .slice(start + 1, start + 1 + 4 * maxShown)
    .split('&')
    .map((part) => {
      const [name = ''] = part.split('=', 1);
      if (shown.has(name)) return part;
      // A token that was pasted without a name is all name.
      return `${/^[a-z_-]{1,20}$/i.test(name) && part.includes('=') ? name : '***'}=***`;
    });
  return plain(`${url.slice(0, start)}?${query.join('&')}`);
}

function plain(text: string): string {
  const visible = text.replace(/[^\x21-\x7e]/g, '?');
  return visible.length > maxShown ? `${visible.slice(0, maxShown)}…` : visible;
}
