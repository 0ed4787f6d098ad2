import * as v from 'valibot';
import { oneLine } from '../../render/foreign-text.ts';
import { bullet, codeSpan, paragraphs } from '../../render/markdown.ts';
import { type DataOf, defineScopeOperation } from '../operation.ts';
import { scopeName } from './shapes/arguments.ts';
import { storiesNow } from './shapes/tenka-arguments.ts';

const coverageShape = v.object({
  scope_name: v.string(),
  criteria_without_checks: v.array(v.object({ ref: v.string(), story: v.string() })),
  checks_without_results: v.array(v.object({ ref: v.string(), check: v.string() })),
  tests_without_checks: v.array(v.object({ ref: v.string(), test: v.string() })),
});

export const getTenkaCoverage = defineScopeOperation({
  name: 'get_tenka_coverage',
  title: 'What of a vision is not tested',
  description:
    'Acceptance criteria without checks, checks without results, and tests of the last import that name a criterion and that no check names.',
  needs: ['results'],
  input: v.strictObject({ scope_name: scopeName }),
  output: coverageShape,
  http: null,
  madeFrom: 'scope and results',
  mcp: null,
  cli: { command: 'tenka coverage', positional: ['scope_name'], format: 'markdown' },
  async run(_input, { scope, service }) {
    const results = await service.results();
    const acs = (await storiesNow(scope, service))
      .flatMap((story) => story.acs)
      .filter(({ active }) => active);
    const refs = new Set(acs.map(({ ac }) => ac.ref));
    const data = {
      scope_name: scope.name,
      criteria_without_checks: acs
        .filter(({ ac }) => ac.checks.length === 0)
        .map(({ ac, story }) => ({ ref: ac.ref, story: story.id })),
      checks_without_results: acs.flatMap(({ ac, checks }) =>
        checks
          .filter(({ kind, state }) => kind === 'automated' && state === 'not_run')
          .map(({ text }) => ({ ref: ac.ref, check: text })),
      ),
      tests_without_checks: results.named.flatMap((test) =>
        [...new Set(test.match(/\bAC\d+\.\d+\b/g))]
          .filter((ref) => refs.has(ref))
          .map((ref) => ({ ref, test })),
      ),
    };
    return { data, presentation: null };
  },
  texts: async () => ({ markdown: coverageMarkdown }),
});

function coverageMarkdown(data: DataOf<typeof coverageShape>): string {
  const part = (title: string, lines: readonly string[]) => [`## ${title}`, lines.join('\n') || 'None.'];
  return paragraphs([
    `# Coverage of ${data.scope_name}`,
    ...part(
      'Criteria without checks',
      data.criteria_without_checks.map(({ ref, story }) => bullet(`${codeSpan(ref)} of ${story}`)),
    ),
    ...part(
      'Checks without results',
      data.checks_without_results.map(({ ref, check }) => bullet(`${codeSpan(ref)} test: ${oneLine(check)}`)),
    ),
    ...part(
      'Tests that name a criterion, without a check',
      data.tests_without_checks.map(({ ref, test }) => bullet(`${codeSpan(ref)} ${oneLine(test)}`)),
    ),
  ]);
}
