import { oneLine } from '../../../render/foreign-text.ts';
import type { Difference } from '../../compare/change.ts';
import { diffData } from '../../compare/formats/json-format.ts';
import { diffText } from '../../compare/formats/text-format.ts';
import type { BrokenGuidance } from './broken-guidance.ts';

/** A setting that a change gives another value. */
export interface SettingEdit {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A source that a change holds to another commit, or other content. */
export interface SourceEdit {
  readonly source: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A file by which a change edits what checks run, and the rules of these checks. */
export interface CheckEdit {
  readonly file: string;
  readonly rules: readonly string[];
}

/** What a change does to the guidance that judges it. */
export interface GuidanceEdits {
  /** The changed files of the rules folder and of the settings. */
  readonly files: readonly string[];
  /** What every scope serves, compared; null where nothing differs. */
  readonly difference: Difference | null;
  readonly settings: readonly SettingEdit[];
  readonly sources: readonly SourceEdit[];
  readonly checks: readonly CheckEdit[];
  /** The mistakes that the change brings in: what it is about is not served afterwards. */
  readonly broken: readonly BrokenGuidance[];
}

/** Whether a change edits guidance at all. */
export function editsAnything({ files, settings, sources, checks }: GuidanceEdits): boolean {
  return files.length + settings.length + sources.length + checks.length > 0;
}

/** The edits as data for programs. */
export function editsData({ files, difference, settings, sources, checks, broken }: GuidanceEdits): object {
  return {
    files,
    ...(difference !== null && { diff: diffData(difference) }),
    ...(settings.length > 0 && { settings }),
    ...(sources.length > 0 && { sources }),
    ...(checks.length > 0 && { checks }),
    ...(broken.length > 0 && { broken }),
  };
}

/** The lines of a text that tell them, below their heading. */
export function editsLines({
  files,
  difference,
  settings,
  sources,
  checks,
}: GuidanceEdits): readonly string[] {
  const value = (one: unknown) => (one === null || one === undefined ? 'nothing' : JSON.stringify(one));
  const id = (one: string | null) => one?.slice(0, 12) ?? 'nothing';
  return [
    ...files.map((file) => `file ${file}`),
    ...settings.map(({ name, before, after }) => `setting ${name}: ${value(before)} -> ${value(after)}`),
    ...sources.map(({ source, before, after }) => `source ${source}: ${id(before)} -> ${id(after)}`),
    ...checks.map(({ file, rules }) => `${file}, which the checks of ${rules.join(', ')} run by`),
    ...(difference === null
      ? []
      : diffText(difference, { colour: false })
          .trimEnd()
          .split('\n')
          .filter((line) => line !== '')),
  ];
}

/** Mistakes that are told one by one in a text. */
const mostBroken = 20;

/** The lines of a text that tell what a change breaks, below their heading; none where it breaks nothing. */
export function brokenLines({ broken }: GuidanceEdits): readonly string[] {
  const more = broken.length - mostBroken;
  return [
    ...broken.slice(0, mostBroken).map((one) => `${brokenPlace(one)}: ${oneLine(one.message)}`),
    ...(more > 0 ? [`and ${more} more: --format json lists them`] : []),
  ];
}

/** `rules/shop/commandments.yml:3:7`, as far as it is known. */
function brokenPlace({ file, line, column }: BrokenGuidance): string {
  return oneLine([file, line, column].filter((part) => part !== undefined).join(':'));
}

/** The ids of rules whose checks a change takes away or writes anew. */
export function rulesWithOtherChecks({ difference }: GuidanceEdits): ReadonlySet<string> {
  const changes = difference?.changes ?? [];
  return new Set(
    changes.flatMap(({ element, field, op, id }) =>
      element === 'rule' && id !== null && (field === 'check' || (field === null && op === 'removed'))
        ? [id]
        : [],
    ),
  );
}
