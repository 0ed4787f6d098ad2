// Proves that a login which several processes share survives: two processes that refresh one rotating token at the same moment, a
// hundred times over; six servers with tokens of three seconds for a minute; and a lock whose holders are killed. Takes about
// 5 minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startIssuer } from '../auth/issuer.ts';
import { createLocal, leaks, startAgent } from '../auth/reader.ts';
import { refreshAtOnce } from '../auth/rotation.ts';
import { tempFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('two processes refresh one rotating token at once, 100 times', async () => {
  const start = performance.now();
  await refreshAtOnce(await startIssuer(), { rounds: 100, processes: 2 });
  process.stderr.write(
    `100 rounds of two processes, one refresh each, in ${Math.round((performance.now() - start) / 1000)} s\n`,
  );
});

test('six servers share one login with tokens of three seconds for a minute, and the session survives', async () => {
  const issuer = await startIssuer({ lifetime: 3 });
  issuer.setDelay(50);
  let refused = 0;
  const ends = new Map<string, number>();
  // Takes a token for as long as it is good, as a master with a strict clock does.
  const master = createServer(({ headers }, response) => {
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    const body = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}';
    const { exp = 0 } = JSON.parse(body) as { exp?: number };
    ends.set(token, exp);
    const good = Date.now() / 1000 < exp;
    if (!good) refused++;
    response.writeHead(good ? 404 : 401, { 'Content-Type': 'application/json' }).end('{"type":"x"}');
  });
  await new Promise<void>((resolve) => master.listen(0, '127.0.0.1', resolve));
  const reader = await createLocal(issuer, `http://127.0.0.1:${(master.address() as AddressInfo).port}`);
  expect((await reader.logIn()).outcome.code).toBe(0);
  const agents = await Promise.all(Array.from({ length: 6 }, () => startAgent(reader)));
  const end = Date.now() + 60_000;
  await Promise.all(
    agents.map(async (agent) => {
      while (Date.now() < end) {
        expect(await agent.rules()).toContain('From here');
        await pause(Math.random() * 200);
      }
    }),
  );
  const logs = agents.map((agent) => agent.log());
  await Promise.all(agents.map((agent) => agent.close()));
  master.close().closeAllConnections();
  expect(logs.join('')).toBe('');
  expect(refused).toBe(0);
  // One refresh for each token that was needed, not one for each server.
  const refreshes = issuer.granted('refresh_token');
  expect(refreshes).toBeGreaterThan(15);
  expect(refreshes).toBeLessThan(35);
  expect(ends.size).toBeLessThanOrEqual(refreshes + 1);
  expect(leaks(issuer, [...logs, ...reader.printed])).toEqual([]);
  expect((await readdir(path.dirname(reader.credentials))).sort()).toEqual(['credentials.json']);
});

test('a lock survives holders that are killed: no two work at once, and none waits for long', async () => {
  const folder = await tempFolder();
  const file = path.join(folder, 'store');
  const counter = path.join(folder, 'counter');
  await writeFile(counter, '0 0');
  const script = `
    import { readFile, writeFile } from 'node:fs/promises';
    import { withFileLock } from ${JSON.stringify(path.join(root, 'src/auth/tokens/file-lock.ts'))};
    for (;;) {
      await withFileLock(${JSON.stringify(file)}, 30000, async () => {
        const [before] = (await readFile(${JSON.stringify(counter)}, 'utf8')).split(' ').map(Number);
        // Written in one piece, so that a kill leaves the old or the new.
        await new Promise((resolve) => setTimeout(resolve, 5));
        const [now] = (await readFile(${JSON.stringify(counter)}, 'utf8')).split(' ').map(Number);
        if (now !== before) { console.log('collision'); process.exit(3); }
        await writeFile(${JSON.stringify(counter)}, (before + 1) + ' ' + process.pid);
      });
      console.log('done');
    }`;
  let output = '';
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: root,
    });
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    return child;
  };
  const children = Array.from({ length: 6 }, start);
  await pause(4000);
  const killed = 60;
  for (let round = 0; round < killed; round++) {
    const victim = round % children.length;
    children[victim]?.kill('SIGKILL');
    children[victim] = start();
    await pause(500);
  }
  const before = output.length;
  await pause(5000);
  for (const child of children) child.kill('SIGKILL');
  expect(output).not.toContain('collision');
  // It still goes on after all those deaths.
  expect(output.length).toBeGreaterThan(before + 5 * 20);
  const [count] = (await readFile(counter, 'utf8')).split(' ').map(Number);
  expect(count).toBeGreaterThan(500);
});
