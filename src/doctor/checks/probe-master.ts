import type { SettingValues } from '../../config/settings.ts';
import { errorCode } from '../../runtime/files/files.ts';
import { readerHeaders } from '../../runtime/http/http-client.ts';
import { createTlsFetch } from '../../runtime/http/tls-fetch.ts';
import { skewOf } from '../clock.ts';

/** What a plain look at a master's address shows. */
export interface Probe {
  /** HTTP status of its list of scopes, asked for without a login; null where no answer came. */
  readonly status: number | null;
  readonly type: string;
  /** Seconds that its clock is ahead of ours; null where it does not tell the time. */
  readonly skew: number | null;
  /** The address with the other of http and https, where that is what it speaks. */
  readonly speaks: string | null;
}

const patience = 3000;

/** Looks at a master without a login. Never rejects. */
export async function probeMaster(
  url: string,
  settings: Pick<SettingValues, 'remote_ssl_ca_bundle' | 'remote_ssl_verify' | 'reader_name'>,
): Promise<Probe> {
  const fetch = await createTlsFetch({
    caBundle: settings.remote_ssl_ca_bundle,
    verifyTls: settings.remote_ssl_verify,
  }).catch(() => globalThis.fetch);
  const ask = async (address: string) => {
    const signal = AbortSignal.timeout(patience);
    const headers = readerHeaders(settings.reader_name);
    const response = await fetch(`${address}/api/v1/scopes`, { redirect: 'manual', headers, signal });
    await response.body?.cancel();
    return response;
  };
  try {
    const { status, headers } = await ask(url);
    // nginx and others answer plain http on a port for https with 400.
    const speaks = status === 400 && url.startsWith('http:') ? await other(url, ask) : null;
    return { status, type: headers.get('content-type') ?? '', skew: skewOf(headers), speaks };
  } catch (error) {
    const speaks = isCertificate(error) ? null : await other(url, ask);
    return { status: null, type: '', skew: null, speaks };
  }
}

/** The same address with the other scheme, where that is answered. */
async function other(url: string, ask: (address: string) => Promise<Response>): Promise<string | null> {
  const swapped = url.startsWith('https:') ? url.replace('https:', 'http:') : url.replace('http:', 'https:');
  try {
    const { status } = await ask(swapped);
    // A port for https that is asked in plain http answers 400 or sends to https.
    return swapped.startsWith('http:') && status >= 300 && status <= 400 ? null : swapped;
  } catch (error) {
    return isCertificate(error) ? swapped : null;
  }
}

/** Whether what answers speaks TLS, with a certificate that is not trusted. */
function isCertificate(error: unknown): boolean {
  return /CERT|SIGNATURE|SELF_SIGNED/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  return errorCode(current);
}
