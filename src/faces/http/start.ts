import { isLoopbackHost } from '../../config/check-login-settings.ts';
import type { Service } from '../../service/service.ts';
import { createAccessLog } from './access-log.ts';
import { createHttpApp, type HttpAppOptions } from './app.ts';
import { createAssetReader } from './asset-reader.ts';
import { asksForLogin } from './caller.ts';
import { type Listener, type ListenerOptions, startListener } from './listener.ts';

export interface StartOptions extends ListenerOptions, Pick<HttpAppOptions, 'mounts'> {
  /** Folder of the files that ship with the program, a file: URL that ends in a slash. */
  readonly assets: URL;
}

/** Serves a service over HTTP until the listener is closed. Faults: ConfigError for an address that cannot be had. */
export function startHttp(service: Service, options: StartOptions): Promise<Listener> {
  const { assets, mounts, ...listener } = options;
  if (!isLoopbackHost(options.host) && !asksForLogin(service)) {
    options.log.warn(
      `http_host ${options.host} lets other machines in and nobody has to log in; set auth_issuer_url and auth_audience, or put a proxy before it`,
    );
  }
  const app = createHttpApp(service, { readAsset: createAssetReader(assets), ...(mounts && { mounts }) });
  const { log_level: level } = service.config.settings;
  const accessLog = level === 'info' || level === 'debug' ? createAccessLog(options.log) : null;
  return startListener(app, { accessLog, ...listener });
}
