import { ConfigError } from '../../../config/config.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { Service } from '../../../service/service.ts';
import type { HttpApp } from '../app.ts';
import { createGuard } from '../guard/guard.ts';
import { baseHeaders } from '../guard/headers.ts';
import { createProblemResponder } from '../problem-response.ts';
import { metricsType } from '../routes/metrics-page.ts';
import { type Listener, startListener } from './listener.ts';

/**
 * Serves the metrics alone, at an address of their own, to whoever reaches it by that address and not as a page of another site. Faults:
 * ConfigError for an address that cannot be had.
 */
export async function startMetricsListener(service: Service): Promise<Listener> {
  const { metrics_host: host, metrics_port: port } = service.config.settings;
  const problem = createProblemResponder(service.log);
  const guard = createGuard([], null, null, {
    foreignHost: 'or bind to another address with the setting metrics_host.',
    foreignOrigin: '',
  });
  const app: HttpApp = {
    problem,
    listensOn: guard.listensOn,
    async fetch(request) {
      try {
        guard.check(request);
        return await aloneResponse(service, request);
      } catch (error) {
        return problem(error, request);
      }
    },
  };
  return startListener(app, { host, port, log: service.log }).catch((error: unknown) => {
    const reason = reasonOf(error instanceof ConfigError ? error.cause : error);
    const advice = 'see the settings metrics_host and metrics_port';
    throw new ConfigError(`metrics: ${host}:${port} cannot be listened on (${reason}); ${advice}`, {
      cause: error,
    });
  });
}

async function aloneResponse(service: Service, { url, method }: Request): Promise<Response> {
  const isAsked = new URL(url).pathname === '/metrics' && /^(GET|HEAD)$/.test(method);
  const body = isAsked ? await service.metrics?.text().catch(() => undefined) : undefined;
  const status = body === undefined ? (isAsked ? 500 : 404) : 200;
  return new Response(method === 'HEAD' ? null : (body ?? ''), {
    status,
    headers: { ...baseHeaders, 'Content-Type': metricsType },
  });
}
