import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCode } from '../../runtime/files/files.ts';
import { AuthError } from '../auth-error.ts';
import { page, pageHeaders } from './callback-page.ts';

export interface Callback {
  readonly redirectUri: string;
  /** The address the browser came back to, with this login's state in it. Rejects with the signal's reason. */
  visited(signal: AbortSignal): Promise<URL>;
  /** Tells the browser how it ended: null for well. */
  end(trouble: string | null): Promise<void>;
  close(): void;
}

/** Listens on 127.0.0.1 for the browser that comes back from the issuer. Fault: AuthError for a port that is taken. */
export async function openCallback(port: number, state: string): Promise<Callback> {
  let waiting: ServerResponse | null = null;
  let arrive: (url: URL) => void;
  const arrival = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const target = request.url ?? '/';
    // What is no path of this server is not found either: `//`, `*`, an address in brackets that are never closed.
    const { pathname, searchParams, href } = new URL(
      URL.canParse(target, redirectUri) ? target : '/',
      redirectUri,
    );
    if (request.method !== 'GET' || pathname !== '/callback') {
      void send(response, 404, page('Nothing here', 'This address only waits for the end of a login.'));
    } else if (searchParams.get('state') !== state || waiting !== null) {
      // Anybody on this machine can knock; whoever does not know the state has no part in this login.
      void send(response, 400, page('Not this login', 'Start again with <code>precept login</code>.'));
    } else {
      waiting = response;
      arrive(new URL(href));
    }
  });
  await listen(server, port);
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;

  return {
    redirectUri,
    visited: (signal) =>
      new Promise((resolve, reject) => {
        const give = () => reject(signal.reason);
        if (signal.aborted) return give();
        signal.addEventListener('abort', give, { once: true });
        arrival.then(resolve, reject);
      }),
    async end(trouble) {
      if (waiting === null) return;
      const [title, text] =
        trouble === null
          ? ['You are logged in', 'You can close this page and go back to the terminal.']
          : ['Not logged in', trouble];
      await send(waiting, trouble === null ? 200 : 400, page(title, text));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Settles when the page is on its way, or the browser has gone. */
function send(response: ServerResponse, status: number, body: string): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, pageHeaders).end(body, () => resolve());
  });
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why =
        errorCode(error) === 'EADDRINUSE'
          ? 'is in use already'
          : `cannot be listened on (${errorCode(error)})`;
      const advice = 'set oidc_redirect_port to another that the issuer knows, or to 0 for any';
      reject(new AuthError(`port ${port} of 127.0.0.1 ${why}; ${advice}`));
    });
    server.listen({ host: '127.0.0.1', port }, () => resolve());
  });
}
