import * as v from 'valibot';
import { Fault } from '../../model/fault.ts';
import { parseKey } from '../../spool/key.ts';
import { usageCountSchema } from '../../usage/usage-line.ts';
import { defineOperation } from '../operation.ts';
import { receivedUsageShape } from './usage-shapes.ts';

export const submitUsage = defineOperation({
  name: 'submit_usage',
  title: 'Report what was read',
  description: 'Takes the counts of another Precept, for scopes that are known here.',
  input: v.strictObject({
    counts: v.pipe(v.array(usageCountSchema), v.minLength(1), v.maxLength(5000)),
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
  async run({ counts }, service, { idempotencyKey }) {
    if (!service.usage.isOn)
      throw new Fault('not-found', 'This server does not count what is read: its setting usage is off.');
    const key =
      idempotencyKey === null || idempotencyKey === undefined ? undefined : parseKey(idempotencyKey);
    if (key === null) throw refused('Idempotency-Key', 'must be 1 to 200 visible ASCII characters');
    const { names } = await service.scopes();
    const unknown = counts.findIndex(({ scope }) => !names.includes(scope));
    if (unknown !== -1)
      throw refused(`counts.${unknown}.scope`, `there is no scope "${counts[unknown]?.scope}" here`);
    await service.usage.receive(counts, key);
    return { data: { stored: counts.length }, presentation: null };
  },
});

function refused(path: string, message: string): Fault {
  return new Fault('invalid-parameter', `The counts were not stored: ${path} ${message}.`, {
    errors: [{ path, message }],
  });
}
