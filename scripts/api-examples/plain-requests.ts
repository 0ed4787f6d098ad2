// What is asked of the routes that are no operations.
import { createHash } from 'node:crypto';
import type { ExampleRequest } from '../../src/faces/http/openapi/api-example.ts';
import { type Attempt, attempt } from './requests.ts';
import { packedFile, type ServerName } from './servers.ts';

interface Good {
  readonly server: ServerName;
  readonly values: Readonly<Record<string, string>>;
}

const sha256 = createHash('sha256').update(packedFile).digest('hex');
const packed = { scope_name: 'packed', name: 'release', sha256 };
const checkout = { scope_name: 'checkout', name: 'cut-a-release' };

const good: Readonly<Record<string, Good>> = {
  get_file: { server: 'prepared', values: packed },
  skills_index: { server: 'example', values: checkout },
  skill: { server: 'example', values: checkout },
  skill_archive: { server: 'prepared', values: packed },
  skills_index_of_default_scope: { server: 'example', values: checkout },
  skill_of_default_scope: { server: 'example', values: checkout },
  skill_archive_of_default_scope: { server: 'prepared', values: packed },
  events: { server: 'example', values: {} },
};

const wrong: readonly Readonly<Record<string, string>>[] = [
  { scope_name: 'chekout' },
  { scope_name: 'Not a scope' },
  { name: 'cut-a-relase' },
  { sha256: '0'.repeat(64) },
];

interface Route {
  readonly operationId: string;
  readonly path: string;
}

/** The request to a route that it answers. Throws for a route without one. */
export function goodPlainAttempt({ operationId, path }: Route): Attempt {
  const known = good[operationId];
  if (known === undefined) throw new Error(`${operationId} needs an example in scripts/api-examples`);
  return attempt(known.server, { path: filled(path, known.values) }, known.values.scope_name);
}

/** Requests that a route may refuse. */
export function badPlainAttempts(route: Route): Attempt[] {
  const { server, request } = goodPlainAttempt(route);
  const values = good[route.operationId]?.values;
  const change = (other: Readonly<Record<string, string>>, where = server) =>
    attempt(where, { path: filled(route.path, { ...values, ...other }) }, other.scope_name);
  const at = (other: ExampleRequest, where = server) => attempt(where, other);
  const damaged = ['broken', 'circle', 'deep-1', 'closed'].map((scope_name) =>
    change({ scope_name }, 'prepared'),
  );
  const isNamed = (one: object) => Object.keys(one).some((name) => route.path.includes(`{${name}}`));
  return [
    ...wrong.filter(isNamed).map((one) => change({ scope_name: 'checkout', ...one }, 'example')),
    ...(route.path.includes('{scope_name}') ? damaged : []),
    at({ path: `${request.path}?note=100%` }),
    at({ ...request, headers: { accept: 'image/png' } }),
    at({ ...request, headers: { host: 'precept.example.org' } }),
    at({ ...request, headers: { origin: 'https://app.example.org' } }),
    at(request, 'login'),
    at(request, 'plain'),
  ];
}

function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
}
