import * as v from 'valibot';
import { manifestName } from '../../model/names/manifest-name.ts';
import { ask } from '../ask.ts';
import { defineOperation } from '../operation.ts';
import { getBundle } from './get-bundle.ts';
import { manifestShape } from './shapes/shapes.ts';

export const getManifest = defineOperation({
  name: 'get_manifest',
  title: 'A manifest of all bundles',
  description:
    'The SHA-256 of each bundle, for servers that check what they merge; in a signed envelope where signing_key is set.',
  needs: ['answers', 'scopes', ...getBundle.needs],
  input: v.strictObject({}),
  output: manifestShape,
  http: { method: 'get', path: `/${manifestName}`, formats: ['json'] },
  mcp: null,
  cli: null,
  async run(_input, service) {
    // What signs is loaded for this alone.
    const { makeManifest } = await import('../tasks/publish/make-manifest.ts');
    const bundle = (scope_name: string) => ask(getBundle, { scope_name }, service);
    return { presentation: null, ...(await makeManifest(service, bundle)) };
  },
});
