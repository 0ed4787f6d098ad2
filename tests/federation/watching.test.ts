import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { stopTimers } from '../support/clock.ts';
import { bundle, bundled, json, reader, rulesOf, startStub, texts } from './servers.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Waits for what comes over a socket. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });
const says = (scopes: readonly string[] | null) => `event: changed\ndata: ${JSON.stringify({ scopes })}\n\n`;

/** What a master does with a request for its events. */
type Turn = (response: ServerResponse) => void;
const greets: Turn = (response) =>
  void response
    .writeHead(200, { 'Content-Type': 'text/event-stream' })
    .write('event: hello\ndata: {"version":"1"}\n\n');
const refuses: Turn = (response) => void response.writeHead(401).end();
/** As a proxy does that waits for the whole answer. */
const holdsBack: Turn = () => {};

/** A master whose one text and whose events can be changed. */
async function startMaster(category: string, text: string) {
  const streams: ServerResponse[] = [];
  const stub = await startStub((request, response) => {
    if (request.url !== '/api/v1/events') {
      const rules = bundle('shop', { suggestions: bundled('shop', { [category]: [master.text] }) });
      return json((path: string) => (path.endsWith('/scopes') ? ['shop'] : rules))(request, response);
    }
    streams.push(response);
    master.turn(response);
  });
  const master = Object.assign(stub, { text, turn: greets, streams });
  return master;
}

/** A reader that watches these masters and would keep their content for twenty minutes, with the scopes that it heard have changed. */
async function watch(urls: readonly string[]) {
  const own = await reader(urls, { 'shop/metadata.yml': '' }, { watch_masters: true });
  const heard: (readonly string[] | null)[] = [];
  own.service.onChange(({ scopes, kinds }) => {
    // The first greeting of a master is no change.
    if (kinds?.size !== 0) heard.push(scopes && [...scopes]);
  });
  own.service.followMasters();
  const served = async () => texts((await rulesOf(own)).suggestions);
  return { heard, served, logged: () => own.logged.join(), close: () => own.service.close() };
}

describe('a reader that watches', () => {
  test('two masters hears each: one ends its stream, asks for a login and comes back, the other goes on', async () => {
    const pass = stopTimers();
    const [first, second] = [await startMaster('a', 'A'), await startMaster('b', 'B')];
    const own = await watch([first.url, second.url]);
    await until(() => expect(own.logged()).toContain(`watching master ${first.url}`));
    await until(() => expect(own.logged()).toContain(`watching master ${second.url}`));
    expect(await own.served()).toEqual({ a: ['A'], b: ['B'] });

    first.turn = refuses;
    first.streams[0]?.end();
    await until(() => expect(own.logged()).toContain(`${first.url} is not watched: it has closed`));
    await until(() => {
      pass(2000);
      expect(first.streams).toHaveLength(2);
    });
    first.text = 'A, changed while nobody could hear of it';
    second.text = 'B, changed';
    second.streams[0]?.write(says(['shop', 'else']));
    await until(() => {
      pass(500);
      expect(own.heard).toContainEqual(['shop', 'else']);
    });
    expect(await own.served()).toMatchObject({ b: ['B, changed'] });
    expect(own.heard).not.toContain(null);

    first.text = 'A, changed again';
    first.turn = greets;
    await until(() => {
      pass(5000);
      expect(own.heard).toContain(null);
    });
    expect(await own.served()).toEqual({ a: ['A, changed again'], b: ['B, changed'] });
    expect(second.streams).toHaveLength(1);
    await own.close();
  });

  test('a master that falls silent, or whose proxy holds its events back, leaves it and serves on meanwhile', async () => {
    const pass = stopTimers();
    const [silent, held] = [await startMaster('a', 'A'), await startMaster('b', 'B')];
    held.turn = holdsBack;
    const own = await watch([silent.url, held.url]);
    await until(() => expect(own.logged()).toContain(`watching master ${silent.url}`));
    await until(() => expect(held.streams).toHaveLength(1));
    expect(await own.served()).toEqual({ a: ['A'], b: ['B'] });
    // Each sign of life counts from anew.
    pass(40_000);
    silent.streams[0]?.write(`:\n\n${says(['shop'])}`);
    await until(() => expect(own.heard).toEqual([['shop']]));
    pass(6000);
    await until(() => expect(own.logged()).toContain(`${held.url} is not watched: it is silent`));
    expect(own.logged()).not.toContain(`${silent.url} is not watched`);
    pass(46_000);
    await until(() => expect(own.logged()).toContain(`${silent.url} is not watched: it is silent`));
    expect(await own.served()).toEqual({ a: ['A'], b: ['B'] });
    // Who comes back may have changed.
    Object.assign(silent, { text: 'A, changed' });
    Object.assign(held, { text: 'B, changed', turn: greets });
    await until(() => {
      pass(5000);
      expect(own.logged()).toContain(`watching master ${held.url}`);
      expect(own.heard).toEqual([['shop'], null]);
    });
    expect(await own.served()).toEqual({ a: ['A, changed'], b: ['B, changed'] });
    await own.close();
  });
});

test('a master that floods its stream is read at a pace, and what it says is told together', async () => {
  const master = await startMaster('a', 'A');
  const names = Array.from({ length: 900 }, (_, at) => `scope-${at}`);
  const event = says(names);
  let sent = 0;
  master.turn = (response) => {
    greets(response);
    const flood = () => {
      for (;;) {
        sent += event.length;
        if (!response.write(event)) break;
      }
    };
    response.on('drain', flood);
    flood();
  };
  const own = await watch([master.url]);
  await until(() => expect(own.heard.length).toBeGreaterThanOrEqual(3));
  await own.close();
  master.streams[0]?.destroy();
  // What fits into sockets and what is read in the time between; unpaced it would be a hundred times as much.
  expect(sent).toBeLessThan(32 * 1024 * 1024);
  expect(own.heard).toContain(null);
});
