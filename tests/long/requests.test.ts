// Proves that nothing that comes over a wire brings forth a 5xx, a stack, a path of the server's or its end: 50,000 requests of any
// method, path, query, headers and body at all faces of one listener, 20,000 pieces of broken HTTP, and over stdio tens of thousands of
// lines of noise, odd JSON-RPC, requests with any arguments and messages in pieces, and lines of 9 to 25 MB. Takes about
// 3 minutes. FUZZ_SEED tries others.
import { expect, test } from 'vitest';
import { checkBrokenRequests, checkRequests, endTarget, startTarget } from '../http/check-requests.ts';
import {
  answersPieces,
  answersRequests,
  passesOverNoise,
  passesOverOddMessages,
  stack,
} from '../mcp/check-wire.ts';
import { lines, ping, shakeHands, toolCall } from '../mcp/wire.ts';
import { acmeSettings, startProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';

const megabyte = 1024 * 1024;

test('50,000 requests', async () => {
  const target = await startTarget();
  const counts = await checkRequests(target, 50_000);
  process.stderr.write(`50,000 requests: ${JSON.stringify(counts)}\n`);
  expect(Math.min(counts['2xx'] ?? 0, counts['4xx'] ?? 0)).toBeGreaterThan(4_000);
  await endTarget(target);
});

test('20,000 pieces of broken HTTP', async () => {
  const target = await startTarget();
  await checkBrokenRequests(target, 20_000);
  await endTarget(target);
});

test('10 MB at /mcp and everywhere else is refused, and nobody waits for it', async () => {
  const target = await startTarget();
  const url = `http://127.0.0.1:${target.port}`;
  const body = JSON.stringify(toolCall(1, 'get_rules', { scope_name: 'x'.repeat(10 * megabyte) }));
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  for (const path of [
    '/mcp',
    '/api/v1/feedback',
    '/api/v1/reload',
    '/api/v1/scopes/shop/rules',
    '/nowhere',
  ]) {
    for (let count = 0; count < 20; count++) {
      // The answer may come, and the connection end, before all is sent.
      const response = await fetch(url + path, { method: 'POST', headers, body }).catch(() => null);
      if (response === null) continue;
      expect(response.status, path).toBeLessThan(500);
      if (path !== '/api/v1/reload') expect(response.status, path).toBeGreaterThanOrEqual(400);
      await response.text();
    }
  }
  await endTarget(target);
});

// A program for each part, because the tests look through all lines of one for an answer.
test.each(Array.from({ length: 40 }, (_, index) => seed + index))('stdio, with seed %i', async (own) => {
  const program = await startProgram(['-c', acmeSettings]);
  await shakeHands(program);
  await passesOverNoise(program, 100, own);
  await passesOverOddMessages(program, 150, own);
  await answersRequests(program, 200, own);
  await answersPieces(program, 50, own);
  expect(program.stderr()).toBe('');
  program.stdin.end();
  expect(await program.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test.each([9, 9.9, 10.1, 11, 25])(
  'lines of %d MB over stdio are answered, or end the connection',
  async (size) => {
    for (let count = 0; count < 4; count++) {
      const program = await startProgram(['-c', acmeSettings]);
      await shakeHands(program);
      const big = lines(toolCall('big', 'get_rules', { scope_name: 'x'.repeat(size * megabyte) }));
      program.stdin.write(size === 25 ? big.trimEnd() : big);
      if (size < 10) {
        await ping(program);
        program.stdin.end();
      }
      const outcome = await program.ended;
      expect(outcome).toMatchObject({ code: 0, signal: null });
      expect(outcome.stderr).not.toMatch(stack);
      if (size < 10) expect(outcome.stdout).toContain('"id":"big"');
      else expect(outcome.stderr).toMatch(/^precept error: .*maximum size/m);
    }
  },
);
