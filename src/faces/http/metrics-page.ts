import { createServer } from 'node:http';
import { ConfigError } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import type { Service } from '../../service/service.ts';
import { callerOf } from './caller.ts';
import { baseHeaders } from './headers.ts';

const type = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics, for those who may see all where callers log in. Fault: `forbidden`. */
export async function metricsResponse(service: Service, request: Request): Promise<Response> {
  if (!callerOf(request, service).isAdmin)
    throw new Fault('forbidden', 'Metrics are for the roles that the setting admin_roles names.');
  const body = (await service.metrics?.text()) ?? '';
  const headers = { ...baseHeaders, 'Content-Type': type, 'Cache-Control': 'no-store' };
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

/** Serves the metrics alone, at an address of their own, to whoever reaches it. Faults: ConfigError for an address that cannot be had. */
export async function startMetricsListener(service: Service): Promise<{ close(): Promise<void> }> {
  const { metrics_host: host, metrics_port: port } = service.config.settings;
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 10_000 },
    async (incoming, outgoing) => {
      const isAsked =
        incoming.url?.split('?', 1)[0] === '/metrics' && /^(GET|HEAD)$/.test(incoming.method ?? '');
      const body = isAsked ? await service.metrics?.text().catch(() => undefined) : undefined;
      outgoing.writeHead(body === undefined ? (isAsked ? 500 : 404) : 200, { 'Content-Type': type });
      outgoing.end(incoming.method === 'HEAD' ? undefined : body);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const advice = 'see the settings metrics_host and metrics_port';
      reject(new ConfigError(`metrics: ${host}:${port} cannot be listened on (${error.message}); ${advice}`));
    });
    server.listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
