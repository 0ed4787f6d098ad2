import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { expect } from 'vitest';
import { type Stub, startStub } from '../federation/servers.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';

/** A folder of files behind a web server, as any would serve it, and the rules that it is published from. */
export interface Site {
  readonly folder: string;
  readonly url: string;
  readonly stub: Stub;
  /** What the web server does before it answers: true where it has answered in its own way. */
  before: (request: IncomingMessage, response: ServerResponse) => boolean;
  publish(files?: Readonly<Record<string, string>>, ...args: string[]): Promise<void>;
}

export const rule = (text: string): Readonly<Record<string, string>> => ({
  'shop/commandments.yml': `a:\n  ruleset: [${text}]\n`,
});

export async function startSite(): Promise<Site> {
  const cwd = await tempFolder();
  const folder = path.join(cwd, 'out');
  const stub = await startStub(async (request, response) => {
    if (site.before(request, response)) return;
    const bytes = await readFile(path.join(folder, String(request.url))).catch(() => null);
    if (bytes === null) {
      response.writeHead(404).end('nothing here');
      return;
    }
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { ETag: etag, 'Content-Type': 'application/octet-stream' });
    response.end(isKnown ? '' : bytes);
  });
  const site: Site = {
    folder,
    url: `${stub.url}/precept.json`,
    stub,
    before: () => false,
    async publish(files = rule('Far'), ...args) {
      await writeFiles(path.join(cwd, '.precept/rules'), files);
      const { code, stderr } = await runProgram(['publish', 'out', ...args], { cwd });
      expect(code, stderr).toBe(0);
    },
  };
  return site;
}
