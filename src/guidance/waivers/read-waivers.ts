import * as v from 'valibot';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type AuthoredText, textAt } from '../../content/authored.ts';
import { entriesOf, warnUnknown } from '../../content/entries.ts';
import { addProblems, readWithin, type YamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { explainIssues } from '../read/explain-issue.ts';
import type { OwnWaiver } from './waiver.ts';
import { waiverSchema } from './waivers-schema.ts';

/** What a waivers.yml says; problems hold every mistake, with its place, and take away nothing but that waiver. */
export function readWaivers(
  file: YamlFile,
  scope: string,
): { readonly waivers: readonly OwnWaiver[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const waivers = readWithin(file, [], problems, () => readItems(file, scope, problems));
  return { waivers, problems };
}

function readItems(file: YamlFile, scope: string, problems: Problem[]): OwnWaiver[] {
  const root = file.follow(file.root);
  if (root === null || file.toPlain(root) === null) return [];
  const hint =
    'Start with "waivers:" and put the waivers below it, as a list: each starts like "- rule: cursor-paging"';
  if (!isMap(root)) {
    problems.push(file.problem(root, 'wrong-type', 'the file is not a mapping', hint));
    return [];
  }
  warnUnknown(file, root, ['waivers'], 'waivers.yml', problems);
  const entry = entriesOf(root).find(({ name }) => name === 'waivers');
  const list = file.follow(entry?.value);
  if (entry === undefined || list === null || file.toPlain(list) === null) return [];
  if (!isSeq(list)) {
    problems.push(file.problem(list, 'wrong-type', '`waivers` is not a list', hint));
    return [];
  }
  return list.items.flatMap((item, index) => {
    const at = (item as Node | null) ?? list;
    const map = file.follow(at);
    const what = `waiver ${index + 1}`;
    if (isMap(map)) warnUnknown(file, map, Object.keys(waiverSchema.entries), what, problems);
    const result = v.safeParse(waiverSchema, isMap(map) ? spelled(file, map) : file.toPlain(map));
    if (!result.success) {
      addProblems(problems, explainIssues(file, at, what, result.issues));
      return [];
    }
    const { rule, paths = [], reason, owner, until } = result.output;
    const place = `${file.path}:${file.place(at).line}`;
    return [{ rule, paths, until, reason, ...(owner !== undefined && { owner }), scope, at: place }];
  });
}

/** The plain data of a waiver; its id as it is spelled, since many look like numbers. */
function spelled(file: YamlFile, map: Parameters<typeof entriesOf>[0]): Record<string, unknown> {
  const entries = entriesOf(map).map(({ name, value }): [string, unknown] => {
    const target = file.follow(value);
    const isNumber = name === 'rule' && isScalar(target) && typeof target.value === 'number';
    return [name, isNumber ? (target.source ?? String(target.value)) : file.toPlain(value)];
  });
  return Object.fromEntries(entries);
}

/** A waiver as it is written, as far as it can be pointed into. */
export interface AuthoredWaiver {
  readonly rule: AuthoredText;
  readonly until: AuthoredText;
}

/** Every waiver of a file with its places; what is wrong in it is passed over. */
export function outlineWaivers(file: YamlFile): readonly AuthoredWaiver[] {
  const root = file.follow(file.root);
  const entry = isMap(root) ? entriesOf(root).find(({ name }) => name === 'waivers') : undefined;
  const list = file.follow(entry?.value);
  return (isSeq(list) ? list.items : []).flatMap((item) => {
    const map = file.follow(item);
    const rule = ruleOf(file, map);
    const until = textAt(file, map, 'until');
    return rule === null || until === null ? [] : [{ rule, until }];
  });
}

function ruleOf(file: YamlFile, map: Node | null): AuthoredText | null {
  const text = textAt(file, map, 'rule');
  if (text !== null || !isMap(map)) return text;
  const node = entriesOf(map).find(({ name }) => name === 'rule')?.value ?? null;
  const target = file.follow(node);
  if (node === null || !isScalar(target) || typeof target.value !== 'number') return null;
  return { text: target.source ?? String(target.value), file: file.path, scalar: file.scalar(node) };
}
