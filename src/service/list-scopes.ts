import * as v from 'valibot';
import { createAnswer } from './answer.ts';
import { defineOperation } from './operation.ts';
import { scopeListShape } from './shapes.ts';

export const listScopes = defineOperation({
  name: 'list_scopes',
  title: 'Scopes',
  description: 'Names of the scopes (company, team, project …) that have guidance.',
  input: v.strictObject({
    details: v.optional(
      v.pipe(v.boolean(), v.description('Objects with description, tags, parents, sources')),
      false,
    ),
  }),
  output: scopeListShape,
  http: { method: 'get', path: '/scopes', formats: ['json'] },
  mcp: { hide: ['details'], readOnly: true, idempotent: true },
  cli: { command: 'scopes', format: 'markdown' },
  async run(input, service) {
    const names = await service.scopeNames();
    const details = input.details ? await service.scopeDetails(names) : null;
    return createAnswer({
      json: () => details ?? names,
      markdown() {
        if (names.length === 0) return `No scopes: ${service.whyEmpty()}.\n`;
        if (details === null) return names.map((name) => `- ${name}\n`).join('');
        return details
          .map(({ name, description }) => `- ${name}${description ? `: ${description}` : ''}\n`)
          .join('');
      },
    });
  },
});
