import type { SettingsMistake } from '../config/config.ts';
import type { SettingRow } from '../config/settings/setting-row.ts';
import { settings } from '../config/settings.ts';
import { nodeAt } from '../content/node-at.ts';
import { readSource } from '../content/text/source-text.ts';
import { fileProblem, parseYamlFile, type YamlFile } from '../content/yaml-file.ts';
import type { Problem } from '../model/problems/problem.ts';
import type { LintOptions } from './lint-options.ts';
import { byPlace, createReport } from './report.ts';

/** A mistake, and the file that has it: its path as problems name it, and its bytes. */
export interface PlacedMistake {
  readonly mistake: SettingsMistake;
  readonly file: string;
  readonly bytes: Buffer;
}

/** Mistakes of settings files as problems, each at the value that is wrong, or where the file stops to be YAML. */
export function settingsProblems(
  mistakes: readonly PlacedMistake[],
  severities: LintOptions['severities'],
): Problem[] {
  const report = createReport(() => undefined);
  report.take(mistakes.map(toProblem));
  return report.finish(severities).sort(byPlace);
}

function toProblem({ mistake: { setting, message }, file, bytes }: PlacedMistake): Problem {
  const [, line, column, syntax] = /^line (\d+), column (\d+): (.*)$/s.exec(message) ?? [];
  if (syntax !== undefined) {
    const [at, unit] = [Number(line), Number(column)];
    const place = { line: at, column: unit, end_line: at, end_column: unit };
    const shown = readSource(file, bytes).source.excerpt(place);
    const [wrong, hint] = takeApart(syntax, '. ');
    return { code: 'yaml-syntax', severity: 'error', file, ...place, message: wrong, hint, ...shown };
  }
  const [wrong, hint] = takeApart(message, message.includes('; it takes ') ? '; it takes ' : '; ');
  const parsed = setting === null ? null : parseYamlFile(file, bytes).file;
  const node =
    parsed === null || setting === null
      ? null
      : nodeAt(parsed, [setting, ...within(setting, message, parsed)]);
  if (parsed === null || node === null) return fileProblem(file, 'setting-value', wrong, hint);
  return parsed.problem(node, 'setting-value', wrong, hint);
}

/** Where in the value of a setting the part is that a message is about. */
function within(setting: string, message: string, parsed: YamlFile): (string | number)[] {
  const row: SettingRow | undefined = Object.hasOwn(settings, setting)
    ? settings[setting as keyof typeof settings]
    : undefined;
  if (row?.kind === 'mapping') {
    const written = parsed.toPlain(nodeAt(parsed, [setting]));
    const wrong = Object.entries(typeof written === 'object' ? (written ?? {}) : {}).find(
      ([, value]) => !row.choices.includes(value),
    );
    return wrong === undefined ? [] : [wrong[0]];
  }
  const [, entry, key] = /: entry (\d+)(?: \(.*?\))?:? "?(\w+)/.exec(message) ?? [];
  return entry === undefined ? [] : [Number(entry) - 1, key ?? ''];
}

/** What is wrong, and the cure behind the last `mark`, as a sentence. */
function takeApart(message: string, mark: string): readonly [wrong: string, hint: string] {
  const at = message.lastIndexOf(mark);
  if (at < 0) return [message.replace(/\.$/, ''), 'docs/settings.md says what each setting takes'];
  const hint = message.slice(at).replace(/^\W+/, '');
  return [message.slice(0, at), hint.slice(0, 1).toUpperCase() + hint.slice(1)];
}
