import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { SettingValues } from '../../src/config/settings.ts';
import { tempFolder } from '../support/folder.ts';
import type { TestService } from '../support/service.ts';
import { bundle, bundled, reader, rulesOf, type Stub, startStub } from './servers.ts';

/** What a master does before it answers: true where it has answered in its own way. */
export type Turn = (request: IncomingMessage, response: ServerResponse) => boolean;

export const works: Turn = () => false;
export const gone: Turn = (request) => {
  request.socket.destroy();
  return true;
};
export const status =
  (code: number, body = '', type = 'text/plain'): Turn =>
  (_, response) => {
    response.writeHead(code, { 'Content-Type': type, Location: 'http://127.0.0.1:1/' }).end(body);
    return true;
  };
/** The 404 of a Precept server. */
export const ownProblem = JSON.stringify({ type: 'urn:precept:problem:scope-not-found', title: 'none' });

interface Master extends Stub {
  turn: Turn;
  text: string;
}

/** A master with one scope, `shop`, whose one rule can be changed, and whose answers have ETags. */
async function startMaster(): Promise<Master> {
  const stub = await startStub((request, response) => {
    if (master.turn(request, response)) return;
    if (request.url !== '/api/v1/scopes' && !request.url?.startsWith('/api/v1/scopes/shop/')) {
      response.writeHead(404, { 'Content-Type': 'application/problem+json' }).end(ownProblem);
      return;
    }
    const rules = bundle('shop', { commandments: bundled('shop', { a: [master.text] }) });
    const data = request.url === '/api/v1/scopes' ? ['shop'] : rules;
    const etag = `"${createHash('sha256').update(master.text).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { 'Content-Type': 'application/json', ETag: etag });
    response.end(isKnown ? '' : JSON.stringify(data));
  });
  const master: Master = Object.assign(stub, { turn: works, text: 'Remote' });
  return master;
}

/** Readers of one master that share a folder of copies: each is a process of its own as far as it knows. */
export async function startWorld(settings: Partial<SettingValues> = {}) {
  const master = await startMaster();
  const folder = path.join(await tempFolder(), 'copies');
  const open = (more: Partial<SettingValues> = {}): Promise<TestService> =>
    reader([master.url], undefined, {
      remote_keep_seconds: 3600,
      cache_dir: folder,
      remote_retry_seconds: 0,
      cache_ttl_seconds: 0,
      ...settings,
      ...more,
    });
  return { master, folder, open };
}

export const texts = async (from: TestService) => (await rulesOf(from)).commandments.a?.rules;
