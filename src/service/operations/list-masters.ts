import * as v from 'valibot';
import { type DataOf, defineOperation } from '../operation.ts';

const text = v.nullable(v.string());
const masterShape = v.object({
  url: v.string(),
  kind: v.picklist(['live', 'static', 'older']),
  state: v.picklist(['ok', 'unavailable', 'refused', 'unsigned', 'expired', 'rollback', 'bad-signature']),
  reason: v.optional(v.string()),
  latency_ms: v.nullable(v.number()),
  version: text,
  scopes: v.nullable(v.number()),
  login: text,
  copy: v.nullable(v.object({ as_of: v.string(), age_seconds: v.number() })),
  signature: v.nullable(v.picklist(['good', 'missing', 'bad'])),
});
const mastersShape = v.array(masterShape);

/** Each master as it is now. It is for the reader itself: what is said of logins is nobody else's. */
export const listMasters = defineOperation({
  name: 'list_masters',
  title: 'Each master: state, latency, version, scopes, login, copy, signature',
  description:
    'Asks every master of these settings how it is, and says what is sent there and what is kept of it.',
  needs: ['surveyMasters'],
  input: v.strictObject({}),
  output: mastersShape,
  http: null,
  mcp: null,
  cli: { command: 'masters', format: 'markdown' },
  run: async (_input, service) => ({ data: await service.surveyMasters(), presentation: null }),
  texts: async () => ({ markdown: mastersMarkdown }),
});

function mastersMarkdown(masters: DataOf<typeof mastersShape>): string {
  if (masters.length === 0) return 'No masters: the setting master_server_url, or masters, names some.\n';
  return masters.map((master) => `${linesOf(master).join('\n')}\n`).join('\n');
}

function linesOf(master: DataOf<typeof masterShape>): string[] {
  const { url, kind, state, reason, latency_ms, version, scopes, login, copy, signature } = master;
  return [
    `## ${url}`,
    '',
    `- state: ${state}${reason === undefined ? '' : ` (${reason})`}`,
    `- kind: ${kind}`,
    `- latency: ${latency_ms === null ? 'no answer' : `${latency_ms} ms`}`,
    `- version: ${version ?? 'unknown'}`,
    `- scopes: ${scopes === 0 ? '0, so that nothing of it is served; perhaps this login lacks a role' : (scopes ?? 'unknown')}`,
    `- login: ${login ?? 'none'}`,
    `- copy: ${copy === null ? 'none' : `as of ${copy.as_of}, ${copy.age_seconds} s old`}`,
    `- signature: ${signature ?? (latency_ms === null ? 'unknown' : 'not asked for')}`,
  ];
}
