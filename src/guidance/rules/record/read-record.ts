import * as v from 'valibot';
import { isMap, isSeq, type Node, type YAMLMap } from 'yaml';
import { entriesOf, warnUnknown } from '../../../content/entries.ts';
import { addProblems, type YamlFile } from '../../../content/yaml-file.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { explainIssues } from '../../read/explain-issue.ts';
import { hintForKey, meantByWord } from '../../read/meant-key.ts';
import { checkKinds } from './check.ts';
import { checkKeys } from './check-schema.ts';
import { detailKeys, type RuleDetails } from './details.ts';
import { type RuleState, recordKeys, ruleRecordSchema } from './record-schema.ts';

/** A record as its author wrote it. */
export interface RuleRecord {
  readonly text: string;
  /** Where the text is written. */
  readonly at: Node;
  /** Null where its text gives it one. */
  readonly id: { readonly name: string; readonly at: Node } | null;
  /** Null where there are none. */
  readonly details: RuleDetails | null;
  readonly status: RuleState;
}

/** Whether an item of a ruleset is a record: a mapping with one of its keys. Any other is a text that lacks its quotes. */
export function isRecord(node: Node | null): node is YAMLMap {
  return isMap(node) && entriesOf(node).some(({ name }) => recordKeys.includes(name));
}

/** Reads a record; null after telling of its mistakes. `what` names it in messages. */
export function readRecord(
  file: YamlFile,
  map: YAMLMap,
  what: string,
  problems: Problem[],
): RuleRecord | null {
  const text = textWithKeys(file, map, what);
  if (text !== null) {
    addProblems(problems, [text]);
    return null;
  }
  warnUnknown(file, map, recordKeys, what, problems, (name) => hintForKey(name, recordKeys));
  for (const check of checkNodes(file, map)) {
    if (isMap(check)) warnUnknown(file, check, checkKeys, `\`check\` of ${what}`, problems, hintForTool);
  }
  const plain = file.toPlain(map) as Record<string, unknown>;
  const known = { ...plain, ...('check' in plain && { check: standIns(plain.check) }) };
  const result = v.safeParse(ruleRecordSchema, known);
  if (!result.success) {
    addProblems(problems, explainIssues(file, map, what, result.issues));
    return null;
  }
  const { rule, id, status = 'active', ...given } = result.output;
  const details = detailsOf({ ...given, check: withoutStandIns(given.check) });
  const valueAt = (name: string) => entriesOf(map).find((entry) => entry.name === name)?.value ?? map;
  return {
    text: rule,
    at: valueAt('rule'),
    id: id === undefined ? null : { name: id, at: valueAt('id') },
    details,
    status,
  };
}

/** A text with a colon and keys in its column, all of which YAML takes for one mapping; null for any other. */
function textWithKeys(file: YamlFile, map: YAMLMap, what: string): Problem | null {
  const [first, second] = entriesOf(map);
  const isText = first !== undefined && /\s/.test(first.name) && !recordKeys.includes(first.name);
  if (!isText || second === undefined || entriesOf(map).some(({ name }) => name === 'rule')) return null;
  const message = `${what} is a text with a colon and has the key \`${second.name}\` below it`;
  const hint = `Write \`rule:\` before the text, and the text in quotes; \`${second.name}\` stays in the column of \`rule\``;
  return file.problem(first.key, 'wrong-type', message, hint);
}

function hintForTool(key: string): string {
  const meant = meantByWord(key, checkKeys);
  return meant === null ? `What can enforce a rule: ${checkKinds.join(', ')}` : `Did you mean \`${meant}\`?`;
}

/** The keys of details that have a value, in their order; null where none has. */
export function detailsOf(values: Readonly<Record<string, unknown>>): RuleDetails | null {
  const entries = detailKeys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]]));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function checkNodes(file: YamlFile, map: YAMLMap): (Node | null)[] {
  const check = file.follow(entriesOf(map).find(({ name }) => name === 'check')?.value);
  return isSeq(check) ? check.items.map((item) => file.follow(item)) : [check];
}

/** Takes the place of a check that this version does not know, so that the places of the others stay. */
const standIn = { review: 'precept: not a check that is known' };

/** A tool that is unknown here may be one of a later version: lint warns of it, and the rule is served. */
function standIns(check: unknown): unknown {
  const isUnknown = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    !checkKinds.some((kind) => kind in one) &&
    Object.keys(one).some((key) => !checkKeys.includes(key));
  if (Array.isArray(check)) return check.map((one) => (isUnknown(one) ? standIn : one));
  return isUnknown(check) ? standIn : check;
}

function withoutStandIns(check: unknown): unknown {
  const isStandIn = (one: unknown) => (one as { review?: unknown } | undefined)?.review === standIn.review;
  if (!Array.isArray(check)) return isStandIn(check) ? undefined : check;
  const known = check.filter((one) => !isStandIn(one));
  return known.length === 0 && check.length > 0 ? undefined : known;
}
