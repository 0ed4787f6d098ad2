import { pathOfFileUrl } from '../../runtime/files/file-url.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { type HttpClient, HttpError } from '../../runtime/http/http-client.ts';
import { type Authorize, sendWithLogin } from '../../runtime/http/send-with-login.ts';

/** Bytes of a file that are read at most. */
const maxBytes = 16 * 1024 * 1024;

/** The bytes at an address of a master, `file:` ones too; null where it has none, or cannot be asked. */
export async function fetchFile(
  {
    url,
    client,
    authorize,
  }: { readonly url: string; readonly client: HttpClient; readonly authorize: Authorize },
  address: string,
  loop: readonly string[],
): Promise<Uint8Array | null> {
  if (address.startsWith('file:')) {
    const path = pathOfFileUrl(address);
    return path === null ? null : readOptionalFile(path, maxBytes).catch(() => null);
  }
  const passed = loop.length === 0 ? {} : { 'CDN-Loop': loop.join(', ') };
  const headers = { Accept: 'application/octet-stream, */*;q=0.5', ...passed };
  try {
    return await client.withinDeadline(async (signal) => {
      const { status, body } = await sendWithLogin(url, authorize, (login) =>
        client.stream(address, { headers: { ...headers, ...login }, signal }),
      );
      if (status === 200 && body !== null) return readBytes(body);
      body?.destroy();
      return null;
    });
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    throw new HttpError('connection', 'the connection broke');
  }
}
