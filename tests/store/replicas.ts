import { missed, until } from '../feedback/support.ts';
import { smallContent } from '../http/client.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { report, tenka } from '../vision/vision.ts';
import type { TestDatabase } from './postgres.ts';

/** What clients of two replicas were told, while first a replica and then the database was restarted. */
export interface Told {
  /** Keys of the entries of feedback that were acknowledged, and how often one was refused in between. */
  readonly feedback: readonly string[];
  readonly refused: number;
  /** Files of the reports that were acknowledged. */
  readonly imports: readonly string[];
  /** Answers with rules, and why one was not given by either replica. */
  readonly reads: number;
  readonly interruptions: readonly string[];
}

/** Settles with what clients were told once each stage has lasted until `enough` of it was acknowledged since its start. */
export async function askReplicas(
  database: TestDatabase,
  { clients, enough }: { clients: number; enough: (acknowledged: number, since: number) => boolean },
): Promise<Told> {
  const replicas = await Promise.all([startReplica(database), startReplica(database)]);
  const addresses = replicas.map(({ address }) => address);
  const told = { feedback: [] as string[], refused: 0, imports: [] as string[], reads: 0 };
  const interruptions: string[] = [];
  let over = false;

  /** Asks one replica, and the other where that one does not answer at all. */
  async function ask(first: number, url: string, init?: RequestInit): Promise<Response | null> {
    for (const place of [first, first + 1]) {
      const response = await fetch(`${addresses[place % 2]}${url}`, init).catch(() => null);
      if (response !== null) return response;
    }
    return null;
  }
  async function client(number: number): Promise<void> {
    for (let count = 0; !over; count += 1) {
      const read = await ask(number + count, '/api/v1/scopes/shop/rules?categories=delivery');
      await read?.arrayBuffer().catch(() => interruptions.push('cut'));
      if (read?.status === 200) told.reads += 1;
      else interruptions.push(String(read?.status ?? 'no answer'));
      await reportUntilStored(number, `${number}-${count}`);
    }
  }
  async function reportUntilStored(first: number, key: string): Promise<void> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    for (let tries = 0; ; tries += 1) {
      const answer = await ask(first + tries, '/api/v1/feedback', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...missed, task: key }),
      });
      const body = await answer?.text().catch(() => null);
      if (answer?.status === 201 && body !== null) return void told.feedback.push(key);
      told.refused += 1;
      if (over) return;
    }
  }
  async function importer(): Promise<void> {
    const cwd = await tempFolder({ 'rules/shop/tenka.yml': tenka(['sums']) });
    for (let count = 0; !over; count += 1) {
      const name = `run-${count}.xml`;
      await writeFiles(cwd, { [name]: report('a|sums', `a|number ${count}`) });
      const env = { PRECEPT_STORE_URL: database.url };
      const { code } = await runProgram(['tenka', 'import', name, '-r', 'rules'], { cwd, env });
      if (code === 0) told.imports.push(name);
    }
  }
  const acknowledged = () => told.feedback.length;
  const stage = async (change: () => Promise<unknown>) => {
    await change();
    const [start, since] = [acknowledged(), Date.now()];
    await until(() => enough(acknowledged() - start, since), 'enough was acknowledged', 1500);
  };

  const running = [...Array.from({ length: clients }, (_, number) => client(number)), importer()];
  await stage(async () => {});
  await stage(async () => replicas[0]?.restart());
  await stage(async () => {
    const before = told.refused;
    await database.stop();
    await until(() => told.refused >= before + 5, 'the outage is noticed');
    await database.start();
  });
  over = true;
  await Promise.all(running);
  await Promise.all(replicas.map((replica) => replica.restart()));
  // Counts that waited when a replica ended are put into the store by the next.
  await until(async () => (await storedOf(database)).reads >= told.reads, 'all reads are counted');
  await Promise.all(replicas.map((replica) => replica.stop()));
  return { ...told, interruptions };
}

/** A replica with files of its own for what waits, at an address that it keeps when it is started again. */
async function startReplica(database: TestDatabase) {
  const [port, rules, folder] = [await freePort(), await tempFolder(smallContent), await tempFolder()];
  const env = {
    PRECEPT_STORE_URL: database.url,
    PRECEPT_USAGE: 'true',
    PRECEPT_USAGE_FILE: `${folder}/usage.jsonl`,
    PRECEPT_FEEDBACK_FILE: `${folder}/feedback.jsonl`,
  };
  let program: RunningProgram;
  const start = async () => {
    program = await startProgram(['serve', '--port', `${port}`, '-r', rules], { env });
    await program.logged('listening on');
  };
  const stop = async () => {
    program.signal('SIGTERM');
    await program.ended;
  };
  await start();
  return {
    address: `http://127.0.0.1:${port}`,
    stop,
    async restart() {
      await stop();
      await start();
    },
  };
}

/** What the database holds of it: ids of feedback, sources of results, and reads. */
export async function storedOf(database: TestDatabase) {
  const feedback = await database.ask('select id from precept.feedback');
  const results = await database.ask(`
    select line::json->>'source' as source from precept.results where place is not null`);
  const reads = await database.ask(`
    select coalesce(sum((c->>'reads')::int), 0)::int as reads from precept.usage_lines,
    lateral json_array_elements(line::json->'counts') c`);
  return {
    feedback: feedback.map(({ id }) => String(id)),
    results: results.map(({ source }) => String(source).split(' ')[0] ?? ''),
    reads: Number(reads[0]?.reads),
  };
}
