import fc from 'fast-check';
import { expect } from 'vitest';
import type { RunningProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';
import { noise, oddMessages, requests } from './odd-messages.ts';
import { answerTo, lines, messagesOf, ping, textOf, toolCall } from './wire.ts';

/** What the program may never write, on either stream. */
export const stack: RegExp = /^\s+at .*:\d+:\d+\)?$/m;

let asked = 0;

/** Sends lines that are no JSON, again and again; the program must answer what follows. */
export async function passesOverNoise(program: RunningProgram, runs: number, from = seed): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(noise, { maxLength: 20 }), async (chunks) => {
      for (const chunk of chunks) program.stdin.write(Buffer.concat([chunk, Buffer.from('\n')]));
      await ping(program);
    }),
    { numRuns: runs, seed: from },
  );
}

/** Sends JSON that is no JSON-RPC; what is answered must be protocol, without a stack. */
export async function passesOverOddMessages(
  program: RunningProgram,
  runs: number,
  from = seed,
): Promise<void> {
  const before = program.lines.length;
  await fc.assert(
    fc.asyncProperty(fc.array(oddMessages, { maxLength: 10 }), async (messages) => {
      program.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
      await ping(program);
    }),
    { numRuns: runs, seed: from },
  );
  const answers = messagesOf(program.lines.slice(before));
  for (const { error } of answers) expect(error?.message ?? '').not.toMatch(stack);
}

/** Sends requests with any arguments; each must be answered, with nothing of the program's insides. */
export async function answersRequests(program: RunningProgram, runs: number, from = seed): Promise<void> {
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, params }) => {
      asked += 1;
      const id = `asked ${asked}`;
      program.stdin.write(lines({ jsonrpc: '2.0', id, method, params }));
      const { error, result } = await answerTo(program, id);
      expect(JSON.stringify(error ?? result)).not.toMatch(/node_modules|dist\/|file:\/\//);
    }),
    { numRuns: runs, seed: from },
  );
}

/** Sends messages with noise between them in pieces cut anywhere, characters included; each message must be answered. */
export async function answersPieces(program: RunningProgram, runs: number, from = seed): Promise<void> {
  const piece = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4000 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(noise, fc.constant(null)), { minLength: 1, maxLength: 12 }),
      fc.array(piece, { minLength: 1, maxLength: 8 }),
      async (parts, sizes) => {
        const ids: string[] = [];
        const stream = parts.map((part) => {
          if (part !== null) return Buffer.concat([part, Buffer.from('\n')]);
          asked += 1;
          ids.push(`piece ${asked}`);
          return Buffer.from(lines(toolCall(`piece ${asked}`, 'get_rules', { scope_name: 'Zürich €😀' })));
        });
        const bytes = Buffer.concat(stream);
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          program.stdin.write(bytes.subarray(at, at + size));
          at += size;
          // Lets the piece leave by itself.
          await new Promise((resolve) => setImmediate(resolve));
        }
        for (const id of ids) expect(textOf(await answerTo(program, id))).toMatch(/^"Zürich €😀" cannot be/);
        await ping(program);
      },
    ),
    { numRuns: runs, seed: from },
  );
}
