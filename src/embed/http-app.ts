import { createHttpApp as createInnerApp } from '../faces/http/app.ts';
import { createAssetReader } from '../faces/http/asset-reader.ts';
import { mountMcp } from './mcp-mount.ts';
import { innerService, type Service } from './service.ts';

/** Where a listener is bound. */
export interface ListenAddress {
  /** An address or name; `0.0.0.0` and `::` stand for every name that leads here. */
  readonly host: string;
  readonly port: number;
}

/** REST, MCP at /mcp, the API documentation and the explorer, for whatever listener speaks `fetch`. */
export interface HttpApp {
  /** Answers one request. It needs no `this`, and never throws: what goes wrong becomes a problem document. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /**
   * Tells the address that requests come to. Until then, and for any other Host, requests are refused with 403: web
   * pages elsewhere could else read the rules by a name that leads to this machine.
   */
  readonly listensOn: (address: ListenAddress) => void;
  /** Ends the MCP streams that are open; the service stays. */
  readonly close: () => Promise<void>;
}

/** An HTTP app over a service, to be served at the root of a host. `address` is what `listensOn` takes, if it is known. */
export function createHttpApp(service: Service, address?: ListenAddress): HttpApp {
  const guidance = innerService(service);
  const mcp = mountMcp(guidance);
  // This file is bundled into dist/index.js, beside which the files of the documentation page lie.
  const readAsset = createAssetReader(new URL('./', import.meta.url));
  const app = createInnerApp(guidance, { readAsset, mounts: mcp.mounts });
  if (address !== undefined) app.listensOn(address);
  return {
    fetch: (request) => app.fetch(request),
    listensOn: (given) => app.listensOn(given),
    close() {
      app.close?.();
      return mcp.close();
    },
  };
}
