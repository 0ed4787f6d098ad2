import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { approve, createBrowser } from '../auth/browser.ts';
import { clientId } from '../auth/issuer.ts';
import { afterFile } from '../support/after-file.ts';

/** A person before an MCP client that is registered at the test's issuer. */
export interface Person {
  readonly provider: OAuthClientProvider;
  /** Logs in where the client has sent the person; what the browser brings back. */
  logIn(): Promise<URLSearchParams>;
}

export async function createPerson(): Promise<Person> {
  const server = createServer((_, response) => void response.end('back'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => void server.close().closeAllConnections());
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  type Provider = Required<OAuthClientProvider>;
  let tokens: Awaited<ReturnType<Provider['tokens']>>;
  let discovered: Awaited<ReturnType<Provider['discoveryState']>>;
  let verifier = '';
  let asked = '';
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], scope: 'openid read' },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      asked = url.href;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => {
      discovered = state;
    },
    discoveryState: () => discovered,
  };
  return {
    provider,
    async logIn() {
      const page = await approve(createBrowser(), asked, 'ada');
      return new URL(page.url).searchParams;
    },
  };
}
