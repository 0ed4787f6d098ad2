import { expect, test } from 'vitest';
import { httpClient } from '../http/client.ts';

const path = '/api/v1/events?for=page';
const content = { 'shop/commandments.yml': 'a:\n  ruleset: [Old]\n' };

test('a page is told to ask no more where the server does not watch its content', async () => {
  const client = await httpClient(content);
  const answer = await client.get(path);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
});

test('500 pages at most hear of changes, which takes nothing from servers; all are ended with the listener', async () => {
  const client = await httpClient(content);
  client.service.watch.isOn = true;
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  const open = async () => {
    const { status, body } = await client.get(path);
    const reader = body?.getReader();
    if (status !== 200 || reader === undefined) return status;
    readers.push(reader);
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toMatch(/^event: hello\n/);
    return status;
  };
  for (let count = 0; count < 500; count++) expect(await open()).toBe(200);
  expect(await open()).toBe(503);
  const server = await client.get('/api/v1/events');
  expect(server.status).toBe(200);
  await readers.pop()?.cancel();
  expect(await open()).toBe(200);
  client.app.close?.();
  const ends = await Promise.all(readers.map(async (reader) => (await reader.read()).done));
  expect(ends.every(Boolean)).toBe(true);
  await server.body?.cancel();
});
