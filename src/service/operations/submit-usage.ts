import * as v from 'valibot';
import { Fault } from '../../model/fault.ts';
import { isKey, parseKey } from '../../spool/key.ts';
import {
  ruleOutcomesSchema,
  sessionCountSchema,
  timestampSchema,
  usageCountSchema,
} from '../../usage/usage-line.ts';
import { defineOperation } from '../operation.ts';
import { ofKnownPlaces, ofKnownRules } from '../tasks/usage-places.ts';
import { receivedUsageShape } from './shapes/usage-shapes.ts';

export const submitUsage = defineOperation({
  name: 'submit_usage',
  title: 'Report what was read',
  description:
    'Takes the counts of another Precept, like a line of its usage file, for what the scopes that are known here have.',
  needs: ['scope', 'scopes', 'usage'],
  input: v.strictObject({
    timestamp: v.optional(v.pipe(timestampSchema, v.description('When they were written; now unless given'))),
    id: v.optional(
      v.pipe(
        v.string(),
        v.check(isKey, 'must be 1 to 200 visible ASCII characters'),
        v.description('Counts as the Idempotency-Key where there is none'),
      ),
    ),
    counts: v.optional(v.pipe(v.array(usageCountSchema), v.maxLength(5000)), []),
    sessions: v.optional(v.pipe(v.array(sessionCountSchema), v.maxLength(5000)), []),
    outcomes: v.optional(v.pipe(v.array(ruleOutcomesSchema), v.maxLength(5000)), []),
  }),
  output: receivedUsageShape,
  http: {
    method: 'post',
    path: '/usage',
    formats: ['json'],
    status: 201,
    idempotencyKey: true,
    mayBeMissing: true,
  },
  mcp: null,
  cli: null,
  async run({ timestamp, id, counts, sessions, outcomes }, service, { idempotencyKey }) {
    if (!service.usage.isOn)
      throw new Fault('not-found', 'This server does not count what is read: its setting usage is off.');
    if (counts.length + sessions.length + outcomes.length === 0)
      throw refused('counts', 'must hold a count, or sessions or outcomes one');
    const key = idempotencyKey === null || idempotencyKey === undefined ? id : parseKey(idempotencyKey);
    if (key === null) throw refused('Idempotency-Key', 'must be 1 to 200 visible ASCII characters');
    const { names } = await service.scopes();
    for (const [what, all] of Object.entries({ counts, outcomes })) {
      const unknown = all.findIndex(({ scope }) => !names.includes(scope));
      if (unknown !== -1)
        throw refused(`${what}.${unknown}.scope`, `there is no scope "${all[unknown]?.scope}" here`);
    }
    const known = await ofKnownPlaces(counts, service);
    const judged = await ofKnownRules(outcomes, service);
    const stored = known.length + sessions.length + judged.length;
    const batch = { counts: known, sessions, outcomes: judged };
    if (stored > 0) await service.usage.receive(batch, key, momentOf(timestamp));
    const passed = counts.length - known.length + outcomes.length - judged.length;
    return { data: { stored, ...(passed > 0 && { passed_over: passed }) }, presentation: null };
  },
});

/** A moment that has been, as ISO 8601 in UTC. */
function momentOf(timestamp: string | undefined): string | undefined {
  if (timestamp === undefined) return undefined;
  return new Date(Math.min(Date.parse(timestamp), Date.now())).toISOString();
}

function refused(path: string, message: string): Fault {
  return new Fault('invalid-parameter', `The counts were not stored: ${path} ${message}.`, {
    errors: [{ path, message }],
  });
}
