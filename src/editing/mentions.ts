import { type AuthoredText, textsAt } from '../content/authored.ts';
import { rangeInScalar } from '../content/text/place-in-scalar.ts';
import { parseYamlFile, readWithin, type YamlFile } from '../content/yaml-file.ts';
import { fileKeys } from '../guidance/file-keys.ts';
import { type KindName, kindNames } from '../guidance/kinds.ts';
import { isRuleKind } from '../guidance/rules/rule.ts';
import { testsFile } from '../guidance/tests/read-tests.ts';
import { testMentions } from '../guidance/tests/test-mentions.ts';
import type { LintScope } from '../lint/lint-scope.ts';
import type { TextRange } from '../model/problems/problem.ts';
import { type CategoryKey, categoryKeys } from './category-keys.ts';
import { nodeMentions } from './node-mentions.ts';
import type { Snapshot } from './snapshot.ts';

/** A place in a file where something is named that other places can name too. */
export interface Mention {
  readonly what: 'category' | 'kata' | 'scope' | 'node';
  /** A category's path, a kata as `category/kata`, a scope's name, a node as `category/kata#id`. */
  readonly name: string;
  /** Whether it is here that it is defined. */
  readonly isDefinition: boolean;
  readonly scope: string;
  /** `scope/file.yml`. */
  readonly file: string;
  /** The name itself, without quotes and `+`. */
  readonly range: TextRange;
  /** As it is written, quotes included. */
  readonly source: string;
  /** Of the key of a category: the path of the keys around it. */
  readonly above: string | null;
}

const kept = new WeakMap<LintScope, readonly Mention[]>();

/** Everything that the files of a scope name, but for its tests. */
export function mentionsOf(scope: LintScope): readonly Mention[] {
  const known = kept.get(scope);
  if (known !== undefined) return known;
  const found = [...scopeMentions(scope), ...kindNames.flatMap((kind) => kindMentions(scope, kind))];
  kept.set(scope, found);
  return found;
}

/** What the tests of a scope name. */
export async function mentionsInTests(snapshot: Snapshot, scope: string): Promise<readonly Mention[]> {
  const name = `${scope}/${testsFile}`;
  const text = await snapshot.textOf(name);
  const file = text === null ? null : parseYamlFile(name, Buffer.from(text)).file;
  if (file === null) return [];
  const { categories, katas } = testMentions(file);
  return [
    ...categories.map((one) => mention(scope, 'category', one)),
    ...katas.flatMap((one) => {
      const slash = one.text.indexOf('/');
      if (slash < 1) return [];
      const kata = mention(scope, 'kata', one, { offset: slash + 1 });
      return [mention(scope, 'category', one, { length: slash }), { ...kata, name: one.text }];
    }),
  ];
}

/** The scopes that the settings name. */
export async function mentionsInSettings(snapshot: Snapshot): Promise<readonly Mention[]> {
  const { file: path } = snapshot.project.config;
  const name = path === null ? null : snapshot.project.nameOf(path);
  const text = name === null ? null : await snapshot.textOf(name);
  const file = name === null || text === null ? null : parseYamlFile(name, Buffer.from(text)).file;
  if (file === null) return [];
  const places = [['default_scope'], ['exports', '-', 'scope']];
  const found = () => places.flatMap((path) => textsAt(file, file.root, path));
  return readWithin(file, [], [], found).map((one) => mention('', 'scope', one));
}

/** What is named at a place; the narrowest where several are. Lines and columns from 1. */
export function mentionAt(
  mentions: readonly Mention[],
  file: string,
  { line, column }: { readonly line: number; readonly column: number },
): Mention | null {
  const here = mentions.filter(
    (one) =>
      one.file === file &&
      one.range.line === line &&
      one.range.end_line === line &&
      one.range.column <= column &&
      column <= one.range.end_column,
  );
  const width = ({ range }: Mention) => range.end_column - range.column;
  return here.sort((a, b) => width(a) - width(b))[0] ?? null;
}

function scopeMentions({ name, outline }: LintScope): Mention[] {
  const own = outline.name === null ? [] : [mention(name, 'scope', outline.name, { isDefinition: true })];
  return [...own, ...outline.parents.map((parent) => mention(name, 'scope', parent))];
}

function kindMentions({ name, outline }: LintScope, kind: KindName): Mention[] {
  const groups = outline.guidance[kind];
  const [first] = groups;
  if (first?.category == null) return [];
  const path = first.category.key.file;
  const source = outline.sources.get(path);
  const file = source === undefined ? null : parseYamlFile(path, Buffer.from(source.text)).file;
  const keys = file === null ? [] : keysOf(file, kind);
  const see = groups.flatMap((group) => group.see).map((one) => mention(name, 'category', one));
  const katas = kind !== 'katas' ? [] : groups.flatMap((group) => kataMentions(name, group));
  return [...keys.map((key) => keyMention(name, key)), ...see, ...katas];
}

function keysOf(file: YamlFile, kind: KindName): CategoryKey[] {
  if (kind === 'katas') return categoryKeys(file, Object.keys(fileKeys.kataCategory), 'katas');
  return isRuleKind(kind) ? categoryKeys(file, Object.keys(fileKeys.ruleCategory), 'ruleset') : [];
}

function keyMention(scope: string, { key, path, above, isCategory }: CategoryKey): Mention {
  const offset = above === '' && key.text.startsWith('+') ? 1 : 0;
  return { ...mention(scope, 'category', key, { isDefinition: isCategory, offset }), name: path, above };
}

function kataMentions(
  scope: string,
  { category, pieces }: LintScope['outline']['guidance'][KindName][number],
): Mention[] {
  return pieces.flatMap(({ at, procedure }) => {
    const name = `${category?.name ?? ''}/${at.text}`;
    const kata = { ...mention(scope, 'kata', at, { isDefinition: true }), name };
    if (procedure === null) return [kata];
    const nodes = nodeMentions(procedure.text).map(({ id, isDefinition, offset, length }) => ({
      ...mention(scope, 'node', procedure, { isDefinition, offset, length }),
      name: `${scope}:${name}#${id}`,
      source: procedure.text.slice(offset, offset + length),
    }));
    return [kata, ...nodes];
  });
}

/** The mention of a text, or of a part of it. */
function mention(
  scope: string,
  what: Mention['what'],
  { text, file, scalar }: AuthoredText,
  part: { readonly isDefinition?: boolean; readonly offset?: number; readonly length?: number } = {},
): Mention {
  const { isDefinition = false, offset = 0, length = text.length - offset } = part;
  const range = rangeInScalar(scalar, text, offset, length);
  const name = text.slice(offset, offset + length);
  return { what, name, isDefinition, scope, file, range, source: scalar.source.trimEnd(), above: null };
}
