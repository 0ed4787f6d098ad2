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
import { resourcesOf, resourceType, scopeResources } from './scope-resources.ts';

/** Their texts make up a resource, in this order. */
const operationsOf: Readonly<Record<keyof typeof scopeResources, readonly Operation[]>> = {
  rules: [named.getRules],
  index: [named.getCategoryIndex],
  tenka: [named.getUserStories, named.getAcceptanceCriteria],
};

/** Registers `precept://scopes/{scope}/…`: one template per view of a scope, with completion of the scope's name. */
export function registerResources(server: McpServer, service: () => Promise<Service>): void {
  for (const kind of Object.values(scopeResources)) {
    const { name, title, description } = kind;
    const template = new ResourceTemplate(`precept://scopes/{scope}/${name}`, {
      list: async () => {
        const opened = await service();
        return { resources: await orProtocolError('resources', opened, () => resourcesOf(kind, opened)) };
      },
      complete: { scope: async (typed) => completeScope(await service(), typed) },
    });
    server.registerResource(
      name,
      template,
      { title, description, mimeType: resourceType },
      async (uri, { scope }) => {
        const given = { scope_name: decoded(scope) };
        const opened = await service();
        const operations = operationsOf[name];
        const texts = await Promise.all(operations.map((operation) => promptText(operation, given, opened)));
        const text = toldOnce(texts).join('\n');
        return { contents: [{ uri: uri.href, mimeType: resourceType, text }] };
      },
    );
  }
  registerKatas(server, service);
}

/** The texts of one resource; a line of the first about what is missing does not begin the others again. */
function toldOnce([first = '', ...others]: readonly string[]): string[] {
  const told = new Set(/^(?:> .*\n)*/.exec(first)?.[0].split('\n'));
  const again = (text: string) =>
    text.replace(/^(?:> .*\n)+\n?/, (block) => {
      const lines = block.split('\n').filter((line) => line !== '' && !told.has(line));
      return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
    });
  return [first, ...others.map(again)];
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
  const about = { title: 'Kata', description: 'The steps of one kata', mimeType: resourceType };
  server.registerResource('kata', template, about, async (uri, { scope, category, kata }) => {
    const given = { scope_name: decoded(scope), category: decoded(category), kata_name: decoded(kata) };
    const text = await promptText(named.getKata, given, await service());
    return { contents: [{ uri: uri.href, mimeType: resourceType, text }] };
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
