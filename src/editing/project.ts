import { join, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { guardedFolder } from '../config/load/guarded-folder.ts';
import { builtInPluginNames } from '../config/values/plugin-names.ts';
import { contentFile, contentKinds } from '../guidance/content-files.ts';
import { evalsFile } from '../guidance/evals/read-evals.ts';
import { createResultFile } from '../guidance/stories/results/result-file.ts';
import { testsFile } from '../guidance/tests/read-tests.ts';
import { watchRules } from '../guidance/watch/watch-rules.ts';
import type { LintMemory } from '../lint/lint-memory.ts';
import type { LintOptions } from '../lint/lint-options.ts';
import type { LintScope } from '../lint/lint-scope.ts';
import { readLineage, readTree } from '../lint/read/read-tree.ts';
import { scopeNamePattern } from '../model/names/scope-name.ts';
import type { Problem } from '../model/problems/problem.ts';
import { createPluginHost, type PluginHost } from '../plugins/host.ts';
import { isInside } from '../runtime/files/files.ts';
import { toReportPath } from '../runtime/files/report-path.ts';
import { createLogger, type Logger } from '../runtime/log.ts';
import type { Watch } from '../runtime/watch/watch-files.ts';
import { checkedSettings, lintContent, mistakesOf } from '../service/tasks/lint-content.ts';

/** Texts of files as an editor has them and the disk has not, by absolute path. */
export type Buffers = ReadonlyMap<string, string>;

/** A rules folder with its settings, as an editor works on it. */
export interface Project {
  readonly config: Config;
  readonly rulesPath: string;
  readonly plugins: PluginHost;
  /** What is wrong with the settings and no problem of lint, by the messages that a start of the program would end with. */
  readonly mistakes: readonly string[];
  /** How problems name a file of the project; null for any other file. */
  nameOf(path: string): string | null;
  pathOf(name: string): string;
  /** Everything that `precept lint` would report if the buffers were saved; that of some files first, where it is asked for. */
  lint(
    buffers: Buffers,
    order?: Pick<LintOptions, 'first' | 'signal' | 'whenFree'>,
  ): Promise<readonly Problem[]>;
  /** What the files of all scopes say, with places; with `scope`, those of this one and its ancestors. */
  scopes(buffers: Buffers, scope?: string): Promise<ReadonlyMap<string, LintScope>>;
  readonly merged: LintMemory['merged'];
  /** These scopes may have changed on disk; null for any. */
  forget(scopes: Iterable<string> | null): void;
  /** Hears which scopes have changed on disk after `since` (milliseconds since 1970), null for any, until closed. */
  watch(since: number, onChange: (scopes: ReadonlySet<string> | null) => void): Watch;
}

const contentFiles: ReadonlySet<string> = new Set([...contentKinds.map(contentFile), testsFile, evalsFile]);

/** The project of settings that name a rules folder. Plugins that are not built in are never loaded for an editor. */
export function createProject(
  given: Config & { readonly rulesPath: string },
  mistakes: readonly string[],
  memory: LintMemory,
  world: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly log: Logger;
  },
): Project {
  const { rulesPath, file: settingsPath, project: home } = given;
  const { enabled_plugins: enabled, lint } = given.settings;
  const known = enabled.filter((name) => builtInPluginNames.includes(name) || name.endsWith('.*'));
  // What a plugin that is not here would give cannot be missed.
  const unknowable = { 'unknown-filter': 'off', 'undefined-variable': 'off' } as const;
  const severities = known.length < enabled.length ? { ...lint, ...unknowable } : lint;
  const config = { ...given, settings: { ...given.settings, lint: severities } };
  const plugins = createPluginHost({ enabled: known, folder: given.pluginFolder, ...world });
  const { validation_file: resultsPath } = given.settings;
  const results = createResultFile(resultsPath, guardedFolder(given, resultsPath));
  const settingsName = settingsPath === null ? null : toReportPath(settingsPath, home);

  return {
    config,
    rulesPath,
    plugins,
    mistakes,
    nameOf(path) {
      if (path === settingsPath) return settingsName;
      if (path === rulesPath || !isInside(path, rulesPath)) return null;
      return path.slice(join(rulesPath, sep).length).split(sep).join('/');
    },
    pathOf: (name) => (name === settingsName && settingsPath !== null ? settingsPath : join(rulesPath, name)),
    async lint(buffers, order = {}) {
      const settings =
        settingsPath === null || mistakes.length > 0
          ? null
          : await checkedSettings(given, home, buffers.get(settingsPath));
      const unsaved = unsavedIn(rulesPath, buffers);
      const problems = await lintContent(
        { config, plugins },
        { rulesPath, scope: null },
        { settings, unsaved, memory, results: results.read, ...order },
      );
      return [...(await mistakesOf(config, home, buffers)), ...problems];
    },
    async scopes(buffers, scope) {
      const options = { unsaved: unsavedIn(rulesPath, buffers), memory };
      if (scope === undefined) return (await readTree(rulesPath, options)).scopes;
      return readLineage(rulesPath, scope, options);
    },
    merged: memory.merged,
    forget: (scopes) => memory.forget(scopes),
    watch: (since, onChange) =>
      watchRules({
        rulesPath,
        since,
        log: createLogger('error', () => {}),
        onChange: ({ scopes }) => onChange(scopes),
        onReady: () => {},
      }),
  };
}

/** The content files among buffers, by `scope/file.yml`. */
function unsavedIn(rulesPath: string, buffers: Buffers): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of buffers) {
    if (!isInside(path, rulesPath)) continue;
    const [scope = '', file = '', ...rest] = path.slice(join(rulesPath, sep).length).split(sep);
    if (rest.length > 0 || !scopeNamePattern.test(scope) || !contentFiles.has(file)) continue;
    found.set(`${scope}/${file}`, text);
  }
  return found;
}
