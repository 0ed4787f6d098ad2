import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { Operation } from '../../../service/operation.ts';
import { named } from '../../../service/operations.ts';
import type { Service } from '../../../service/service.ts';
import { orProtocolError, promptText } from '../answer.ts';
import { completeKata, completeKataCategory, completeScope } from './complete.ts';

/** Resources listed one by one; scopes beyond this many are still reached through the templates. */
const maxListed = 500;

interface ScopeResource {
  readonly name: string;
  /** Their texts make up the resource, in this order. */
  readonly operations: readonly Operation[];
  readonly title: string;
  readonly description: string;
}

const scopeResources: readonly ScopeResource[] = [
  { name: 'rules', operations: [named.getRules], title: 'Rules', description: 'All rules of a scope' },
  {
    name: 'index',
    operations: [named.getCategoryIndex],
    title: 'Rule categories',
    description: 'The category index of a scope',
  },
  {
    name: 'tenka',
    operations: [named.getUserStories, named.getAcceptanceCriteria],
    title: 'Vision',
    description: 'User stories and acceptance criteria of a scope',
  },
];

/** Registers `precept://scopes/{scope}/…`: one template per view of a scope, with completion of the scope's name. */
export function registerResources(server: McpServer, service: () => Promise<Service>): void {
  for (const { name, operations, title, description } of scopeResources) {
    const template = new ResourceTemplate(`precept://scopes/{scope}/${name}`, {
      list: async () => {
        const opened = await service();
        const { names } = await orProtocolError('resources', opened, () => opened.scopes());
        return {
          resources: names.slice(0, maxListed).map((scope) => ({
            uri: `precept://scopes/${scope}/${name}`,
            name: `${scope} ${name}`,
            title: `${title} of ${scope}`,
          })),
        };
      },
      complete: { scope: async (typed) => completeScope(await service(), typed) },
    });
    server.registerResource(
      name,
      template,
      { title, description, mimeType: 'text/markdown' },
      async (uri, { scope }) => {
        const given = { scope_name: decoded(scope) };
        const opened = await service();
        const texts = await Promise.all(operations.map((operation) => promptText(operation, given, opened)));
        const text = texts.join('\n');
        return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
      },
    );
  }
  registerKatas(server, service);
}

/** `precept://scopes/{scope}/katas/{category}/{kata}`; too many to list, so they are found by completion. */
function registerKatas(server: McpServer, service: () => Promise<Service>): void {
  const template = new ResourceTemplate('precept://scopes/{scope}/katas/{category}/{kata}', {
    list: undefined,
    complete: {
      scope: async (typed) => completeScope(await service(), typed),
      category: async (typed, context) =>
        completeKataCategory(await service(), typed, context?.arguments ?? {}),
      kata: async (typed, context) => completeKata(await service(), typed, context?.arguments ?? {}),
    },
  });
  const about = { title: 'Kata', description: 'The steps of one kata', mimeType: 'text/markdown' };
  server.registerResource('kata', template, about, async (uri, { scope, category, kata }) => {
    const given = { scope_name: decoded(scope), category: decoded(category), kata_name: decoded(kata) };
    const text = await promptText(named.getKata, given, await service());
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
  });
}

function decoded(variable: string | string[] | undefined): string {
  const text = String(variable);
  try {
    return decodeURIComponent(text);
  } catch {
    const message = `"${text}" has a broken percent-escape; "%" itself is written %25.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
}
