import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createFeedbackChannel, type FeedbackChannel } from '../../src/feedback/channel.ts';
import type { Feedback } from '../../src/feedback/entry.ts';
import { createHttpClient } from '../../src/runtime/http/http-client.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { createPost } from '../../src/spool/post.ts';
import { freePort } from '../support/free-port.ts';
import { startClock } from '../support/in-time.ts';
import { runProgram } from '../support/program.ts';
import { createMaster, createStub } from './master.ts';
import { forwardThroughRestarts } from './restarts.ts';
import { missed, newLog, readLog, startAgentServer, submit, until } from './support.ts';

const feedback = (task: string): Feedback => ({ ...missed, categories: ['a'], task });
const channels: FeedbackChannel[] = [];
afterEach(async () => {
  await Promise.all(channels.splice(0).map((channel) => channel.close()));
});

function open(path: string, url: string | null, timeoutSeconds = 60) {
  const logged: string[] = [];
  const forward = {
    url: url ?? '',
    retrySeconds: 0,
    timeoutSeconds,
    post: createPost(createHttpClient({ timeoutSeconds, maxRetries: 0, caBundle: null, verifyTls: true })),
  };
  const log = createLogger('debug', (line) => logged.push(line));
  const channel = createFeedbackChannel({ path, log, forward: url === null ? null : forward });
  channels.push(channel);
  return { channel, logged };
}

describe('forwarding', () => {
  test('brings each of 40 entries once to a master that is killed three times', async () => {
    const { local, counts } = await forwardThroughRestarts({ entries: 40, restarts: 3 });
    expect(local).toBe(40);
    expect(counts).toEqual(Array(40).fill(1));
  });

  test('stores here first, and tells of an outage once', async () => {
    const path = await newLog();
    const port = await freePort();
    const { channel, logged } = open(path, `http://127.0.0.1:${port}`);
    for (const task of ['a', 'b']) await channel.submit(feedback(task));
    await until(() => logged.length > 0, 'the outage was reported');
    await channel.submit(feedback('c'));
    expect((await readLog(path)).map(({ task }) => task)).toEqual(['a', 'b', 'c']);
    const stub = await createStub(port);
    stub.answer(503, 503, 201);
    await until(() => logged.length > 1, 'the end of the outage was reported');
    expect(stub.keys.length).toBeGreaterThan(2);
    expect(logged).toEqual([
      expect.stringMatching(/^precept warn: feedback cannot be forwarded to .*ECONNREFUSED.* waits in .*\n$/),
      expect.stringContaining('again'),
    ]);
    await stub.close();
  });

  test('sends nothing that was there before it was switched on', async () => {
    const [path, stub] = [await newLog(), await createStub()];
    const before = open(path, null);
    await before.channel.submit(feedback('old'));
    await before.channel.submit(feedback('old, with a key'), 'k');
    const { channel } = open(path, stub.url);
    const { id } = await channel.submit(feedback('new'));
    await channel.flush();
    expect(stub.keys).toEqual([id]);
    await stub.close();
  });

  test('sends nothing of that where a server begins with what earlier runs left, and writes nothing for it', async () => {
    const [path, stub] = [await newLog(), await createStub()];
    await open(path, null).channel.submit(feedback('old'));
    const { channel } = open(path, stub.url);
    expect(await channel.waiting()).toBe(0);
    channel.resume();
    await channel.flush();
    expect([stub.keys, existsSync(`${path}.forward`)]).toEqual([[], false]);
    const { id } = await channel.submit(feedback('new'));
    await channel.flush();
    expect(stub.keys).toEqual([id]);
    await stub.close();
  });

  test('sends all again where its notes are removed while it runs', async () => {
    const [path, stub] = [await newLog(), await createStub()];
    const { channel } = open(path, stub.url);
    const first = await channel.submit(feedback('a'));
    await channel.flush();
    await rm(`${path}.forward`);
    const second = await channel.submit(feedback('b'));
    await until(() => stub.keys.includes(second.id ?? ''), 'the second entry was sent');
    expect(new Set(stub.keys)).toEqual(new Set([first.id, second.id]));
    await stub.close();
  });

  test('sends what an earlier run left, in order, also after a crash lost its notes', async () => {
    const [path, stub] = [await newLog(), await createStub()];
    stub.answer(503);
    const first = open(path, stub.url);
    const ids = [];
    for (const task of ['a', 'b', 'c']) ids.push((await first.channel.submit(feedback(task))).id);
    await first.channel.close();
    stub.answer(201);
    const sent = stub.keys.length;
    const second = open(path, stub.url);
    await second.channel.flush();
    expect(stub.keys.slice(sent)).toEqual(ids);
    await second.channel.flush();
    expect(stub.keys.slice(sent)).toEqual(ids);
    await second.channel.close();
    for (const notes of ['', '{"offset":', '{"offset":99999,"head":{"length":5,"hash":"x"},"until":0}']) {
      await writeFile(`${path}.forward`, notes);
      const before = stub.keys.length;
      const { channel } = open(path, stub.url);
      await channel.flush();
      expect(stub.keys.slice(before)).toEqual(ids);
      // It would look at the notes too that the next one finds.
      await channel.close();
    }
    await stub.close();
  });

  test('waits where the answer may change, and puts aside what the master refuses', async () => {
    const [path, stub] = [await newLog(), await createStub()];
    const { channel, logged } = open(path, stub.url, 2);
    stub.answer(500, 401, 403, 404, 408, 409, 429, 302, 0, 413, 201);
    const first = await channel.submit(feedback('refused'));
    const second = await channel.submit(feedback('taken'));
    await until(() => stub.keys.includes(second.id ?? ''), 'the second entry was sent');
    expect(stub.keys).toEqual([...Array(10).fill(first.id), second.id]);
    await until(() => logged.length > 2, 'three lines');
    expect(logged.filter((line) => line.includes('cannot be forwarded'))).toHaveLength(1);
    expect(logged.filter((line) => /refused feedback .* 413, .* limit that a proxy/.test(line))).toHaveLength(
      1,
    );
    expect(logged.filter((line) => line.includes('again'))).toHaveLength(1);
    expect(await readLog(`${path}.refused`)).toEqual([first]);
    expect(await readLog(path)).toHaveLength(2);
    await stub.close();
  });

  test('is done by one process at a time', async () => {
    const [path, stub] = [await newLog(), await createStub()];
    const all = Array.from({ length: 4 }, () => open(path, stub.url).channel);
    const stored = await Promise.all(
      Array.from({ length: 60 }, (_, index) => all[index % 4]?.submit(feedback(`${index}`))),
    );
    await until(() => new Set(stub.keys).size === 60, 'all arrived');
    expect(new Set(stub.keys)).toEqual(new Set(stored.map((entry) => entry?.id)));
    // Two may start in the same moment; the receiver drops what comes twice.
    expect(stub.keys.length).toBeLessThan(75);
    await stub.close();
  });

  test('goes round a circle of servers once', async () => {
    const path = await newLog();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { PRECEPT_FEEDBACK_FORWARD: 'true', PRECEPT_MASTER_SERVER_URL: url };
    const master = await createMaster(path, { ...env, PRECEPT_REMOTE_RETRY_SECONDS: '0' });
    await master.start();
    const other = open(await newLog(), master.url);
    await other.channel.submit(feedback('round'));
    await other.channel.flush();
    expect(await readLog(path)).toMatchObject([{ task: 'round', id: expect.any(String) }]);
    await master.kill();
  });
});

describe('a program that forwards', () => {
  const settings = (file: string, url: string, seconds = 60) => ({
    PRECEPT_FEEDBACK_FILE: file,
    PRECEPT_FEEDBACK_FORWARD: 'true',
    PRECEPT_MASTER_SERVER_URL: url,
    PRECEPT_REMOTE_TIMEOUT_SECONDS: String(seconds),
  });

  test('ends within a second of its input though the master hangs', async () => {
    const [file, stub] = [await newLog(), await createStub()];
    stub.answer(0);
    const agent = await startAgentServer({ env: settings(file, stub.url) });
    await submit(agent, 'one', { ...missed, categories: 'a' });
    await until(() => stub.keys.length > 0, 'the master was asked');
    const clock = startClock();
    agent.stdin.end();
    expect(await agent.ended).toMatchObject({ code: 0, stderr: '' });
    await clock.expectInTime(1000);
    expect(await readLog(file)).toHaveLength(1);
    await stub.close();
  });

  test('sends as a command before it ends, or leaves the entry to the next', async () => {
    const [file, stub] = [await newLog(), await createStub()];
    const args = ['feedback', 'missed-categories', '--task', 'x', '--category', 'a', '--reason', 'b'];
    stub.answer(0);
    const clock = startClock();
    const late = await runProgram(args, { env: settings(file, stub.url, 2) });
    expect(late).toMatchObject({ code: 0, stdout: expect.stringContaining('stored') });
    await clock.expectInTime(4000);
    stub.answer(201);
    const sent = stub.keys.length;
    expect(await runProgram(args, { env: settings(file, stub.url) })).toMatchObject({ code: 0, stderr: '' });
    expect(stub.keys.slice(sent)).toEqual((await readLog(file)).map(({ id }) => id));
    await stub.close();
  });

  test('takes up at its start what is waiting', async () => {
    const [file, stub] = [await newLog(), await createStub()];
    const { channel } = open(file, `http://127.0.0.1:${await freePort()}`);
    const { id } = await channel.submit(feedback('left behind'));
    await channel.close();
    const agent = await startAgentServer({ env: settings(file, stub.url) });
    await until(() => stub.keys.includes(id ?? ''), 'it was sent');
    agent.stdin.end();
    expect(await agent.ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(await readFile(`${file}.forward`, 'utf8'))).toMatchObject({ holder: null });
    await stub.close();
  });

  test('says that there is nowhere to forward to', async () => {
    const outcome = await runProgram([], { env: { PRECEPT_FEEDBACK_FORWARD: 'true' } });
    expect(outcome.stderr).toContain('feedback_forward is on, but there is no master_server_url');
  });
});
