import { withoutSecretsOf } from '../../../config/values/address-secrets.ts';
import { isSafeAddress } from '../../../config/values/safe-address.ts';
import { createTlsFetch, type TlsOptions } from '../../../runtime/http/tls-fetch.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import { SourceError } from '../content/pack.ts';

const maxBytes = 64 * 1024 * 1024;
const longest = 120_000;
const maxRedirects = 5;

/**
 * The bytes at an address, whose user and password are sent to its own server alone. Each redirect has to lead to https again. SourceError,
 * without the secrets of the address.
 */
export async function download(address: string, tls: TlsOptions): Promise<Buffer> {
  try {
    const answer = await follow(address, tls);
    if (!answer.ok || answer.body === null) throw new SourceError(`it answers ${answer.status}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > maxBytes) throw new SourceError(`it is over ${maxBytes / 1024 / 1024} MiB`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(withoutSecretsOf(address, reasonOf(error)), { cause: error });
  }
}

async function follow(address: string, tls: TlsOptions): Promise<Response> {
  const fetch = await createTlsFetch(tls);
  const signal = AbortSignal.timeout(longest);
  const { origin, protocol } = new URL(address);
  let at = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const login = at.origin === origin ? loginOf(new URL(address)) : {};
    at.username = '';
    at.password = '';
    const answer = await fetch(at.href, { signal, headers: login, redirect: 'manual' });
    const next = answer.headers.get('location');
    if (answer.status < 300 || answer.status > 399 || next === null) return answer;
    await answer.body?.cancel();
    if (!URL.canParse(next, at.href)) throw new SourceError('it is redirected to what is not an address');
    at = new URL(next, at.href);
    if (
      !isSafeAddress(at) ||
      !/^https?:$/.test(at.protocol) ||
      (protocol === 'https:' && at.protocol !== protocol)
    )
      throw new SourceError(`it is redirected to ${at.protocol.slice(0, -1)}, and not to https`);
  }
  throw new SourceError(`it is redirected more than ${maxRedirects} times`);
}

function loginOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}
