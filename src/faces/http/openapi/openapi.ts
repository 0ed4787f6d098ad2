import type { RoutedOperation } from '../../../service/operation.ts';
import { sessionCookie } from '../sign-in/cookies.ts';
import { otherExamples } from './openapi-examples.ts';
import { describeOperation } from './openapi-operation.ts';
import type { RouteOptions } from './openapi-parts.ts';
import { describeRoute, plainRoutes } from './openapi-routes.ts';
import { type Json, problemSchema } from './openapi-schema.ts';
import { groups } from './openapi-words.ts';

interface OpenApiOptions extends RouteOptions {
  readonly version: string;
  /** People may sign in with a browser instead. */
  readonly people: boolean;
}

const about = (
  prefix: string,
) => `The guidance of scopes: rules, katas and vision, as agents, editors and other servers read it. The same can be read
by people in the [explorer](${prefix}/).

Each example was taken from a server with the content of \`examples/acme\`, unless its description names another; \`x-request\`
is the request that gave it.`;

/** The OpenAPI 3.1 document of the operations and of the other routes for programs. */
export function openApiDocument(operations: readonly RoutedOperation[], options: OpenApiOptions): Json {
  const { login, people, prefix } = options;
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = `/api/v1${operation.http.path}`;
    paths[path] = { ...paths[path], [operation.http.method]: describeOperation(operation, options) };
  }
  for (const route of plainRoutes) paths[route.path] = { get: describeRoute(route, options) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Precept API',
      version: options.version,
      summary: 'Rules, guidelines and procedures by scope, for coding agents.',
      description: about(prefix),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix || '/', description: 'This server' }],
    externalDocs: { description: 'The explorer: the same for people', url: `${prefix}/` },
    tags: Object.entries(groups).map(([name, { about: description, page }]) => ({
      name,
      description,
      externalDocs: { description: 'In the explorer', url: prefix + page },
    })),
    security: login ? [{ token: [] }, ...(people ? [{ session: [] }] : [])] : [],
    paths,
    components: {
      schemas: { Problem: problemSchema() },
      examples: otherExamples(login),
      ...(login && { securitySchemes: securitySchemes(people, prefix) }),
    },
  };
}

/** How callers show who they are: by a token, and where `people` may sign in, by the session of their browser. */
function securitySchemes(people: boolean, prefix: string): Json {
  const session = {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: `The session of a person who has signed in at [${prefix}/auth/login](${prefix}/auth/login). It counts for reading, and for writing from pages of this server.`,
  };
  return { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, ...(people && { session }) };
}
