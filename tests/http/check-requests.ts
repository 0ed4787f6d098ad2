import { Agent, METHODS, request as send } from 'node:http';
import fc from 'fast-check';
import { expect } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { addressOf, endInOrder, type RunningProgram, startProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';
import { brokenRequests } from './broken-requests.ts';
import { smallContent } from './client.ts';
import { requests, type WireRequest } from './requests.ts';
import { raw } from './sockets.ts';

const stack = /\n\s+at .*:\d+:\d+/;
/** Milliseconds within which everything is answered. */
const patience = 60_000;

export interface Target {
  readonly program: RunningProgram;
  readonly port: number;
  /** Paths that no answer may tell. */
  readonly secrets: readonly string[];
}

/** The built program with all its faces on a free port, over content without a mistake. */
export async function startTarget(): Promise<Target> {
  const folder = await tempFolder();
  const rules = await tempFolder({
    ...smallContent,
    'shop/tenka.yml':
      'tenka:\n  US1: {who: a, what: b, why: c, acs: {AC1.1: {given: d, when: e, then: f}}}\n',
  });
  const program = await startProgram(['serve', '--port', '0', '-r', rules], { cwd: folder });
  const port = Number(new URL(await addressOf(program)).port);
  return { program, port, secrets: [rules, folder] };
}

/** Ends the program; it must have lived on, and have logged no error. */
export async function endTarget({ program, port }: Target): Promise<void> {
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/scopes/shop/rules`)).status).toBe(200);
  const { code, stderr } = await endInOrder(program);
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/error|^\s+at /im);
}

/**
 * Sends that many generated requests, ten at a time. Each must be answered in time, below 500, with headers of ours and
 * without a stack. Gives the number of answers by their first digit.
 */
export async function checkRequests(target: Target, runs: number): Promise<Record<string, number>> {
  const together = 10;
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const counts: Record<string, number> = {};
  const property = fc.asyncProperty(
    fc.array(requests, { minLength: together, maxLength: together }),
    async (batch) => {
      const answers = await Promise.all(batch.map((request) => exchange(target.port, request, agent)));
      for (const [index, answer] of answers.entries()) {
        const kind = `${Math.floor(answer.status / 100)}xx`;
        counts[kind] = (counts[kind] ?? 0) + 1;
        check(batch[index] as WireRequest, answer, target.secrets);
      }
    },
  );
  try {
    await fc.assert(property, { numRuns: Math.ceil(runs / together), seed });
  } finally {
    agent.destroy();
  }
  return counts;
}

/** Sends bytes that are no proper requests, each over a connection of its own; nothing may fail but they. */
export async function checkBrokenRequests({ port, secrets }: Target, runs: number): Promise<void> {
  const batch = fc.array(brokenRequests, { minLength: 20, maxLength: 20 });
  const property = fc.asyncProperty(batch, async (all) => {
    for (const answer of await Promise.all(all.map((text) => raw(port, text, 100)))) {
      if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 [1234]\d\d /);
      expect(answer).not.toMatch(stack);
      for (const secret of secrets) expect(answer).not.toContain(secret);
    }
  });
  await fc.assert(property, { numRuns: Math.ceil(runs / 20), seed });
}

interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function exchange(
  port: number,
  { method, target, headers, body }: WireRequest,
  agent: Agent,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const sized = body.length > 0 ? { ...headers, 'content-length': body.length } : headers;
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path: target,
      headers: sized,
      agent,
      timeout: patience,
    };
    const request = send(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`${method} ${target} was not answered in time`)));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A server may answer and close before it has read a body that is too long; the sender may see the close first.
      if (body.length > 64_000 && /EPIPE|ECONNRESET/.test(error.code ?? ''))
        resolve({ status: 413, headers: {}, text: '' });
      else reject(new Error(`${method} ${target}: ${error.message}`));
    });
    request.end(body);
  });
}

function check(
  { method, target, headers }: WireRequest,
  answer: WireAnswer,
  secrets: readonly string[],
): void {
  const what = `${method} ${target}`;
  expect(answer.status, what).toBeLessThan(500);
  expect(answer.status, what).toBeGreaterThanOrEqual(200);
  expect(answer.text, what).not.toMatch(stack);
  for (const secret of secrets) expect(answer.text, what).not.toContain(secret);
  const isOurs =
    METHODS.includes(method) && headers.expect !== '200-ok' && Object.keys(answer.headers).length > 0;
  // Node itself refuses methods that it does not know, and expectations.
  if (!isOurs) return;
  if (answer.status !== 304) expect(answer.headers['x-content-type-options'], what).toBe('nosniff');
  const isProblem = answer.headers['content-type'] === 'application/problem+json';
  if (isProblem && method !== 'HEAD') expect(JSON.parse(answer.text).status, what).toBe(answer.status);
  // The explorer's pages are for people, and MCP has errors of its own.
  const isMcp = /^\/mcp(\?|$)/.test(target);
  const isPage = String(answer.headers['content-type']).startsWith('text/html');
  if (answer.status >= 400 && !isMcp && !isPage) expect(isProblem, what).toBe(true);
}
