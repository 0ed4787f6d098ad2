import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import type { Figure } from '../support/figure.ts';
import { compareLoads, createLoad, startHttp } from '../support/http-load.ts';
import { startMcp, textOf } from '../support/mcp-process.ts';

const connections = 32;
const given = { scope_name: 'bench' };
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const modern = '2026-07-28';
const envelope = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** One request of each protocol era: its headers and body. Neither era has sessions here. */
const eras = {
  '2025 era': {
    headers: { 'MCP-Protocol-Version': '2025-11-25' },
    body: { ...call, params: { name: 'get_rules', arguments: given } },
  },
  '2026 era': {
    headers: { 'MCP-Protocol-Version': modern, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'get_rules' },
    body: { ...call, params: { name: 'get_rules', arguments: given, _meta: envelope } },
  },
} as const;

/** Throughput of a cached `get_rules` over /mcp, against a tool on the same SDK that gives the same bytes from memory. */
export const httpMcp: Part = async (bench) => {
  const folder = await bench.folder('http-mcp');
  await writeScope(folder, 'bench', { rules: 100, categories: 10, templateEvery: 10 });
  const asked = startMcp({ args: [bench.program, '--rules-path', folder] });
  await asked.handshake();
  const file = path.join(await bench.folder('texts'), 'http-mcp.md');
  await writeFile(file, textOf(await asked.callTool('get_rules', given)));
  await asked.stop();
  const product = await startHttp([bench.program, 'serve', '--port', '0', '--rules-path', folder]);
  const floor = await startHttp(
    [await bench.floor(new URL('../floor/mcp-http-server.ts', import.meta.url))],
    {
      BENCH_TEXT: file,
    },
  );

  const figures: Figure[] = [];
  for (const [era, { headers, body }] of Object.entries(eras)) {
    const load = (port: number) =>
      createLoad({
        ...{ port, path: '/mcp', status: 200, connections, body: JSON.stringify(body) },
        headers: {
          ...headers,
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
        },
      });
    const sides = {
      product: { load: await load(product.port), pid: product.pid },
      floor: { load: await load(floor.port), pid: floor.pid },
    };
    const about = { part: 'http-mcp', what: `get_rules over /mcp, ${era}, ${connections} connections` };
    figures.push(
      ...(await compareLoads(about, { runs: bench.runs * 2, warmup: 6 }, sides, { atLeast: 0.9 })),
    );
  }
  await Promise.all([product.stop(), floor.stop()]);
  return figures;
};
