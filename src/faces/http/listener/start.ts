import { ConfigError } from '../../../config/config.ts';
import { whyNoSessions } from '../../../config/values/check-login-settings.ts';
import { isLoopbackHost } from '../../../config/values/safe-address.ts';
import type { Service } from '../../../service/service.ts';
import { createHttpApp, type HttpApp, type HttpAppOptions } from '../app.ts';
import { createAssetReader } from '../asset-reader.ts';
import { asksForLogin } from '../guard/caller.ts';
import { type AccessLog, createAccessLog } from './access-log.ts';
import { type Listener, type ListenerOptions, startListener } from './listener.ts';

export interface StartOptions extends ListenerOptions, Pick<HttpAppOptions, 'mounts'> {
  /** Folder of the files that ship with the program, a file: URL that ends in a slash. */
  readonly assets: URL;
}

/** What listens, with what tells whether the issuer of logins is there. */
export type StartedListener = Listener & Pick<HttpApp, 'isIssuerUp'>;

/** Serves a service over HTTP until the listener is closed. Faults: ConfigError for an address that cannot be had. */
export async function startHttp(service: Service, options: StartOptions): Promise<StartedListener> {
  const { assets, mounts, ...listener } = options;
  const noSessions = whyNoSessions(service.config.settings);
  if (noSessions !== null) {
    const { auth_client_id: file } = service.config.files;
    throw new ConfigError(`setting auth_client_id${file === undefined ? '' : ` (${file})`}${noSessions}`);
  }
  if (!isLoopbackHost(options.host) && !asksForLogin(service)) {
    options.log.warn(
      `http_host ${options.host} lets other machines in and nobody has to log in; set auth_issuer_url and auth_audience, or put a proxy before it`,
    );
  }
  const app = createHttpApp(service, { readAsset: createAssetReader(assets), ...(mounts && { mounts }) });
  const { log_level: level, log_format: format, metrics_port: ownPort } = service.config.settings;
  const { isIssuerUp } = app;
  const more = { ...(isIssuerUp && { isIssuerUp }) };
  const logs = level === 'info' || level === 'debug' ? createAccessLog(options.log, format) : null;
  const { metrics } = service;
  if (metrics === null) return { ...(await startListener(app, { accessLog: logs, ...listener })), ...more };
  const [{ createRequestMetrics }, { startMetricsListener }] = await Promise.all([
    import('./request-metrics.ts'),
    import('./metrics-listener.ts'),
  ]);
  const counts = createRequestMetrics(metrics.open);
  const accessLog: AccessLog = (...exchange) => {
    counts(...exchange);
    logs?.(...exchange);
  };
  const beside = ownPort === 0 ? null : await startMetricsListener(service);
  const main = await startListener(app, { accessLog, ...listener }).catch(async (error: unknown) => {
    await beside?.close();
    throw error;
  });
  return { ...main, ...more, close: async () => void (await Promise.all([main.close(), beside?.close()])) };
}
