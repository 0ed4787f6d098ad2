import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDraft } from '../../src/runtime/files/write-file.ts';
import { tempFolder } from '../support/folder.ts';
import { addressOf, type RunningProgram, startProgram } from '../support/program.ts';
import { bundle, bundled, reader, rulesOf, startStub } from './servers.ts';

/** What came of it. */
export interface KillRun {
  /** Answers that were not of one piece, and requests that a program which ran on gave none to. */
  readonly wrong: string[];
  kills: number;
  answers: number;
  /** Readers that started after a kill, with the master away, and had a copy to serve. */
  served: number;
  /** Kills that left a copy half written. */
  torn: number;
}

export interface KillOptions {
  readonly kills: number;
  /** Programs that run at a time, each killed by itself while the others go on. */
  readonly programs: number;
}

/** Texts in one bundle, each large, so that a good part of the time goes by with writing them. */
const texts = 8;
const textLength = 250_000;
/** Milliseconds within which a program is killed after its first answer: each second time as soon as one begins to write. */
const longest = 150;
const judge = 'judge';

/** A text that says which version it is of, its place, and what the rest of it has to be. */
function textOf(version: number, place: number): string {
  const hash = createHash('sha256').update(`${version} ${place}`).digest('hex');
  return `v${version} ${place} ${hash.repeat(Math.ceil(textLength / hash.length))}`;
}

/** What is wrong with rules that are all to be of one version that was given out; null for nothing. */
function whyWrong(rules: readonly string[] | undefined, newest: number): string | null {
  const version = Number(/^v(\d+) /.exec(rules?.[0] ?? '')?.[1] ?? Number.NaN);
  const isWhole =
    rules?.length === texts &&
    version >= 1 &&
    version <= newest &&
    rules.every((rule, place) => rule === textOf(version, place));
  return isWhole ? null : `${rules?.length} rules: ${rules?.map((rule) => rule.slice(0, 20)).join(', ')}`;
}

/**
 * Programs read a master whose bundle changes with every request and that is away for each fourth one, and keep copies in one folder. Each is
 * killed at any moment, or when one begins to write, while the others go on, and another started in its place; after each kill a new reader, for which the master is
 * away, shows what there is.
 */
export async function killReaders({ kills, programs }: KillOptions): Promise<KillRun> {
  const run: KillRun = { wrong: [], kills: 0, answers: 0, served: 0, torn: 0 };
  const torn = new Set<string>();
  const folder = path.join(await tempFolder(), 'copies');
  const master = await startMaster();
  const env = {
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_KEEP_SECONDS: '3600',
    PRECEPT_REMOTE_RETRY_SECONDS: '0',
    PRECEPT_REMOTE_MAX_RETRIES: '0',
    PRECEPT_CACHE_TTL_SECONDS: '0',
    PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
    PRECEPT_CACHE_DIR: folder,
  };
  const take = (rules: readonly string[] | undefined) => {
    run.answers++;
    const wrong = whyWrong(rules, master.version());
    if (wrong !== null) run.wrong.push(wrong);
  };
  /** What a reader without a master takes from the folder. */
  const look = async (reader_name: string) => {
    const settings = { remote_keep_seconds: 3600, remote_retry_seconds: 0, cache_dir: folder, reader_name };
    const own = await reader([master.url], undefined, settings);
    take((await rulesOf(own)).suggestions.a?.rules);
    await own.service.close();
  };

  async function killOne(): Promise<void> {
    const program = await startProgram(['serve', '--port', '0'], { env });
    const url = await addressOf(program);
    take(await askedOf(url));
    const milliseconds = randomInt(longest);
    const atWrite = milliseconds % 2 === 0;
    let isKilled = false;
    const asking = async () => {
      while (!isKilled) {
        const rules = await askedOf(url).catch(async (error: unknown) => {
          // The killer does not say when.
          if (!isKilled && !(atWrite && (await endsNow(program)))) run.wrong.push(`no answer: ${error}`);
          return null;
        });
        if (rules !== null) take(rules);
      }
    };
    const asked = asking();
    if (atWrite) await killedAtWrite(program, folder);
    else await setTimeout(milliseconds);
    isKilled = true;
    program.signal('SIGKILL');
    await Promise.all([asked, program.ended]);
    const drafts = await draftsIn(folder);
    await look(judge);
    run.served++;
    // One that is still there is nobody's any more.
    for (const name of await draftsIn(folder)) if (drafts.has(name)) torn.add(name);
  }

  await look('first');
  let begun = 0;
  const killAll = async () => {
    while (begun < kills) {
      begun++;
      await killOne();
      run.kills++;
    }
  };
  await Promise.all(Array.from({ length: programs }, killAll));
  return { ...run, torn: torn.size };
}

/** Kills a program as soon as one begins to write a copy: by a process of its own, because a write takes less than this one is busy for. */
async function killedAtWrite({ pid, ended }: RunningProgram, folder: string): Promise<void> {
  const script = `require('node:fs').watch(process.argv[1], (_, name) => {
    if (!/[.]tmp$/.test(name)) return;
    process.kill(Number(process.argv[2]), 'SIGKILL');
    process.exit();
  })`;
  const killer = spawn(process.execPath, ['-e', script, folder, String(pid)], { stdio: 'inherit' });
  await Promise.race([ended, setTimeout(10_000, undefined, { ref: false })]);
  killer.kill();
}

function endsNow({ ended }: RunningProgram): Promise<boolean> {
  return Promise.race([ended.then(() => true), setTimeout(5000, false, { ref: false })]);
}

async function draftsIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set((await readdir(folder)).filter(isDraft));
}

/** A master of one scope, each time in a new version. The judge is never answered, and of the others each fourth is not. */
async function startMaster() {
  let version = 0;
  let asked = 0;
  const stub = await startStub((request, response) => {
    const isAway = request.headers['precept-reader'] === judge || asked++ % 4 === 3;
    if (isAway) {
      request.socket.destroy();
      return;
    }
    version++;
    const all = Array.from({ length: texts }, (_, place) => textOf(version, place));
    response.writeHead(200, { 'Content-Type': 'application/json', ETag: `"${version}"` });
    response.end(JSON.stringify(bundle('shop', { suggestions: bundled('shop', { a: all }) })));
  });
  return { url: stub.url, version: () => version };
}

/** The rules that a program gives. Rejects where it is killed before it has answered. */
async function askedOf(url: string): Promise<readonly string[] | undefined> {
  const response = await fetch(`${url}/api/v1/scopes/shop/rules`);
  const body = (await response.json()) as { suggestions?: { a?: { rules: string[] } } };
  return body.suggestions?.a?.rules;
}
