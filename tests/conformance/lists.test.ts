import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('./', import.meta.url);
const lists = (await readdir(folder)).filter((name) => name.endsWith('.yml'));

test('there is a list for each server and revision', () => {
  expect(lists).toHaveLength(4);
});

test.each(lists)('%s gives a reason for every scenario, and none twice', async (name) => {
  const text = await readFile(new URL(name, folder), 'utf8');
  const { server } = parse(text) as { server: string[] };
  expect(new Set(server).size).toBe(server.length);
  const entries = text.split('\n').filter((line) => line.startsWith('  - '));
  expect(entries).toHaveLength(server.length);
  for (const line of entries) expect(line).toMatch(/^ {2}- [\w:-]+ # \w.{10,}$/);
});
