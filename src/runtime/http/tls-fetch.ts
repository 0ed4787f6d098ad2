import { ConfigError } from '../../model/config-error.ts';
import { errorCode, readOptionalFile } from '../files/files.ts';

export interface TlsOptions {
  /** PEM file of CAs to trust besides the usual ones. */
  readonly caBundle: string | null;
  readonly verifyTls: boolean;
}

/**
 * `fetch` with the TLS settings of masters, for issuers and for looking at what is there. The platform's own cannot be given a CA, so undici's is loaded where a
 * setting asks for it. Fault: ConfigError for a CA bundle that cannot be read.
 */
export async function createTlsFetch(options: TlsOptions): Promise<typeof globalThis.fetch> {
  const { caBundle, verifyTls } = options;
  if (caBundle === null && verifyTls) return globalThis.fetch;
  // CommonJS, of which a bundle's dynamic import has nothing but the default export.
  const { Agent, fetch } = (await import('undici')).default;
  const ca = await readCertificates(options);
  const dispatcher = new Agent({ connect: { rejectUnauthorized: verifyTls, ...(ca && { ca }) } });
  return ((input: string, init?: object) =>
    fetch(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
}

/** The certificates that are trusted; undefined for the usual ones. Fault: ConfigError for a CA bundle that cannot be read. */
export async function readCertificates({ caBundle }: TlsOptions): Promise<string[] | undefined> {
  if (caBundle === null) return undefined;
  return [...(await import('node:tls')).rootCertificates, await readCaBundle(caBundle)];
}

/** The text of a PEM file with certificates. Fault: ConfigError for any other file. */
export async function readCaBundle(path: string): Promise<string> {
  const bytes = await readOptionalFile(path).catch((cause: unknown) => ({ cause }));
  if (!Buffer.isBuffer(bytes))
    throw new ConfigError(
      `setting remote_ssl_ca_bundle: ${path} cannot be read (${errorCode(bytes?.cause) || 'ENOENT'}); give a PEM file that this user may read`,
      { cause: bytes?.cause },
    );
  const text = bytes.toString('utf8');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new ConfigError(`setting remote_ssl_ca_bundle: ${path} holds no certificate; give a PEM file`);
}
