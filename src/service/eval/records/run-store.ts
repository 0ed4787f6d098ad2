import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../../model/fault.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import type { Area } from '../../../runtime/files/own-place.ts';
import { createFile, putFile } from '../../../runtime/files/write-file.ts';
import type { Graded, RunVerdict } from '../judge/judge-run.ts';
import {
  type Asked,
  nameOfRun,
  type Plan,
  type RunKey,
  type RunRecord,
  type RunResult,
  runsOf,
} from '../plan.ts';

/** Bytes of a kept file that are read again. */
const mostBytes = 64 * 1024 * 1024;
const how = { mode: 0o600 };

/** What is kept of one experiment, in its folder below `.precept/evals`. */
export interface RunStore {
  readonly folder: string;
  readonly plan: Plan;
  /** The runs that have begun, whether they came to their end or not. */
  begun(): Promise<number>;
  /** Says that a run begins. */
  begin(key: RunKey): Promise<void>;
  keep(record: RunRecord, key: RunKey): Promise<void>;
  /** What is kept of a run that came to its end; null for another. */
  read(key: RunKey): Promise<RunRecord | null>;
  graded(key: RunKey): Promise<readonly Graded[]>;
  keepVerdict(key: RunKey, verdict: RunVerdict): Promise<void>;
  keepReport(name: string, text: string): Promise<void>;
  /** The same experiment with another plan in the place of this one. */
  withPlan(plan: Plan): Promise<RunStore>;
  /** How long a run took on average; null where none came to its end. */
  seconds(): Promise<number | null>;
}

/** Makes the folder of an experiment, with its plan. */
export async function createRunStore(evals: string, plan: Plan, area: Area): Promise<RunStore> {
  const folder = join(evals, plan.run);
  await createFile(join(evals, '.gitignore'), '*\n', area);
  await createFile(join(folder, 'plan.json'), jsonText(plan), area, how);
  return storeOf(folder, plan, area);
}

/** The kept experiment of that name; null where there is none. Fault `invalid-content` where its plan cannot be read. */
export async function openRunStore(evals: string, run: string, area: Area): Promise<RunStore | null> {
  const folder = join(evals, run);
  const plan = await readJson(join(folder, 'plan.json'));
  if (plan === null) return null;
  const file = join(folder, 'plan.json');
  if ((plan as { version?: unknown }).version !== 1)
    throw new Fault('invalid-content', `${file} is of another version of Precept. Remove its folder.`);
  if (!isPlan(plan) || plan.run !== run)
    throw new Fault('invalid-content', `${file} is damaged, or no plan of Precept. Remove its folder.`);
  return storeOf(folder, plan, area);
}

/** More runs than an experiment has in which each takes a second for a week. */
const mostRuns = 1_000_000;

/** Whether data that may have come with a checkout has the shape of a plan, as far as it is walked through. */
function isPlan(data: object): data is Plan {
  const { repeat, evals, arms, rules } = data as Readonly<Record<string, unknown>>;
  const areAll = (
    list: unknown,
    isOne: (one: Readonly<Record<string, unknown>>) => boolean,
  ): list is object[] =>
    Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null && isOne(one));
  return (
    areAll(arms, ({ name }) => typeof name === 'string') &&
    areAll(rules, ({ id, checks }) => typeof id === 'string' && areAll(checks, () => true)) &&
    areAll(
      evals,
      ({ name, expect, flags }) =>
        typeof name === 'string' &&
        areAll(expect, () => true) &&
        Array.isArray(flags) &&
        flags.every((flag) => typeof flag === 'string'),
    ) &&
    Number.isInteger(repeat) &&
    Number(repeat) * evals.length * arms.length <= mostRuns
  );
}

/** The names of kept experiments, the latest first. */
export async function listRuns(evals: string): Promise<readonly string[]> {
  const entries = await readdir(evals, { withFileTypes: true }).catch(() => []);
  return entries
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort()
    .reverse();
}

function storeOf(folder: string, plan: Plan, area: Area): RunStore {
  const names = folderNames(plan);
  const place = (key: RunKey, ...file: string[]) =>
    join(folder, 'runs', names(key.eval), names(key.arm), String(key.repeat), ...file);
  const put = async (path: string, text: string) => {
    if (!(await createFile(path, text, area, how))) await putFile(path, text, area, how);
  };
  const text = async (path: string) => (await readOptionalFile(path, mostBytes))?.toString('utf8') ?? '';
  return {
    folder,
    plan,
    async begun() {
      const log = await text(join(folder, 'begun.log'));
      return log.split('\n').filter((line) => line !== '').length;
    },
    async begin(key) {
      const path = join(folder, 'begun.log');
      await put(path, `${await text(path)}${nameOfRun(key)}\n`);
    },
    async keep({ result, diff, transcript, asked }, key) {
      await put(place(key, 'diff.patch'), diff);
      await put(place(key, 'transcript.txt'), transcript);
      await put(place(key, 'guidance.jsonl'), asked.map((one) => `${JSON.stringify(one)}\n`).join(''));
      // The last one says that the run came to its end.
      await put(place(key, 'result.json'), jsonText(result));
    },
    async read(key) {
      const result = await readJson(place(key, 'result.json'));
      if (result === null) return null;
      const [diff, transcript, asked] = await Promise.all(
        ['diff.patch', 'transcript.txt', 'guidance.jsonl'].map((name) => text(place(key, name))),
      );
      return {
        result: result as RunResult,
        diff: diff ?? '',
        transcript: transcript ?? '',
        asked: readAsked(asked ?? ''),
      };
    },
    async graded(key) {
      const data = Object((await readJson(place(key, 'grading.json'))) ?? {}) as Record<string, unknown>;
      const list: unknown = data.assertion_results ?? data.expectations;
      return (Array.isArray(list) ? list : []).flatMap((one: unknown): Graded[] => {
        const { text: about, passed, evidence } = Object(one) as Record<string, unknown>;
        if (typeof about !== 'string' || typeof passed !== 'boolean') return [];
        return [{ text: about, passed, ...(typeof evidence === 'string' && { evidence }) }];
      });
    },
    keepVerdict: (key, verdict) => put(place(key, 'verdict.json'), jsonText(verdict)),
    keepReport: (name, report) => put(join(folder, name), report),
    async withPlan(changed) {
      await put(join(folder, 'plan.json'), jsonText(changed));
      return storeOf(folder, changed, area);
    },
    async seconds() {
      const results = await Promise.all(runsOf(plan).map((key) => readJson(place(key, 'result.json'))));
      const all = results.flatMap((result) => (result === null ? [] : [(result as RunResult).seconds]));
      return all.length === 0 ? null : all.reduce((sum, one) => sum + one, 0) / all.length;
    },
  };
}

/** Names for the folders of evaluations and arms: as they are written where a file may be called so. */
function folderNames({ evals, arms }: Plan): (name: string) => string {
  const all = [...evals, ...arms].map(({ name }) => name);
  return (name) => {
    const safe = name.replace(/[^A-Za-z0-9@_-]+/g, '_').slice(0, 80);
    return safe === name && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(safe)
      ? name
      : `${safe}.${all.indexOf(name)}`;
  };
}

/** What the server of a run was asked, as its log has it; lines that are none are passed over. */
export function readAsked(log: string): Asked[] {
  return log.split('\n').flatMap((line): Asked[] => {
    try {
      const { method, tool, arguments: given, text } = Object(JSON.parse(line)) as Partial<Asked>;
      if (typeof method !== 'string' || typeof text !== 'string') return [];
      return [{ method, ...(typeof tool === 'string' && { tool }), arguments: given, text }];
    } catch {
      return [];
    }
  });
}

async function readJson(path: string): Promise<object | null> {
  const bytes = await readOptionalFile(path, mostBytes);
  try {
    const data: unknown = JSON.parse(bytes?.toString('utf8') ?? 'null');
    return typeof data === 'object' ? data : null;
  } catch {
    return null;
  }
}

function jsonText(data: object): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}
