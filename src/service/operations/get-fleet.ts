import * as v from 'valibot';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { ask, type ServiceFor } from '../ask.ts';
import { type DataOf, defineOperation } from '../operation.ts';
import { visibleTo, widestFor } from '../tasks/visible-to.ts';
import { getBundle } from './get-bundle.ts';

const fleetShape = v.object({
  readers: v.array(
    v.object({
      name: v.nullable(v.string()),
      version: v.nullable(v.string()),
      last_seen: v.string(),
      scopes: v.array(v.object({ scope: v.string(), etag: v.string(), current: v.boolean() })),
      current: v.boolean(),
    }),
  ),
});

const atOnce = 16;

export const getFleet = defineOperation({
  name: 'get_fleet',
  title: 'Who reads from here',
  description:
    'The readers that merge the scopes of this server: version, when they last asked, and whether what they hold is current.',
  needs: ['answers', 'fleet', 'for', 'mayRead', ...getBundle.needs],
  input: v.strictObject({}),
  output: fleetShape,
  http: { method: 'get', path: '/fleet', formats: ['json', 'markdown'] },
  mcp: null,
  cli: { command: 'fleet', format: 'markdown' },
  async run(_input, service) {
    const sees = visibleTo(service);
    const readers = await service.fleet.readers();
    const names = [...new Set(readers.flatMap(({ scopes }) => [...scopes.keys()]))];
    const seen = await inBatches(names, atOnce, async (name) => ((await sees(name)) ? [name] : []));
    const visible = seen.flat();
    const whole = widestFor(service);
    const tags = new Map(
      await inBatches(
        visible,
        atOnce,
        async (name): Promise<[string, string | null]> => [name, await currentTag(name, whole)],
      ),
    );
    const shown = readers.flatMap(({ scopes, ...reader }) => {
      const held = [...scopes]
        .filter(([scope]) => tags.has(scope))
        .map(([scope, etag]) => ({ scope, etag, current: tags.get(scope) === etag }))
        .sort((a, b) => (a.scope < b.scope ? -1 : 1));
      if (held.length === 0 && !service.isAdmin) return [];
      return [{ ...reader, scopes: held, current: held.every(({ current }) => current) }];
    });
    return { data: { readers: shown }, presentation: null };
  },
  texts: async () => ({ markdown: fleetMarkdown }),
});

/** The ETag that a bundle has now; null for a scope that cannot be served. */
async function currentTag(scope_name: string, service: ServiceFor<typeof getBundle>): Promise<string | null> {
  const answer = await ask(getBundle, { scope_name }, service).catch(() => null);
  if (answer === null) return null;
  const { etagOf } = await import('../../runtime/etag.ts');
  return etagOf('application/json', answer.text('json'));
}

/** The readers as a table. */
function fleetMarkdown({ readers }: DataOf<typeof fleetShape>): string {
  if (readers.length === 0) return 'No reader has asked since this server started.\n';
  const rows = readers.map(({ name, version, last_seen, scopes, current }) => {
    const behind = scopes.filter((one) => !one.current).map(({ scope }) => scope);
    const state = current ? 'current' : `behind: ${behind.join(', ')}`;
    const shown = name === null ? '(no name)' : name.replace(/[|`]/g, ' ');
    return `| ${shown} | ${version ?? 'unknown'} | ${last_seen.slice(0, 19).replace('T', ' ')} | ${scopes.length} | ${state} |`;
  });
  const head = ['| reader | version | last seen (UTC) | scopes | state |', '|---|---|---|---|---|'];
  return `${[...head, ...rows].join('\n')}\n`;
}
