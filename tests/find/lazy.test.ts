import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { loadedBy } from '../support/loaded.ts';
import { startProgram } from '../support/program.ts';
import { content } from './content.ts';

test('a server loads nothing of the search before somebody searches', async () => {
  const loaded = async (tool: string, given: object) => {
    const folder = await tempFolder();
    const rules = await tempFolder(content);
    const program = await startProgram(['-r', rules], { env: { NODE_V8_COVERAGE: folder } });
    const send = (message: object) =>
      program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 't', version: '1' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    send({ method: 'notifications/initialized' });
    send({
      id: 2,
      method: 'tools/call',
      params: { name: tool, arguments: { scope_name: 'shop', ...given } },
    });
    expect(await program.line((line) => line.includes('"id":2'))).toMatch(/errors/);
    program.stdin.end();
    await program.ended;
    return (await loadedBy(folder)).includes('withSiblings');
  };
  expect(await loaded('get_category_index', {})).toBe(false);
  expect(await loaded('find_guidance', { task: 'Answer errors' })).toBe(true);
});
