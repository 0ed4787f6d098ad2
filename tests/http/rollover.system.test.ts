import { describe, expect, test } from 'vitest';
import { noNginx } from './nginx.ts';
import { rollOver } from './rollover.ts';

describe.skipIf(noNginx !== null)(`a rolling restart${noNginx === null ? '' : ` (${noNginx})`}`, () => {
  test.each([
    ['without login', false],
    ['with login', true],
  ])('loses no request, %s', async (_, login) => {
    const clients = 8;
    const { sent, lost, feedback } = await rollOver({ rounds: 1, clients, login });
    expect(lost).toEqual([]);
    expect(feedback.stored).toBe(feedback.acknowledged);
    // Each client asked for each kind, and went on asking.
    for (const kind of ['page', 'rules', 'mcp', 'feedback', 'reload'])
      expect(sent[kind] ?? 0).toBeGreaterThan(clients);
  });
});
