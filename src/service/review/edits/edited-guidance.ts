import { join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Config, ConfigError, type SettingsMistake } from '../../../config/config.ts';
import type { SettingRow } from '../../../config/settings/setting-row.ts';
import { settings as rows, settingNames } from '../../../config/settings.ts';
import { type ContentSource, folderSource } from '../../../guidance/read/content-source.ts';
import { type Check, toolOf } from '../../../guidance/rules/record/check.ts';
import { isInside } from '../../../runtime/files/files.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { Difference } from '../../compare/change.ts';
import type { OpenChange } from '../change/open-change.ts';
import type { PolicyRule } from '../policy/policy.ts';
import type { BrokenGuidance } from './broken-guidance.ts';
import { editOf } from './edited-tools.ts';
import type { CheckEdit, GuidanceEdits, SettingEdit } from './guidance-edits.ts';

/** How guidance after a change is looked at. */
export interface Looking {
  /** The settings of the state before the change, and after it. */
  openBefore(): Promise<Config>;
  openAfter(): Promise<Config>;
  compare: CompareContents;
  placeMistakes: PlaceMistakes;
  locks: ReadLocks;
}

/** Where precept.lock is by some settings, and what it holds their sources to by a state of the project: ids by the names of sources. */
export interface ReadLocks {
  file(config: Config): string;
  /** An error for a lock that is damaged, or cannot be read. */
  read(
    config: Config,
    state: OpenChange['before'] | OpenChange['after'],
  ): Promise<ReadonlyMap<string, string>>;
}

/** Compares what two sources of content serve, by the settings of each, and finds what is broken in the newer one. */
export type CompareContents = (
  before: readonly [ContentSource, Config],
  after: readonly [ContentSource, Config],
  since: string,
) => Promise<{ readonly difference: Difference; readonly broken: readonly BrokenGuidance[] }>;

/** Finds where settings files have their mistakes; `state` has the files. */
export type PlaceMistakes = (
  mistakes: readonly SettingsMistake[],
  state: OpenChange['after'],
) => Promise<readonly BrokenGuidance[]>;

const nothing: ContentSource = { scopes: async () => [], has: async () => false, read: async () => null };

/** What a change does to guidance: `config` is that of the state that judges it. */
export async function editedGuidance(
  change: OpenChange,
  config: Config,
  { openBefore, openAfter, compare, placeMistakes, locks }: Looking,
  rules: readonly PolicyRule[],
  edited: EditedChecks,
): Promise<GuidanceEdits> {
  const checks = byFile(edited, rules);
  const isSettings = (path: string) =>
    /(?:^|\/)\.precept(?:\/settings\.yml)?$/.test(path) ||
    path === placeOf(change, config.file) ||
    path === placeOf(change, locks.file(config));
  const asBefore = await touchedFiles(change, [config.rulesPath], isSettings);
  const mayDiffer = asBefore.length > 0 || change.all.some(({ path }) => /(?:^|\/)\.precept\//.test(path));
  const unedited = { files: [], difference: null, settings: [], sources: [], broken: [], checks };
  if (!mayDiffer) return unedited;
  const inRepository = (found: readonly BrokenGuidance[]) =>
    found.map((one) => ({ ...one, file: placeOf(change, one.file) ?? one.file }));
  try {
    const [before, after] = [await openBefore(), await openAfter()];
    const files = await touchedFiles(change, [before.rulesPath, after.rulesPath], isSettings);
    const known = new Set(before.mistakes.map(({ message }) => message));
    const mistakes = after.mistakes.filter(({ message }) => !known.has(message));
    const ofSettings = await placeMistakes(mistakes, change.after);
    const { difference, broken } = await differenceOf(change, before, after, compare);
    const { sources, broken: ofLock } = await editedSources(change, before, after, locks);
    return {
      ...{ files, difference, settings: editedSettings(before, after), sources, checks },
      broken: inRepository([...ofSettings, ...ofLock, ...broken]),
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const placed = await placeMistakes(error.mistakes, change.after);
    const file = config.file ?? join(change.project, '.precept', 'settings.yml');
    const told = error.message.split('\n').map((message) => ({ file, message }));
    return { ...unedited, files: asBefore, broken: inRepository(placed.length > 0 ? placed : told) };
  }
}

/** The changed files of rules folders, and of the settings. */
async function touchedFiles(
  change: OpenChange,
  folders: readonly (string | null)[],
  isSettings: (path: string) => boolean,
): Promise<readonly string[]> {
  const places = folders.flatMap((folder) => {
    const place = placeOf(change, folder);
    return place === null ? [] : [place];
  });
  const isOne = (path: string) =>
    isSettings(path) ||
    places.some((place) => place === '' || path === place || path.startsWith(`${place}/`));
  return change.all.flatMap(({ path, old, status, kind }) => {
    if (!isOne(path) && !(old !== undefined && isOne(old))) return [];
    const how = kind === 'link' ? 'a link now' : status;
    return [`${path} (${how}${old === undefined ? '' : ` from ${old}`})`];
  });
}

/** A path below the root, with forward slashes; null for one outside. */
function placeOf({ root }: OpenChange, path: string | null): string | null {
  return path !== null && isInside(path, root) ? relative(root, path).split(sep).join('/') : null;
}

async function differenceOf(
  { before, after, since }: OpenChange,
  config: Config,
  now: Config,
  compare: CompareContents,
): Promise<{ readonly difference: Difference | null; readonly broken: readonly BrokenGuidance[] }> {
  const source = async (state: OpenChange['before'] | OpenChange['after'], { rulesPath }: Config) => {
    if (rulesPath === null) return nothing;
    return (await state?.content(rulesPath)) ?? folderSource(rulesPath);
  };
  const sides = [await source(before, config), await source(after, now)] as const;
  const { difference, broken } = await compare([sides[0], config], [sides[1], now], since);
  return {
    difference: difference.scopes.length === 0 ? null : difference,
    broken: broken.map((one) => ({ ...one, file: join(now.rulesPath ?? '', one.file) })),
  };
}

function editedSettings(before: Config, after: Config): readonly SettingEdit[] {
  const edits = settingNames.flatMap((name): SettingEdit[] => {
    const [old, now] = [before.settings[name], after.settings[name]];
    // What a mistake has for its value is nowhere written.
    if (isDeepStrictEqual(old, now) || after.mistaken.includes(name)) return [];
    const row: SettingRow = rows[name];
    return [row.secret ? { name, before: '***', after: '***' } : { name, before: old, after: now }];
  });
  const names = new Set([...Object.keys(before.fileVariables), ...Object.keys(after.fileVariables)]);
  const variables = [...names].flatMap((name): SettingEdit[] => {
    const [old, now] = [before.fileVariables[name], after.fileVariables[name]];
    return isDeepStrictEqual(old, now) ? [] : [{ name, before: old ?? null, after: now ?? null }];
  });
  return [...edits, ...variables];
}

async function editedSources(
  change: OpenChange,
  before: Config,
  after: Config,
  locks: ReadLocks,
): Promise<Pick<GuidanceEdits, 'sources' | 'broken'>> {
  const was = await locks.read(before, change.before).catch(() => null);
  try {
    const is = await locks.read(after, change.after);
    const sources = [...new Set([...(was?.keys() ?? []), ...is.keys()])].flatMap((source) => {
      const [old, now] = [was?.get(source) ?? null, is.get(source) ?? null];
      return old === now ? [] : [{ source, before: old, after: now }];
    });
    return { sources, broken: [] };
  } catch (error) {
    const message = `it cannot be used: ${reasonOf(error)}`;
    return { sources: [], broken: was === null ? [] : [{ file: locks.file(after), message }] };
  }
}

/** The files by which a change edits what the checks of some rules run, by check. */
export type EditedChecks = ReadonlyMap<Check, string>;

/** Finds what checks of rules the change edits; `results` is the file of test results. */
export async function findEditedChecks(
  { files, before, project, textOf }: OpenChange,
  rules: readonly PolicyRule[],
  results: string,
): Promise<EditedChecks> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paths = new Set(files.flatMap(({ path, old }) => (old === undefined ? [path] : [path, old])));
  const texts = async (path: string): Promise<readonly [string | null, string | null]> => {
    const file = byPath.get(path);
    const was = await before?.readFile(join(project, path)).catch(() => null);
    return [was?.toString('utf8') ?? null, file === undefined ? null : await textOf(file)];
  };
  const resultsPath = relative(project, results).split(sep).join('/');
  const known = new Map<string, string | null>();
  const edited = new Map<Check, string>();
  for (const check of rules.flatMap((rule) => rule.checks)) {
    const key = JSON.stringify([
      toolOf(check)?.tool,
      'command' in check ? check.command : null,
      'test' in check,
    ]);
    const file = known.has(key)
      ? known.get(key)
      : await editOf(check, { paths, texts, results: resultsPath });
    known.set(key, file ?? null);
    if (file) edited.set(check, file);
  }
  return edited;
}

function byFile(edited: EditedChecks, rules: readonly PolicyRule[]): readonly CheckEdit[] {
  const found = new Map<string, Set<string>>();
  for (const { id, checks } of rules) {
    for (const check of checks) {
      const file = edited.get(check);
      if (file !== undefined) found.set(file, (found.get(file) ?? new Set()).add(id));
    }
  }
  return [...found].map(([file, ids]) => ({ file, rules: [...ids] }));
}
