import { randomInt } from 'node:crypto';
import path from 'node:path';
import { tempFolder } from '../support/folder.ts';
import { addressOf, startProgram } from '../support/program.ts';
import { bundle, bundled, reader, rulesOf, startStub } from './servers.ts';

/** What came of it: answers that were not of one piece, and how many there were of all. */
export interface KillRun {
  readonly wrong: string[];
  answers: number;
  /** Readers that started after a kill, with the master away, and had a copy to serve. */
  served: number;
}

/** Texts in one bundle: large enough for a write to take a while. */
const rulesOfBundle = 2000;

/** What is wrong with rules that are all to be of one version; null for nothing. */
function whyWrong(rules: readonly string[] | undefined): string | null {
  const kinds = new Set(rules);
  if (rules?.length === rulesOfBundle || (kinds.size === 1 && rules?.length === 1)) {
    if (kinds.size === 1 && /^v\d+ x+$/.test(String(rules[0]))) return null;
  }
  return `${rules?.length} rules of ${[...kinds].map((rule) => rule.slice(0, 20)).join(', ')}`;
}

/**
 * Two programs at once read a master whose bundle changes with every request, keep copies in one folder, and are killed at any
 * moment; then a new reader, with the master away, shows what they left.
 */
export async function killReaders(kills: number): Promise<KillRun> {
  const run: KillRun = { wrong: [], answers: 0, served: 0 };
  const folder = path.join(await tempFolder(), 'copies');
  let version = 0;
  let isAway = false;
  const master = await startStub((request, response) => {
    if (isAway) {
      request.socket.destroy();
      return;
    }
    version++;
    // Each text is a rule of its own: the same one counts once.
    const texts = Array.from({ length: rulesOfBundle }, () => `v${version} ${'x'.repeat(100)}`);
    const data = bundle('shop', { suggestions: bundled('shop', { a: texts }) });
    response.writeHead(200, { 'Content-Type': 'application/json', ETag: `"${version}"` });
    response.end(JSON.stringify(data));
  });
  const env = {
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_KEEP_SECONDS: '3600',
    PRECEPT_REMOTE_RETRY_SECONDS: '0',
    PRECEPT_CACHE_TTL_SECONDS: '0',
    PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
    PRECEPT_CACHE_DIR: folder,
  };
  const judge = (rules: readonly string[] | undefined) => {
    run.answers++;
    const wrong = whyWrong(rules);
    if (wrong !== null) run.wrong.push(wrong);
  };

  for (let round = 0; round < kills; round += 2) {
    isAway = false;
    const programs = await Promise.all([0, 1].map(() => startProgram(['serve', '--port', '0'], { env })));
    const urls = await Promise.all(programs.map(addressOf));
    const first = urls.map(async (url) => judge(await askedOf(url)));
    await Promise.all(first);
    const asking = urls.map(async (url) => {
      for (;;) {
        const rules = await askedOf(url).catch(() => null);
        if (rules === null) return;
        judge(rules);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, randomInt(100)));
    for (const program of programs) program.signal('SIGKILL');
    await Promise.all([...asking, ...programs.map(({ ended }) => ended)]);
    isAway = true;
    const after = await reader([master.url], undefined, {
      remote_keep_seconds: 3600,
      remote_retry_seconds: 0,
      cache_dir: folder,
    });
    const left = (await rulesOf(after)).suggestions.a?.rules;
    judge(left);
    run.served++;
  }
  return run;
}

/** The rules that a program gives. Rejects where it is killed before it has answered. */
async function askedOf(url: string): Promise<readonly string[] | undefined> {
  const response = await fetch(`${url}/api/v1/scopes/shop/rules`);
  const body = (await response.json()) as { suggestions?: { a?: { rules: string[] } } };
  return body.suggestions?.a?.rules;
}
