import type { Metrics } from '../../../runtime/metrics.ts';
import { isRouted } from '../../../service/operation.ts';
import { operations } from '../../../service/operations.ts';
import { pagePaths } from '../explorer/routes.ts';
import type { AccessLog } from './access-log.ts';

const durations = {
  name: 'precept_http_request_duration_seconds',
  help: 'Time until an answer over HTTP is out, by method, route and status.',
};

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']);
const plain = [
  '/mcp',
  '/health',
  '/ready',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/swagger-ui/{name}',
  '/explorer/{name}',
];

/** Counts how long requests take. */
export function createRequestMetrics(metrics: () => Promise<Metrics>): AccessLog {
  const routeOf = createRoutes();
  return ({ method = '', url = '' }, outgoing) => {
    const since = performance.now();
    outgoing.once('close', () => {
      const seconds = (performance.now() - since) / 1000;
      const labels = {
        method: methods.has(method) ? method : 'other',
        route: routeOf(url.split('?', 1)[0] ?? ''),
        status: String(outgoing.statusCode),
      };
      void metrics().then((found) => found.observe(durations, labels, seconds));
    });
  };
}

/** Tells the route of a path, like `/api/v1/scopes/{scope_name}/rules`; `other` for what is none. */
function createRoutes(): (path: string) => string {
  const routes = [
    ...operations.filter(isRouted).map(({ http }) => `/api/v1${http.path}`),
    ...pagePaths.map((path) => path.replace(/:(\w+)/g, '{$1}')),
    ...plain,
  ];
  const fixed = new Set(routes.filter((route) => !route.includes('{')));
  const patterns = routes
    .filter((route) => route.includes('{'))
    .map((route) => {
      const parts = route.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return { route, pattern: new RegExp(`^${parts.join('[^/]+')}$`) };
    });
  return (path) =>
    fixed.has(path) ? path : (patterns.find(({ pattern }) => pattern.test(path))?.route ?? 'other');
}
