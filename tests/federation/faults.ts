import { gzipSync } from 'node:zlib';
import { bundle, bundled, json, type startStub } from './servers.ts';

/** A bundle with one rule, as text. */
export const hello: string = JSON.stringify(
  bundle('shop', { commandments: bundled('shop', { a: ['Remote'] }) }),
);
const nested = `{"format":1,"commandments":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
/** Headers of a JSON answer. */
export const asJson = { 'Content-Type': 'application/json' };
/** 100 MiB of zeros in some 100 KiB. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));

/** A fault that a stub shows with every request: how it answers, and what is told of it. */
export type MasterFault = readonly [what: string, handle: Parameters<typeof startStub>[0], reason: RegExp];

/** What answers that do not come are told to be, by the seconds that are waited for them. */
const late = (seconds: number) => new RegExp(`no answer within ${seconds} s`);

/** The faults of masters for a reader that waits `seconds` for them. */
export const faultsAfter = (seconds: number): readonly MasterFault[] => [
  ['hangs', () => {}, late(seconds)],
  ['answers after the timeout', json(bundle('shop'), 1500 * seconds), late(seconds)],
  [
    'never ends its headers',
    (_, response) => void response.socket?.write('HTTP/1.1 200 OK\r\n'),
    /no answer/,
  ],
  [
    'never ends its body',
    (_, response) => void response.writeHead(200, asJson).write(hello.slice(0, 50)),
    late(seconds),
  ],
  [
    'resets mid-body',
    (_, response) => {
      response.writeHead(200, { ...asJson, 'Content-Length': String(hello.length) });
      response.write(hello.slice(0, 50), () => response.socket?.resetAndDestroy());
    },
    /broke within its answer/,
  ],
  ['resets at once', (_, response) => void response.socket?.resetAndDestroy(), /./],
  ['answers 500', (_, response) => response.writeHead(500).end('oops'), /it answered 500/],
  ['answers 401', (_, response) => response.writeHead(401).end(), /it answered 401.*login/],
  [
    'cannot reach its issuer',
    (_, response) => response.writeHead(503, asJson).end('{"type":"urn:precept:problem:issuer-unavailable"}'),
    /it answered 503: it cannot check logins now/,
  ],
  ['answers 403', (_, response) => response.writeHead(403).end(), /it answered 403/],
  ['answers 204', (_, response) => response.writeHead(204).end(), /it answered 204/],
  [
    'answers with HTML',
    (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>'),
    /not JSON but text\/html/,
  ],
  [
    'answers without a type',
    (_, response) => response.writeHead(200).end(hello),
    /not JSON but no content type/,
  ],
  [
    'cuts its JSON',
    (_, response) => response.writeHead(200, asJson).end(hello.slice(0, -9)),
    /not valid JSON/,
  ],
  [
    'is nested a million levels deep',
    (_, response) => response.writeHead(200, asJson).end(nested),
    /more than 50 levels/,
  ],
  [
    'answers with 100 MB',
    (_, response) => {
      response.writeHead(200, asJson);
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      let left = 100;
      const write = () => {
        while (left-- > 0 && !response.destroyed) {
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    },
    /larger than 8 MiB/,
  ],
  [
    'sends a gzip bomb',
    (_, response) => {
      response.writeHead(200, { ...asJson, 'Content-Encoding': 'gzip' }).end(bomb);
    },
    /larger than 8 MiB/,
  ],
  [
    'cuts what it has packed',
    (_, response) =>
      response.writeHead(200, { ...asJson, 'Content-Encoding': 'gzip' }).end(gzipSync(hello).subarray(0, 40)),
    /unexpected end of file/,
  ],
  [
    'packs in a way of its own',
    (_, response) => response.writeHead(200, { ...asJson, 'Content-Encoding': 'zstd' }).end(hello),
    /packed as zstd/,
  ],
  [
    'changes the protocol',
    (_, response) => response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'websocket' }).end('hello'),
    /another protocol/,
  ],
  [
    'redirects for ever',
    (request, response) =>
      response.writeHead(302, { Location: `${request.url?.split('?')[0]}?${Math.random()}` }).end(),
    /redirects more than 5 times/,
  ],
  [
    'redirects nowhere',
    (_, response) => response.writeHead(302, { Location: 'http://' }).end(),
    /another origin/,
  ],
];
