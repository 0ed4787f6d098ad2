import { basename } from 'node:path';
import type { Config } from '../../config/config.ts';
import { hasOtherScopes, hasUntrustedScopes } from '../../config/other-scopes.ts';
import { templateVariables } from '../../config/template-variables.ts';
import type { Results } from '../../guidance/stories/results/results-of.ts';
import type { LintMemory } from '../../lint/lint-memory.ts';
import type { CheckedSettings, FirstFiles, Progress } from '../../lint/lint-options.ts';
import { lintRules } from '../../lint/lint-rules.ts';
import type { LintTarget } from '../../lint/lint-target.ts';
import { misplacedFiles } from '../../lint/misplaced-files.ts';
import { createReport } from '../../lint/report.ts';
import { settingsProblems } from '../../lint/settings-problems.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { toReportPath } from '../../runtime/files/report-path.ts';
import type { Service } from '../service.ts';

/** Everything that is wrong or could be better in a rules folder, judged with the settings and plugins of a service. */
export async function lintContent(
  { config, plugins }: Pick<Service, 'config' | 'plugins'>,
  target: LintTarget,
  options: {
    readonly settings?: CheckedSettings | null;
    readonly onProgress?: Progress;
    /** Texts in the place of files, by `scope/file.yml`. */
    readonly unsaved?: ReadonlyMap<string, string>;
    /** The imported test results. */
    readonly results?: () => Promise<Results>;
    readonly memory?: LintMemory;
    readonly first?: FirstFiles | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly whenFree?: (() => Promise<void>) | undefined;
  } = {},
): Promise<Problem[]> {
  const { settings = null, onProgress, memory, first, signal, whenFree, unsaved = new Map() } = options;
  // Rules are judged without them too.
  const testResults = async () => (await options.results?.().catch(() => null)) ?? null;
  return lintRules({
    ...target,
    settings: ownSettings(config, target, settings),
    unsaved,
    memory,
    testResults,
    first,
    signal,
    whenFree,
    maxDepth: config.settings.max_inheritance_depth,
    hasMasters: hasOtherScopes(config) || config.mistakes.some(({ setting }) => isOfOthers(setting)),
    hasUntrusted: hasUntrustedScopes(config),
    searchLanguage: config.settings.search_language,
    severities: config.settings.lint,
    variables: templateVariables(config),
    filters: await plugins.filters(),
    pluginValues: async (resolved) => (await plugins.context(resolved)).values,
    ...(onProgress && { onProgress }),
  });
}

/** What is wrong with the values that settings files give, each file named relative to `cwd`; `unsaved` has texts in the place of files. */
export async function mistakesOf(
  { mistakes, settings }: Pick<Config, 'mistakes' | 'settings'>,
  cwd: string,
  unsaved: ReadonlyMap<string, string> = new Map(),
): Promise<Problem[]> {
  const placed = mistakes.map(async (mistake) => {
    const text = unsaved.get(mistake.file);
    const bytes = text === undefined ? await readOptionalFile(mistake.file) : Buffer.from(text);
    return { mistake, file: toReportPath(mistake.file, cwd), bytes: bytes ?? Buffer.alloc(0) };
  });
  return settingsProblems(await Promise.all(placed), settings.lint);
}

/** Files of guidance or settings that are never read where they are, beside the settings, each named relative to `cwd`. */
export async function misplacedIn(config: Config, cwd: string): Promise<Problem[]> {
  const found = await misplacedFiles(config);
  const report = createReport(() => undefined);
  for (const { path, why, cure } of found) {
    const at = { file: toReportPath(path, cwd), line: 1, column: 1 };
    report.add('unknown-file', at, `"${basename(path)}" ${why}`, cure);
  }
  return report.finish(config.settings.lint);
}

/** The settings file as lint judges it, or `unsaved` in its place, named relative to `cwd`; null where there is none. */
export async function checkedSettings(
  config: Config,
  cwd: string,
  unsaved?: string,
): Promise<CheckedSettings | null> {
  const read = () => (config.file === null ? null : readOptionalFile(config.file));
  const bytes = unsaved === undefined ? await read() : Buffer.from(unsaved);
  if (config.file === null || bytes === null) return null;
  const fromFile = Object.entries(config.sources).filter(([, source]) => source === 'file');
  return {
    file: toReportPath(config.file, cwd),
    bytes,
    lintCodes: config.sources.lint === 'file' ? Object.keys(config.settings.lint) : [],
    fromFile: new Set(fromFile.map(([name]) => name)),
  };
}

/** Whether a setting names what has scopes beside the rules folder. */
function isOfOthers(setting: string | null): boolean {
  return setting === 'master_server_url' || setting === 'masters' || setting === 'sources';
}

/** The scope that is the default need not be in a rules folder that a flag or a variable names. */
function ownSettings(
  { rulesPath, sources }: Config,
  target: LintTarget,
  settings: CheckedSettings | null,
): CheckedSettings | null {
  const isOwn =
    target.rulesPath === rulesPath && ['file', 'default'].includes(sources.rules_path ?? 'default');
  if (settings === null || isOwn) return settings;
  return {
    ...settings,
    fromFile: new Set([...settings.fromFile].filter((name) => name !== 'default_scope')),
  };
}
