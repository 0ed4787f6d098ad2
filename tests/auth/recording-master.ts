import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../support/after-file.ts';

export interface RecordingMaster {
  readonly url: string;
  readonly port: number;
  /** Requests so far, in order. */
  readonly seen: readonly { readonly path: string; readonly authorization: string | undefined }[];
}

/** A master that answers as told and remembers who brought which token. */
export async function listen(
  answer: (headers: IncomingHttpHeaders, path: string) => [number, object, object?],
): Promise<RecordingMaster> {
  const seen: { path: string; authorization: string | undefined }[] = [];
  const server = createServer(({ headers, url = '' }, response) => {
    seen.push({ path: url, authorization: headers.authorization });
    const [status, body, extra] = answer(headers, url);
    response.writeHead(status, { 'Content-Type': 'application/json', ...extra }).end(JSON.stringify(body));
  });
  // On every address, so that the same server has names that are this machine and names that are not.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  afterFile(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, seen };
}
