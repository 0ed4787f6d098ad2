import type { RouteExamples } from './api-example.ts';
import type { ExampleArguments } from './example-arguments.ts';
import { codesByStatus, problemExamples } from './openapi-examples.ts';
import type { Json } from './openapi-schema.ts';
import type { RouteWords } from './openapi-words.ts';

/** What the description of a route depends on besides the route. */
export interface RouteOptions {
  /** Values that something is found by. */
  readonly example: ExampleArguments;
  /** Callers have to bring a bearer token. */
  readonly login: boolean;
  /** What a proxy takes off the paths of this server; empty without one. */
  readonly prefix: string;
}

/** The words about a route, with the way to the same in the explorer. */
export function wordsOf(
  { group, summary, page }: RouteWords,
  description: string,
  { example, prefix }: RouteOptions,
): Json {
  const scope = example.scope === null ? null : encodeURIComponent(example.scope);
  const isKnown = page !== undefined && (scope !== null || !page.includes('{scope}'));
  const href = isKnown ? prefix + page.replace('{scope}', scope ?? '') : undefined;
  return {
    summary,
    description,
    tags: [group],
    ...(href !== undefined && {
      externalDocs: { description: `In the explorer: ${href}`, url: href },
    }),
  };
}

/** The problems of a route, by status. */
export function failures(examples: RouteExamples, { login }: RouteOptions): Json {
  return Object.fromEntries(
    [...codesByStatus(examples, login)].map(([status, codes]) => {
      const content = {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: problemExamples(examples, codes, login),
      };
      return [
        status,
        { description: `Problem: ${codes.join(', ')}`, content: { 'application/problem+json': content } },
      ];
    }),
  );
}

/** Headers of every answer, and the tag of one that can be asked for again. */
export function responseHeaders({ isTagged }: { readonly isTagged: boolean }): Json {
  const text = { type: 'string' };
  return {
    ...(isTagged && { ETag: { description: 'Names this version', schema: text } }),
    'X-Request-Id': { description: 'Names the request in the log', schema: text },
  };
}
