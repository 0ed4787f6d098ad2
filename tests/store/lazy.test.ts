import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { smallContent } from '../http/client.ts';
import { answerTo, shakeHands, toolCall } from '../mcp/wire.ts';
import { tempFolder } from '../support/folder.ts';
import { loadedBy } from '../support/loaded.ts';
import { addressOf, programFile, startProgram } from '../support/program.ts';

/** Words of the store and its driver, of usage and its report, of the fleet's page and of metrics. */
const words = [
  'precept.usage_lines',
  'CONNECTION_DESTROYED',
  'inPortions',
  'mostReadFirst',
  'those that are behind first',
  'precept_http_request_duration_seconds',
];
const found = (text: string) => words.filter((word) => text.includes(word));

test('without store_url, usage and metrics nothing of them is loaded, by MCP, REST or the explorer', async () => {
  const [folder, rules] = [await tempFolder(), await tempFolder(smallContent)];
  const env = { NODE_V8_COVERAGE: folder, PRECEPT_LOG_LEVEL: 'info' };
  const program = await startProgram(['--http', '127.0.0.1:0', '-r', rules], { env });
  await shakeHands(program);
  program.stdin.write(`${JSON.stringify(toolCall('1', 'get_rules', { scope_name: 'shop' }))}\n`);
  expect((await answerTo(program, '1')).result?.isError ?? false).toBe(false);
  const address = await addressOf(program);
  for (const path of [
    '/',
    '/scopes/shop',
    '/api/v1/scopes/shop/rules',
    '/api/v1/scopes/shop/bundle',
    '/ready',
  ])
    expect((await fetch(address + path)).status).toBe(200);
  program.stdin.end();
  await program.ended;
  const code = await loadedBy(folder);
  expect(code).toContain('list_scopes');
  expect(found(code)).toEqual([]);
  // They are words that the program has at all.
  const chunks = path.join(path.dirname(programFile), 'chunks');
  const names = (await readdir(chunks)).filter((name) => name.endsWith('.js'));
  const all = await Promise.all(names.map((name) => readFile(path.join(chunks, name), 'utf8')));
  expect(found(all.join('\n'))).toEqual(words);
});
