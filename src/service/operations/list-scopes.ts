import * as v from 'valibot';
import { oneLine } from '../../render/foreign-text.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { type DataOf, defineOperation } from '../operation.ts';
import { incompleteBlock } from '../runtime/content/gaps.ts';
import type { Service } from '../service.ts';
import { scopeListShape } from './shapes/shapes.ts';

interface ScopeDetails {
  readonly name: string;
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly parents: readonly string[];
  readonly sources: readonly string[];
}

export interface Presentation {
  readonly whyEmpty: string;
  /** Whether there are none because masters do not say what they have. */
  readonly isUnknown: boolean;
}

const atOnce = 32;

export const listScopes = defineOperation({
  name: 'list_scopes',
  title: 'Scopes',
  description: 'Scopes (company, team, project) that have guidance.',
  needs: ['scope', 'scopes', 'whyEmpty'],
  input: v.strictObject({
    details: v.optional(
      v.pipe(v.boolean(), v.description('Objects with description, tags, parents, sources')),
      false,
    ),
  }),
  output: scopeListShape,
  http: { method: 'get', path: '/scopes', formats: ['json'], forReaders: true },
  mcp: { hide: ['details'], readOnly: true, idempotent: true },
  cli: {
    command: 'scopes',
    format: 'markdown',
    isNothing: (_, { isUnknown }) => isUnknown,
  },
  async run(input, service) {
    const { names, unavailable } = await service.scopes();
    const away = service.config.settings.show_unavailable ? unavailable : [];
    const incomplete = incompleteBlock({ gaps: [], unavailable: away, failures: 0, keepsFailing: false });
    // A few at a time, because each may ask every master.
    const details = input.details ? await inBatches(names, atOnce, (name) => detailsOf(name, service)) : null;
    const silent = unavailable.map(({ url, reason }) => `${url} (${reason})`).join(', ');
    const whyEmpty = silent === '' ? service.whyEmpty() : `nothing is known of ${silent}`;
    return {
      data: details ?? names,
      presentation: { whyEmpty, isUnknown: names.length === 0 && silent !== '' },
      incomplete,
    };
  },
  texts: async () => ({ markdown: scopesMarkdown }),
});

function scopesMarkdown(scopes: DataOf<typeof scopeListShape>, { whyEmpty }: Presentation): string {
  if (scopes.length === 0) return `No scopes: ${whyEmpty}.\n`;
  const lines = scopes.map((scope) => {
    if (typeof scope === 'string') return `- ${scope}\n`;
    return `- ${scope.name}${scope.description ? `: ${oneLine(scope.description)}` : ''}\n`;
  });
  return lines.join('');
}

/** A scope that cannot be served is listed all the same: its name is all that is known. */
async function detailsOf(name: string, service: Pick<Service, 'scope'>): Promise<ScopeDetails> {
  const scope = await service.scope(name).catch(() => null);
  if (scope === null) return { name, description: '', tags: {}, parents: [], sources: [] };
  const { description, tags } = scope.metadata;
  const parents = scope.descent.parents.map((parent) => parent.name);
  return { name, description, tags, parents, sources: scope.sources };
}
