// Proves that 64 connections get right answers only, for LOAD_SECONDS (60) each over REST and /mcp of both eras, and that memory stays
// as it is; prints the figures that docs/operations.md gives. Memory is measured on Linux only. Takes about 3 minutes.
import { fork } from 'node:child_process';
import { expect, test } from 'vitest';
import { memoryOf } from '../soak/process-memory.ts';
import { acmeSettings, type RunningProgram, startProgram } from '../support/program.ts';
import type { LoadPlan, LoadResult } from './load.ts';

const seconds = Number(process.env.LOAD_SECONDS ?? 60);
const megabyte = 1024 * 1024;

const getRules: LoadPlan['request'] = {
  path: '/api/v1/scopes/checkout/rules',
  method: 'GET',
  headers: { accept: 'text/markdown' },
};

const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const call = { name: 'get_rules', arguments: { scope_name: 'checkout' } };

/** A tool call as clients before and from revision 2026-07-28 send it. */
const callTool: Readonly<Record<'legacy' | 'modern', LoadPlan['request']>> = {
  legacy: {
    path: '/mcp',
    method: 'POST',
    headers: { ...mcpHeaders, 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  },
  modern: {
    path: '/mcp',
    method: 'POST',
    headers: {
      ...mcpHeaders,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_rules',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        ...call,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  },
};

// docs/operations.md recommends this limit and gives the figures that this prints.
const limited = { NODE_OPTIONS: '--max-old-space-size=192' };

test.each([
  { what: 'GET rules', request: getRules, env: {} },
  { what: 'MCP calls of 2025-11-25, 192 MB of old space', request: callTool.legacy, env: limited },
  { what: 'MCP calls of 2026-07-28, 192 MB of old space', request: callTool.modern, env: limited },
])(`64 connections, ${seconds} s: $what`, async ({ what, request, env }) => {
  const program = await startProgram(['serve', '--port', '0', '-c', acmeSettings], { env });
  await program.logged('listening on');
  const [, url = ''] = /listening on (\S+)/.exec(program.stderr()) ?? [];
  const memory = watchMemory(program);
  const plan = { url, connections: 64, seconds, request, expected: '# Rules for checkout' };
  const { requests, errors, p50, p99 } = await load(plan);
  const { early, late, peak } = memory.stop();
  const megabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;
  process.stderr.write(
    `${what}: ${Math.round(requests / seconds)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
      `RSS ${megabytes(early)} then ${megabytes(late)}, at most ${megabytes(peak)}\n`,
  );
  expect(errors).toEqual([]);
  expect(requests).toBeGreaterThan(64);
  expect(late - early).toBeLessThan(Math.max(24 * megabyte, early * 0.15));
  expect(program.stderr()).not.toMatch(/error:|warn:/i);
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: 0, signal: null });
});

/** Runs the plan in another process, so that it does not take the tests' one for the server's. */
function load(plan: LoadPlan): Promise<LoadResult> {
  const child = fork(new URL('load.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load ended early, exit code ${code}`)));
    child.send(plan);
  });
}

/** Samples the resident memory; `stop` gives the medians of the middle and the last third, in bytes, and the peak. */
function watchMemory({ pid }: RunningProgram) {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryOf(pid).now * megabyte), 250);
  const median = (part: readonly number[]) => [...part].sort((a, b) => a - b)[part.length >> 1] ?? 0;
  return {
    stop() {
      clearInterval(timer);
      const third = Math.floor(samples.length / 3);
      return {
        early: median(samples.slice(third, 2 * third)),
        late: median(samples.slice(2 * third)),
        peak: Math.max(...samples),
      };
    },
  };
}
