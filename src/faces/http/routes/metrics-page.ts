import { Fault } from '../../../model/fault.ts';
import type { Service } from '../../../service/service.ts';
import { callerOf } from '../guard/caller.ts';
import { baseHeaders } from '../guard/headers.ts';

/** The content type of Prometheus text. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics, for those who may see all where callers log in. Fault: `forbidden`. */
export async function metricsResponse(service: Service, request: Request): Promise<Response> {
  if (!callerOf(request, service).isAdmin)
    throw new Fault('forbidden', 'Metrics are for the roles that the setting admin_roles names.');
  const body = (await service.metrics?.text()) ?? '';
  const headers = { ...baseHeaders, 'Content-Type': metricsType, 'Cache-Control': 'no-store' };
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}
