import { type FaultCode, type FaultDetail, faultStatus, toFault } from '../../model/fault.ts';
import type { Logger } from '../../runtime/log.ts';
import { HttpFault } from './fault-with-headers.ts';
import { baseHeaders } from './guard/headers.ts';
import { createRefusalLog } from './guard/refusal-log.ts';

/** Turns anything thrown into the answer for `request`; the one place where faults become HTTP. */
export type ProblemResponder = (
  error: unknown,
  request?: Request,
  extra?: Readonly<Record<string, string>>,
) => Response;

/** A responder that writes RFC 9457 problem details, and to `log` the reason of what it hides. */
export function createProblemResponder(log: Logger): ProblemResponder {
  const refusals = createRefusalLog(log);
  return (error, request, extra) => {
    const fault = toFault(error);
    // What is away is logged once, by whoever asks it.
    if (fault.code === 'internal') {
      const reason = fault.cause ?? fault;
      const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
      // A query may hold what is nobody's business: the code of a sign-in, for instance.
      const what = request ? `${request.method} ${request.url.split('?', 1)[0]}` : 'a request';
      log.error(`${what} failed: ${text}`);
    }
    const { code, status, message: detail, errors } = fault;
    // What the owner of the server alone can set right, and what may be a mistake of his in `auth`.
    if (code === 'invalid-content' || code === 'foreign-host' || code === 'forbidden')
      refusals.warn(`answered ${status}: ${detail}`, true);
    const body = JSON.stringify(problemOf({ code, detail, errors }));
    const headers = {
      ...baseHeaders,
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      ...(status === 503 && { 'Retry-After': '5' }),
      ...extra,
      ...(fault instanceof HttpFault && fault.headers),
    };
    return new Response(request?.method === 'HEAD' ? null : body, { status, headers });
  };
}

/** The problem details (RFC 9457) of a fault. */
export function problemOf({
  code,
  detail,
  errors,
}: {
  readonly code: FaultCode;
  readonly detail: string;
  readonly errors?: readonly FaultDetail[] | undefined;
}): Record<string, unknown> {
  const type = `urn:precept:problem:${code}`;
  return {
    type,
    title: problemTitle(code),
    status: faultStatus[code],
    code,
    detail,
    ...(errors && { errors }),
  };
}

/** `scope-not-found` as "Scope not found". */
function problemTitle(code: FaultCode): string {
  if (code === 'internal') return 'Internal error';
  const words = code.replaceAll('-', ' ').replace(/\b(json|url)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
