import { maxFileBytes } from '../../content/yaml-file.ts';
import { contentFile, contentKinds, schemaLine } from '../../guidance/content-files.ts';
import { yamlText } from '../../render/yaml-text.ts';
import { escapeTemplate } from '../escape-template.ts';
import { ImportError } from '../import-error.ts';
import type { Plan, PlannedCategory, PlannedKata, PlannedRule } from '../plan.ts';
import type { FoundDetails } from '../report.ts';

/** A text, or the bytes of a file that a kata needs. */
export type FileContent = string | Buffer;

/** A category as a file of rules has it. */
export interface WrittenCategory {
  readonly when?: string;
  readonly paths?: readonly string[];
  readonly ruleset: readonly WrittenRule[];
}

/** A rule as a file has it: its text, or a mapping where it says more. */
export type WrittenRule = string | ({ readonly rule: string } & FoundDetails);

export function textOfRule(rule: WrittenRule): string {
  return typeof rule === 'string' ? rule : rule.rule;
}

export interface WrittenKata {
  readonly when?: string;
  readonly paths?: readonly string[];
  readonly procedure: string;
  readonly files?: Readonly<Record<string, string>>;
}

export interface WrittenKatas {
  readonly when?: string;
  readonly katas: Readonly<Record<string, WrittenKata>>;
}

/** The content files of a scope as plain data; empty where there is nothing to write. */
export interface Written {
  readonly metadata: Readonly<Record<string, string>>;
  readonly commandments: Readonly<Record<string, WrittenCategory>>;
  readonly suggestions: Readonly<Record<string, WrittenCategory>>;
  readonly katas: Readonly<Record<string, WrittenKatas>>;
}

/** A plan as what the files of a scope hold, its templates escaped. */
export function toWritten({ description, categories }: Plan): Written {
  const commandments: Record<string, WrittenCategory> = {};
  const suggestions: Record<string, WrittenCategory> = {};
  const katas: Record<string, WrittenKatas> = {};
  for (const [name, category] of categories) {
    const must = category.rules.filter((rule) => rule.must).map(writtenRule);
    const should = category.rules.filter((rule) => !rule.must).map(writtenRule);
    const hasKatas = category.katas.size > 0;
    const when = category.when === null ? {} : { when: escapeTemplate(category.when) };
    const paths = category.paths.size === 0 ? {} : { paths: [...category.paths] };
    // A category that says nothing but when holds those below it.
    const isFrame = must.length + should.length === 0 && !hasKatas && category.when !== null;
    if (must.length > 0 || isFrame) commandments[name] = { ...when, ...paths, ruleset: must };
    const rest = must.length > 0 ? {} : when;
    if (should.length > 0) suggestions[name] = { ...rest, ...paths, ruleset: should };
    if (hasKatas) katas[name] = { ...(should.length > 0 ? {} : rest), katas: writtenKatas(category) };
  }
  return { metadata: description === null ? {} : { description }, commandments, suggestions, katas };
}

/** Examples are literal, so that only the rest is escaped. */
function writtenRule({ text, details }: PlannedRule): WrittenRule {
  const rule = escapeTemplate(text);
  if (details === undefined) return rule;
  const { why, ...examples } = details;
  return { rule, ...(why !== undefined && { why: escapeTemplate(why) }), ...examples };
}

function writtenKatas({ katas }: PlannedCategory): Record<string, WrittenKata> {
  return Object.fromEntries([...katas].map(([name, kata]) => [name, writtenKata(kata)]));
}

function writtenKata({ name, when, paths, procedure, files }: PlannedKata): WrittenKata {
  const text = escapeTemplate(procedure);
  return {
    ...(when !== null && { when: escapeTemplate(when) }),
    ...(paths.length > 0 && { paths }),
    // A first line that would make a flowchart of it is text here, which Markdown shows without the backslash.
    procedure: text.replace(/^(?=#!fcyaml)/, '\\'),
    ...(files.length > 0 && {
      files: Object.fromEntries(files.map(({ path }) => [path, fileOf(name, path)])),
    }),
  };
}

/** Where a file of a kata lies, below the folder of its scope. */
function fileOf(kata: string, path: string): string {
  return `files/${kata}/${path}`;
}

/** The files of a new scope by their paths below the rules folder. Faults: ImportError for one that is too large to be read. */
export function toFiles(scope: string, plan: Plan): Map<string, FileContent> {
  const files = new Map<string, FileContent>();
  for (const [kind, data] of Object.entries(toWritten(plan))) {
    if (Object.keys(data).length > 0)
      files.set(`${scope}/${contentFile(kind)}`, checkedSize(kind, yamlText(data)));
  }
  for (const [path, bytes] of kataFiles(scope, plan)) files.set(path, bytes);
  return files;
}

/** The files with the line by which editors find the schemas of `precept init`, where a scope has no such file yet. */
export function withSchemaLines(
  scope: string,
  files: ReadonlyMap<string, FileContent>,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, FileContent> {
  const kindOf = (path: string) => contentKinds.find((kind) => path === `${scope}/${contentFile(kind)}`);
  return new Map(
    [...files].map(([path, content]) => {
      const kind = kindOf(path);
      if (kind === undefined || known.has(kind)) return [path, content];
      return [path, `${schemaLine(`../../schemas/${kind}.schema.json`)}${content}`];
    }),
  );
}

export function kataFiles(scope: string, { categories }: Plan): [string, Buffer][] {
  const katas = [...categories.values()].flatMap(({ katas: all }) => [...all.values()]);
  return katas.flatMap(({ name, files }) =>
    files.map(({ path, bytes }): [string, Buffer] => [`${scope}/${fileOf(name, path)}`, bytes]),
  );
}

export function checkedSize(kind: string, text: string): string {
  if (Buffer.byteLength(text) <= maxFileBytes) return text;
  throw new ImportError(
    `${contentFile(kind)} would have more than ${maxFileBytes / 1024 / 1024} MiB, which is not read; import fewer files at once, into several scopes`,
  );
}
