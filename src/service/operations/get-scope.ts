import * as v from 'valibot';
import type { MasterState } from '../../federation/master-health.ts';
import type { Descent, ResolvedScope } from '../../guidance/guidance.ts';
import { type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import { asParagraphs, oneLine } from '../../render/foreign-text.ts';
import { type DataOf, defineOperation } from '../operation.ts';
import { scopeName } from './shapes/arguments.ts';
import { scopeShape } from './shapes/shapes.ts';

type ScopeData = DataOf<typeof scopeShape>;

export const getScope = defineOperation({
  name: 'get_scope',
  title: 'A scope',
  description: 'What a scope is: description, tags, parents, lineage, sources, and how much guidance it has.',
  needs: ['masterStates', 'scope'],
  input: v.strictObject({ scope_name: scopeName }),
  output: scopeShape,
  http: { method: 'get', path: '/scopes/{scope_name}', formats: ['json'] },
  mcp: null,
  cli: { command: 'show', positional: ['scope_name'], format: 'markdown' },
  async run(input, service) {
    const scope = await service.scope(input.scope_name);
    const { description, tags } = scope.metadata;
    const { descent, sources, warnings, unavailable } = scope;
    const metadata = { name: scope.name, description, tags };
    const masters = await service.masterStates();
    return {
      data: {
        metadata,
        parents: descent.parents.map(({ name }) => name),
        lineage: descent.lineage,
        sources,
        counts: countsOf(scope),
        ...(warnings.length > 0 && { warnings }),
        ...(unavailable.length > 0 && { unavailable }),
        ...(masters.length > 0 && { masters }),
      },
      presentation: descent.parents,
    };
  },
  texts: async () => ({ markdown: scopeMarkdown }),
});

function scopeMarkdown(data: ScopeData, parents: Descent['parents']): string {
  const { metadata, lineage, sources, counts, masters = [], warnings = [] } = data;
  const { name, description, tags } = metadata;
  const lines = [
    `# ${name}`,
    ...(description ? ['', asParagraphs(description)] : []),
    '',
    ...(parents.length > 0 ? [`- inherits from: ${parents.map(parentText).join(', ')}`] : []),
    `- lineage: ${lineage.join(' > ')}`,
    `- sources: ${sources.join(', ')}`,
    ...Object.entries(tags).map(([key, value]) => `- tag ${oneLine(key)}: ${oneLine(value)}`),
    ...Object.entries(counts).map(([key, value]) => `- ${key}: ${value}`),
    ...masters.map(masterLine),
    ...warnings.map((warning) => `- warning: ${oneLine(warning)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function parentText({ name, server }: Descent['parents'][number]): string {
  return server === 'local' ? name : `${name} (${server})`;
}

function masterLine({ url, state, reason, age_seconds }: MasterState): string {
  const since = age_seconds === null ? '' : `, last answer ${age_seconds} s ago`;
  return `- master ${url}: ${state}${reason === null ? '' : ` (${reason})`}${since}`;
}

function countsOf(scope: ResolvedScope): Record<'categories' | RuleKind | 'katas', number> {
  // One that is emptied here, or says only when others apply, is in no answer.
  const ofRules = ruleKinds.flatMap((kind) => [...scope[kind]].filter(([, { rules }]) => rules.length > 0));
  const ofKatas = [...scope.katas].filter(([, { katas }]) => katas.size > 0);
  const categories = new Set([...ofRules, ...ofKatas].map(([name]) => name)).size;
  const rules = (kind: RuleKind) =>
    [...scope[kind].values()].reduce((sum, category) => sum + category.rules.length, 0);
  const katas = [...scope.katas.values()].reduce((sum, category) => sum + category.katas.size, 0);
  return { categories, commandments: rules('commandments'), suggestions: rules('suggestions'), katas };
}
