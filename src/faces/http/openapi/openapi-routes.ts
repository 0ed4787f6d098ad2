import { exampleValues } from '../../../service/operations/shapes/arguments.ts';
import { eventsPath } from '../routes/events-path.ts';
import { answerExamples, examplesOf } from './openapi-examples.ts';
import { failures, type RouteOptions, responseHeaders, wordsOf } from './openapi-parts.ts';
import type { Json } from './openapi-schema.ts';
import type { RouteWords } from './openapi-words.ts';

interface PlainRoute {
  readonly operationId: string;
  readonly path: string;
  readonly words: RouteWords;
  readonly description: string;
  readonly answer: string;
  readonly type: string;
  readonly schema: Json;
  /** It can be asked for again with its ETag. */
  readonly isTagged: boolean;
}

const text: Json = { type: 'string' };
const skillsFolder = '/.well-known/agent-skills';
const indexSchema: Json = {
  type: 'object',
  required: ['$schema', 'skills'],
  properties: {
    $schema: { type: 'string', format: 'uri' },
    skills: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'type', 'description', 'url', 'digest'],
        properties: {
          name: text,
          type: { type: 'string', enum: ['skill-md', 'archive'] },
          description: text,
          url: { type: 'string', description: 'Relative to the index' },
          digest: { type: 'string', description: '`sha256:` and the hash of the bytes at that address' },
        },
      },
    },
  },
};

/** The skills of one scope, or of the default scope: three routes below `prefix`. */
function skillRoutes(prefix: string, suffix: string, whose: string): PlainRoute[] {
  const group = 'Skills';
  return [
    {
      operationId: `skills_index${suffix}`,
      path: `${prefix}${skillsFolder}/index.json`,
      words: { group, summary: `List the skills of ${whose}` },
      description:
        'Katas as Agent Skills, each with the digest of its bytes (agentskills.io, discovery 0.2.0).',
      answer: 'The index of skills',
      type: 'application/json',
      schema: indexSchema,
      isTagged: true,
    },
    {
      operationId: `skill${suffix}`,
      path: `${prefix}${skillsFolder}/{name}/SKILL.md`,
      words: { group, summary: `Read a skill of ${whose}` },
      description: 'The kata with its frontmatter, the same bytes each time.',
      answer: 'The text of the skill',
      type: 'text/markdown',
      schema: text,
      isTagged: true,
    },
    {
      operationId: `skill_archive${suffix}`,
      path: `${prefix}${skillsFolder}/{name}.tar.gz`,
      words: { group, summary: `Read a skill of ${whose} with its files` },
      description: 'The text of the skill and its files as a gzipped tar, the same bytes each time.',
      answer: 'The archive',
      type: 'application/gzip',
      schema: { type: 'string', contentMediaType: 'application/gzip' },
      isTagged: true,
    },
  ];
}

/** The routes that are no operations, but are there for other programs. */
export const plainRoutes: readonly PlainRoute[] = [
  {
    operationId: 'get_file',
    path: '/api/v1/scopes/{scope_name}/files/{sha256}',
    words: { group: 'Servers', summary: 'Read a file of a kata by its hash' },
    description: 'A file that a kata of the scope has: bundles name those that are too large to be in them.',
    answer: 'The bytes of the file',
    type: 'application/octet-stream',
    schema: { type: 'string', contentMediaType: 'application/octet-stream' },
    isTagged: true,
  },
  ...skillRoutes('/scopes/{scope_name}', '', 'a scope'),
  ...skillRoutes('', '_of_default_scope', 'the default scope'),
  {
    operationId: 'events',
    path: eventsPath,
    words: { group: 'Servers', summary: 'Hear what changes, as server-sent events' },
    description:
      'A stream that stays open. It begins with the event `hello`; each `changed` has `{"scopes": [names]}`, those that are different now, or `{"scopes": null}` where it may be any. A comment each 15 s shows that it lives.',
    answer: 'Events, as long as both sides like',
    type: 'text/event-stream',
    schema: text,
    isTagged: false,
  },
];

/** Such a route, as OpenAPI describes it. */
export function describeRoute(route: PlainRoute, options: RouteOptions): Json {
  const { operationId, path, words, description, answer, type, schema, isTagged } = route;
  const examples = examplesOf(operationId);
  const values = { ...pathValues, ...options.example.of({ http: { path } }) };
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: aboutParameter[name],
    schema: text,
    example: values[name],
  }));
  return {
    operationId,
    ...wordsOf(words, description, options),
    parameters,
    responses: {
      200: {
        description: answer,
        headers: responseHeaders({ isTagged }),
        content: {
          [type]: { schema, ...answerExamples(examples, { status: 200, type, login: options.login }) },
        },
      },
      ...(isTagged && { 304: { description: 'Not changed: If-None-Match has the ETag' } }),
      ...failures(examples, options),
    },
  };
}

const aboutParameter: Readonly<Record<string, string>> = {
  scope_name: 'See list_scopes',
  sha256: 'The SHA-256 of the file, as a bundle or a kata names it: 64 hex digits',
  name: 'As the index names it',
};

/** What shows the form where there is nothing to find. */
const pathValues: Readonly<Record<string, string>> = {
  name: exampleValues.kata_name as string,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
