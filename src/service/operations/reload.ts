import * as v from 'valibot';
import { type DataOf, defineOperation } from '../operation.ts';
import { restartText } from '../runtime/changed-settings.ts';
import { reloadShape } from './shapes/shapes.ts';

export const reload = defineOperation({
  name: 'reload',
  title: 'Reload guidance',
  description: 'Forgets what is cached and reads anew.',
  needs: ['reload', 'changedSettings'],
  input: v.strictObject({
    tree: v.optional(v.pipe(v.boolean(), v.description('Also of the servers that watch this one')), false),
  }),
  output: reloadShape,
  http: { method: 'post', path: '/reload', formats: ['json'], inQuery: true },
  mcp: { hide: ['tree'], readOnly: false, idempotent: true },
  cli: { command: 'reload', format: 'markdown' },
  async run({ tree }, service) {
    const [masters, changed] = [await service.reload({ tree }), await service.changedSettings()];
    const settings = changed.length === 0 ? {} : { settings_changed: [...changed] };
    return { data: { reloaded: true as const, masters, ...settings }, presentation: null };
  },
  texts: async () => ({ markdown: reloadMarkdown }),
});

function reloadMarkdown({ masters, settings_changed: changed }: DataOf<typeof reloadShape>): string {
  const lines = masters.map(
    ({ url, ok, error }) => `- ${url}: ${ok ? 'reloaded' : `did not reload: ${error}`}\n`,
  );
  return `Caches are empty; files are read again on the next request.\n${lines.join('')}${changed === undefined ? '' : `Warning: ${restartText(changed)}.\n`}`;
}
