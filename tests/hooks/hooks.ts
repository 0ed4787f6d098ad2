import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runHook } from '../../src/hooks/run-hook.ts';
import { hookProgram } from '../../src/service/tasks/hooks/hook-program.ts';
import { tempFolder } from '../support/folder.ts';
import { type ClientName, payloadsOf, type Told } from './payloads.ts';

/** A project with rules and a home folder, for hooks. */
export interface Place {
  readonly project: string;
  readonly home: string;
  /** The folder of what hooks keep. */
  readonly cache: string;
  readonly env: Readonly<Record<string, string>>;
}

const long = (from: number) =>
  Array.from({ length: 40 }, (_, at) => `Long rule ${from + at} says ${'a lot '.repeat(12)}`);

const rules: Readonly<Record<string, string>> = {
  '.precept/settings.yml': 'default_scope: shop\n',
  '.precept/rules/shop/commandments.yml': JSON.stringify({
    'api.http': {
      when: 'When changing an HTTP endpoint',
      paths: ['src/api/**'],
      ruleset: [
        'Answer errors as RFC 9457',
        { rule: 'Page with a cursor', id: 'cursor-paging', why: 'Offsets skip rows' },
      ],
    },
    data: {
      ruleset: [{ rule: 'Name indexes', check: { pattern: 'index', paths: ['*.sql'] } }, 'Back up first'],
    },
    general: { always: true, ruleset: ['Be kind to users'] },
    many: { paths: ['many/**'], ruleset: long(0) },
  }),
  '.precept/rules/shop/suggestions.yml': JSON.stringify({
    'api.http': { ruleset: ['Prefer small handlers'] },
  }),
};

/** A new place; `files` are written over those of the example. */
export async function newPlace(files: Readonly<Record<string, string>> = {}): Promise<Place> {
  const [project, home] = await Promise.all([tempFolder({ ...rules, ...files }), tempFolder()]);
  const cache = `${home}/cache`;
  return { project, home, cache, env: { PRECEPT_CACHE_DIR: cache } };
}

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a hook in this process, with what the program gives it. */
export async function runHere(
  { project, home, env }: Place,
  words: readonly string[],
  input: string | Buffer | Readable,
): Promise<Said> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stdin = input instanceof Readable ? input : Readable.from([Buffer.from(input)]);
  const read = Promise.all([text(stdout), text(stderr)]);
  await runHook(words, { env, cwd: project, home, stdin, stdout, stderr }, hookProgram);
  stdout.end();
  stderr.end();
  const [out, err] = await read;
  return { stdout: out, stderr: err };
}

/** What a client's agent is told when its tool touches a file; null for nothing. */
export async function touch(
  place: Place,
  client: ClientName,
  told: Omit<Told, 'cwd'>,
): Promise<string | null> {
  const { touch: event, touched, contextOf } = payloadsOf(client);
  const payload = touched({ cwd: place.project, ...told });
  const { stdout } = await runHere(place, [event, '--client', client], JSON.stringify(payload));
  return stdout === '' ? null : String(contextOf(JSON.parse(stdout)));
}

/** What it is told when a session begins, or a subagent where one is named. */
export async function begin(
  place: Place,
  client: ClientName,
  told: Omit<Told, 'cwd'>,
): Promise<string | null> {
  const { start, subagent, begun, contextOf } = payloadsOf(client);
  const event = told.agent === undefined ? start : (subagent ?? start);
  const payload = begun({ cwd: place.project, ...told });
  const { stdout } = await runHere(place, [event, '--client', client], JSON.stringify(payload));
  return stdout === '' ? null : String(contextOf(JSON.parse(stdout)));
}
