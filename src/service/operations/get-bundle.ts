import * as v from 'valibot';
import { bundleShape } from '../../guidance/wire/bundle-shape.ts';
import { withResults } from '../answers/vision/story-results.ts';
import { defineScopeOperation } from '../operation.ts';
import { scopeName } from './shapes/arguments.ts';

export const getBundle = defineScopeOperation({
  name: 'get_bundle',
  title: 'A scope as a bundle',
  description:
    'Everything of a scope, raw and with its inheritance applied: what another Precept server merges.',
  needs: ['masterFile', 'results', 'scope'],
  input: v.strictObject({ scope_name: scopeName }),
  output: bundleShape,
  http: { method: 'get', path: '/scopes/{scope_name}/bundle', formats: ['json'], forReaders: true },
  madeFrom: 'scope and results',
  asWritten: true,
  mcp: null,
  cli: null,
  async run(_input, { scope, service }) {
    const [{ writeBundle }, { loadWires }, results] = await Promise.all([
      import('../runtime/content/write-bundle.ts'),
      import('../../guidance/wire/wires.ts'),
      service.results(),
    ]);
    const stories = withResults(scope.stories, results);
    const issuer = service.config.settings.auth_issuer_url;
    return { data: writeBundle({ ...scope, stories }, await loadWires(), issuer), presentation: null };
  },
  async complete(outcome, { scope_name }, service) {
    const scope = await service.scope(scope_name);
    if (
      ![...scope.katas.values()].some(({ katas }) => [...katas.values()].some(({ files }) => files.size > 0))
    )
      return outcome;
    const { withKataFiles } = await import('../tasks/skills/bundle-files.ts');
    return { ...outcome, data: await withKataFiles(outcome.data, scope, service) };
  },
});
