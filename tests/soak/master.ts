import { bundle, bundled, type startStub } from '../federation/servers.ts';

const far = bundle('far', { commandments: bundled('far', { a: ['From far away'] }) });
const missing = { type: 'urn:precept:problem:scope-not-found', status: 404, code: 'scope-not-found' };
/** A master that has one scope, and answers after 5 ms. */
export const answerAsMaster: Parameters<typeof startStub>[0] = ({ method, url = '' }, response) => {
  const isFar = url.startsWith('/api/v1/scopes/far/');
  const [status, body] =
    method === 'POST'
      ? [200, { reloaded: true }]
      : isFar
        ? [200, far]
        : url.endsWith('/scopes')
          ? [200, ['far']]
          : [404, missing];
  const type = status === 404 ? 'application/problem+json' : 'application/json';
  setTimeout(() => response.writeHead(status, { 'Content-Type': type }).end(JSON.stringify(body)), 5);
};
