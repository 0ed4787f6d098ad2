type Json = Record<string, unknown>;

/** The streams of what changes, for the OpenAPI document; the failures of a route are given. */
export function describeEvents(failures: Json): Json {
  return {
    operationId: 'events',
    summary: 'What changes, as server-sent events',
    description:
      'A stream that stays open. It begins with the event `hello`; each `changed` has `{"scopes": [names]}`, those that are different now, or `{"scopes": null}` where it may be any. A comment each 15 s shows that it lives.',
    tags: ['Precept'],
    parameters: [],
    responses: {
      200: {
        description: 'Events, as long as both sides like',
        headers: {
          'X-Request-Id': { description: 'Names the request in the log', schema: { type: 'string' } },
        },
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...failures,
    },
  };
}
