// Proves that two replicas behind the example nginx can be restarted one after the other, ROLLOVER_ROUNDS times (20), while 32
// clients ask without a pause, and no request is lost. Takes about 2 minutes.
import { describe, expect, test } from 'vitest';
import { noNginx } from '../http/nginx.ts';
import { rollOver } from '../http/rollover.ts';

const rounds = Number(process.env.ROLLOVER_ROUNDS ?? 20);

describe.skipIf(noNginx !== null)(`rolling restarts${noNginx === null ? '' : ` (${noNginx})`}`, () => {
  test.each([
    ['without login', false],
    ['with login', true],
  ])('lose no request, %s', async (name, login) => {
    const { sent, lost, feedback } = await rollOver({ rounds, clients: 32, login });
    process.stderr.write(`${name}: ${JSON.stringify({ ...sent, lost: lost.length, ...feedback })}\n`);
    expect(lost).toEqual([]);
    expect(feedback.stored).toBe(feedback.acknowledged);
  });
});
