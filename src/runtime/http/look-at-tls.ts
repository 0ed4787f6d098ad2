import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { reasonOf } from '../reason-of.ts';
import { readCertificates, type TlsOptions } from './tls-fetch.ts';

/** What a server shows of itself before anything is asked. */
export interface TlsLook {
  /** Why its certificate, or the connection, is not good; null where it is. */
  readonly reason: string | null;
  /** `TLSv1.3`; null where no connection came about. */
  readonly protocol: string | null;
  /** Names of the certificates that it sends, its own first. */
  readonly chain: readonly string[];
  /** The names that its own certificate is for. */
  readonly names: readonly string[];
  /** Who signed the last of them. */
  readonly signer: string | null;
  /** ISO 8601; null where there is no certificate. */
  readonly until: string | null;
}

const none = { protocol: null, chain: [], names: [], signer: null, until: null };
const mostCertificates = 10;
const mostNames = 10;

/** Looks at the certificates of a server, trusted or not, within `milliseconds`. Never rejects. */
export async function lookAtTls(url: URL, options: TlsOptions, milliseconds: number): Promise<TlsLook> {
  const ca = await readCertificates(options).catch((error: unknown) => reasonOf(error));
  if (typeof ca === 'string') return { ...none, reason: ca };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(url.port || 443),
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca && { ca }),
    });
    const end = (look: TlsLook) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(look);
    };
    // For all of it: a server that sends a byte now and then is never idle.
    const timer = setTimeout(
      () => end({ ...none, reason: `no answer within ${milliseconds / 1000} s` }),
      milliseconds,
    );
    socket.on('error', (error) => end({ ...none, reason: reasonOf(error) }));
    socket.once('secureConnect', () => {
      const problem: unknown = socket.authorizationError;
      const code = problem instanceof Error ? reasonOf(problem) : problem ? String(problem) : null;
      const own = socket.getPeerCertificate(true);
      const certificates = chainOf(own);
      const last = certificates.at(-1);
      end({
        reason: code,
        protocol: socket.getProtocol(),
        chain: certificates.map(({ subject }) => nameOf(subject)),
        names: namesOf(own),
        signer: last === undefined ? null : nameOf(last.issuer),
        until: Number.isNaN(Date.parse(own.valid_to)) ? null : new Date(own.valid_to).toISOString(),
      });
    });
  });
}

function chainOf(own: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  let current: DetailedPeerCertificate | undefined = own.subject === undefined ? undefined : own;
  while (current !== undefined && !chain.includes(current) && chain.length < mostCertificates) {
    chain.push(current);
    current = current.issuerCertificate;
  }
  return chain;
}

/** Clients compare these with the address, and the subject only where there are none. */
function namesOf({ subjectaltname }: DetailedPeerCertificate): string[] {
  const all = [...String(subjectaltname ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(all)].slice(0, mostNames);
}

function nameOf(subject: DetailedPeerCertificate['subject'] | undefined): string {
  const { CN, O } = Object(subject) as Record<string, string | string[] | undefined>;
  return String(CN ?? O ?? 'no name').slice(0, 100);
}
