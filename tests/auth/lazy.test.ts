import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { loadedBy } from '../support/loaded.ts';
import { programFile, startProgram } from '../support/program.ts';

test('the stdio start loads nothing of logins, also where one is set up', async () => {
  const folder = await tempFolder();
  const env = {
    NODE_V8_COVERAGE: folder,
    PRECEPT_OIDC_ISSUER_URL: 'https://login.example',
    PRECEPT_OIDC_CLIENT_ID: 'precept',
    PRECEPT_MASTER_SERVER_URL: 'https://rules.example',
    PRECEPT_AUTH_ISSUER_URL: 'https://login.example',
    PRECEPT_AUTH_AUDIENCE: 'https://rules.example',
    PRECEPT_AUTH_CLIENT_ID: 'precept',
    PRECEPT_SESSION_SECRET: 'a-secret-of-more-than-32-characters-for-tests',
  };
  const program = await startProgram([], { env });
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const send = (message: object) =>
    program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params: hello });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  await program.line((line) => line.includes('"id":2'));
  program.stdin.end();
  await program.ended;
  const code = await loadedBy(folder);
  const words = ['pkceCodeVerifier', 'createRemoteJWKSet', 'credentials.json', '__Host-precept'];
  const found = (text: string) => words.filter((word) => text.includes(word));
  expect(code.includes('list_scopes')).toBe(true);
  expect(found(code)).toEqual([]);
  // They are words that the program has at all.
  const chunks = path.join(path.dirname(programFile), 'chunks');
  const names = (await readdir(chunks)).filter((name) => name.endsWith('.js'));
  const all = await Promise.all(names.map((name) => readFile(path.join(chunks, name), 'utf8')));
  expect(found(all.join('\n'))).toHaveLength(4);
});
