import * as v from 'valibot';
import { type DataOf, defineOperation } from '../operation.ts';
import { reloadShape } from './shapes/shapes.ts';

export const reload = defineOperation({
  name: 'reload',
  title: 'Reload guidance',
  description: 'Forgets what is cached and reads anew.',
  needs: ['reload'],
  input: v.strictObject({
    tree: v.optional(v.pipe(v.boolean(), v.description('Also of the servers that watch this one')), false),
  }),
  output: reloadShape,
  http: { method: 'post', path: '/reload', formats: ['json'], inQuery: true },
  mcp: { hide: ['tree'], readOnly: false, idempotent: true },
  cli: { command: 'reload', format: 'markdown' },
  async run({ tree }, service) {
    return { data: { reloaded: true as const, masters: await service.reload({ tree }) }, presentation: null };
  },
  texts: async () => ({ markdown: reloadMarkdown }),
});

function reloadMarkdown({ masters }: DataOf<typeof reloadShape>): string {
  const lines = masters.map(
    ({ url, ok, error }) => `- ${url}: ${ok ? 'reloaded' : `did not reload: ${error}`}\n`,
  );
  return `Caches are empty; files are read again on the next request.\n${lines.join('')}`;
}
