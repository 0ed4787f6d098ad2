import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { signed } from '../../src/signing/envelope.ts';
import { manifestText, manifestType } from '../../src/signing/manifest.ts';
import { newKey, readPrivateKey } from '../../src/signing/private-key.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { bundle, bundled, type Rules, type Stub, startStub, texts } from './servers.ts';

/** One start of a reader, in one state of its masters. */
export interface Start {
  /** How the masters are. */
  readonly phase: string;
  /** What its answer is made of: texts by category, and the masters whose copy it is. */
  readonly answer: object;
  readonly wanted: object;
  /** Lines of its log. */
  readonly log: string;
  readonly cost: Cost;
  /** The same of a reader of the same texts that has no master; null where none was started. */
  readonly costWithout: Cost | null;
}

/** What a start costs, in milliseconds. */
export interface Cost {
  /** From the start of the process to its end, just after its answer. */
  readonly time: number;
  readonly processor: number;
}

export interface OutageStarts {
  readonly starts: readonly Start[];
  /** The login that each host was sent, of those that were sent any. */
  readonly logins: Readonly<Record<'live' | 'signed' | 'thief', readonly string[]>>;
}

type Turn = (request: IncomingMessage, response: ServerResponse) => void;
type Way = 'works' | 'down' | 'garbage' | 'another key';

/** How the live master and the signed one are, from start to start. */
const phases: readonly (readonly [phase: string, live: Way, signed: Way])[] = [
  ['both are up', 'works', 'works'],
  ['both are down', 'down', 'down'],
  ['the first has returned', 'works', 'down'],
  ['the second serves garbage', 'works', 'garbage'],
  ['the first serves garbage', 'garbage', 'works'],
  ['the second is a host with another key', 'works', 'another key'],
  ['both have returned', 'works', 'works'],
  ['the first is down, the second has another key', 'down', 'another key'],
];

const [own, foreign] = [newKey(), newKey()];

/**
 * Starts a reader again and again, each time a process of its own, while its two masters, a live one and signed files, go, return, serve
 * garbage and are replaced. Each has a login of its own; a third host is one that they redirect to. `compare` starts a reader without masters
 * beside each.
 */
export async function startThroughOutages(count: number, compare = false): Promise<OutageStarts> {
  const logins: Record<'live' | 'signed' | 'thief', string[]> = { live: [], signed: [], thief: [] };
  const ways: { live: Way; signed: Way } = { live: 'works', signed: 'works' };
  let version = 0;
  const listening = (host: keyof typeof logins, turn: Turn) =>
    startStub((request, response) => {
      const { authorization } = request.headers;
      if (authorization !== undefined && !logins[host].includes(authorization))
        logins[host].push(authorization);
      turn(request, response);
    });
  const thief = await listening('thief', (_, response) => giveJson(response, bundleOf('live', 'Stolen')));
  const live = await listening('live', (request, response) => {
    if (ways.live === 'down') request.socket.destroy();
    else if (ways.live === 'garbage') giveGarbage(version, thief, request, response);
    else giveJson(response, bundleOf('live', `Live ${version}`), request);
  });
  const files = await listening('signed', (request, response) => {
    if (ways.signed === 'down') request.socket.destroy();
    else if (ways.signed === 'garbage') giveGarbage(version, thief, request, response);
    else {
      const isOwn = ways.signed === 'works';
      const text = isOwn ? `Signed ${version}` : 'Forged';
      giveFile(request, response, text, version + (isOwn ? 0 : 1000), isOwn ? own.pem : foreign.pem);
    }
  });
  const urls = { live: live.url, signed: `${files.url}/precept.json` };
  const run = await createReader(urls);

  const starts: Start[] = [];
  const last = { live: '', signed: '' };
  for (let at = 0; at < count; at++) {
    const [phase, ...both] = phases[at % phases.length] as (typeof phases)[number];
    [ways.live, ways.signed] = both;
    version = at + 1;
    if (ways.live === 'works') last.live = `Live ${version}`;
    if (ways.signed === 'works') last.signed = `Signed ${version}`;
    const { answer, log, cost } = await run.withMasters();
    const costWithout = compare ? (await run.without()).cost : null;
    const away = (['live', 'signed'] as const)
      .filter((name) => ways[name] !== 'works')
      .map((name) => urls[name]);
    const wanted = {
      texts: { local: ['Keep calm'], live: [last.live], signed: [last.signed] },
      sources: ['local', urls.live, urls.signed],
      copies: away,
      warned: away,
    };
    starts.push({ phase, answer: madeOf(answer, Object.values(urls)), wanted, log, cost, costWithout });
  }
  return { starts, logins };
}

/** What an answer says that it is made of. */
function madeOf({ commandments, metadata, unavailable = [], warnings = [] }: Rules, urls: readonly string[]) {
  return {
    texts: texts(commandments),
    sources: metadata.sources,
    copies: unavailable.filter((master) => 'as_of' in master).map(({ url }) => url),
    warned: urls.filter((url) => warnings.some((text) => text.includes(url) && / as of \d{4}-/.test(text))),
  };
}

/** Runs the program on these masters, and without any on the same texts. */
async function createReader(urls: { readonly live: string; readonly signed: string }) {
  const probe = `process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write('processor ' + (user + system) / 1000 + String.fromCharCode(10));
  });`;
  const masters = [
    { url: urls.live, token_env: 'LIVE_LOGIN' },
    { url: urls.signed, token_env: 'SIGNED_LOGIN', keys: [own.publicKey] },
  ];
  const folder = await tempFolder({
    'probe.mjs': probe,
    'with.yml': JSON.stringify({ masters, remote_keep_seconds: 3600, remote_retry_seconds: 0 }),
    'without.yml': '{}',
    'rules/shop/commandments.yml': 'local:\n  ruleset: [Keep calm]\n',
    'all/shop/commandments.yml': ['local', 'live', 'signed']
      .map((name) => `${name}:\n  ruleset: [Text 1]\n`)
      .join(''),
  });
  const env = {
    LIVE_LOGIN: 'for-live',
    SIGNED_LOGIN: 'for-signed',
    PRECEPT_CACHE_DIR: path.join(folder, 'copies'),
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(folder, 'probe.mjs')).href}`,
  };
  const run = async (settings: string, rules: string) => {
    const args = [
      'rules',
      'shop',
      '--format',
      'json',
      '-c',
      path.join(folder, settings),
      '-r',
      path.join(folder, rules),
    ];
    const start = performance.now();
    const { code, stdout, stderr } = await runProgram(args, { env });
    const time = performance.now() - start;
    if (code !== 0) throw new Error(stderr);
    const [, log = '', processor] = /^([\s\S]*)processor (.*)\n$/.exec(stderr) ?? [];
    return { answer: JSON.parse(stdout) as Rules, log, cost: { time, processor: Number(processor) } };
  };
  return { withMasters: () => run('with.yml', 'rules'), without: () => run('without.yml', 'all') };
}

function bundleOf(category: string, text: string): string {
  return JSON.stringify(bundle('shop', { commandments: bundled('shop', { [category]: [text] }) }));
}

/** A body with its ETag, or 304 where the request has it. */
function giveJson(response: ServerResponse, body: string, request?: IncomingMessage): void {
  const etag = `"${sha256(body)}"`;
  const isKnown = request?.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : 200, { 'Content-Type': 'application/json', ETag: etag });
  response.end(isKnown ? '' : body);
}

/** What lies at a path of published files: a manifest that names one bundle, or the bundle. */
function giveFile(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  version: number,
  pem: string,
): void {
  const body = bundleOf('signed', text);
  if (request.url !== '/precept.json') return giveJson(response, body, request);
  const key = readPrivateKey(pem);
  if (typeof key === 'string') throw new Error(key);
  const issued = Date.now();
  const entry = { path: `bundles/${sha256(body)}.json`, sha256: sha256(body), size: Buffer.byteLength(body) };
  const manifest = manifestText({
    format: 1,
    version,
    issued_at: new Date(issued).toISOString(),
    expires_at: new Date(issued + 3_600_000).toISOString(),
    scopes: { shop: entry },
  });
  giveJson(response, JSON.stringify(signed(manifestType, manifest, key)), request);
}

/** Nonsense of another kind each time. */
function giveGarbage(turn: number, thief: Stub, request: IncomingMessage, response: ServerResponse): void {
  const garbage: readonly (() => void)[] = [
    () => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>'),
    () => response.writeHead(302, { Location: thief.url + request.url }).end(),
    () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"format": 1, "scope_na'),
    () => response.writeHead(500).end('oops'),
    () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('[[[[]]]]'),
  ];
  garbage[turn % garbage.length]?.();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
