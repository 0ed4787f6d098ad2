import type { BaseIssue } from 'valibot';
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { booleanValue, listValue, quoteValue } from '../../content/text/fixes.ts';
import { keyText, type YamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { isStrengthWord, meantByWord, whereStrengthIs } from './meant-key.ts';

/** How to fix what an issue is about, for those that `mistake` has worded. */
const cures = new WeakMap<object, string>();

/** The message of a schema's check, for an author: what is wrong, and how to fix it. */
export function mistake(message: string, cure: string): (issue: BaseIssue<unknown>) => string {
  return (issue) => {
    cures.set(issue, cure);
    return message;
  };
}

/**
 * A validation issue of the plain data of `node` as a problem at the place of the wrong part.
 * `what` names the part that was checked, for instance "category `backend.api`", and `itemNames` what the items of a list are, by
 * its key.
 */
export function explainIssue(
  file: YamlFile,
  node: Node,
  what: string,
  issue: BaseIssue<unknown>,
  itemNames: Readonly<Record<string, string>> = {},
): Problem {
  const path = (issue.path ?? []).map((item) => item.key as string | number);
  const { found, parent } = descend(file, node, path);
  const part = path.length === 0 ? what : `${partName(path, itemNames)} of ${what}`;
  if (issue.kind === 'validation') {
    const hint = cures.get(issue) ?? 'Write another value';
    return file.problem(found ?? parent, 'invalid-value', `${part}: ${issue.message}`, hint);
  }
  if (found === null) {
    return file.problem(parent, 'missing-value', `${part} is missing`, `Add it: ${issue.expected}`);
  }
  const goal = wanted(issue);
  const message = `${part} is ${kindOf(file, found)}, not ${goal}`;
  const hint = cure(file, issue, found, itemNames[path[0] ?? ''] ?? 'text');
  const problem = file.problem(found, 'wrong-type', message, hint);
  if (goal === 'text')
    return isStrength(file, found) || meantKey(file, found, itemNames[path[0] ?? '']) !== null
      ? problem
      : { ...problem, ...quoteValue(file, found) };
  if (goal === 'a list') return { ...problem, ...listValue(file, found) };
  return goal === yesOrNo ? { ...problem, ...booleanValue(file, found) } : problem;
}

/** The issues of one check, each as `explainIssue` has it when it is asked for: a file may hold a hundred thousand. */
export function* explainIssues(
  file: YamlFile,
  node: Node,
  what: string,
  issues: Iterable<BaseIssue<unknown>>,
  itemNames: Readonly<Record<string, string>> = {},
): Generator<Problem> {
  for (const issue of issues) yield explainIssue(file, node, what, issue, itemNames);
}

function descend(
  file: YamlFile,
  node: Node,
  path: readonly (string | number)[],
): { found: Node | null; parent: Node } {
  let parent = node;
  let found: Node | null = node;
  for (const step of path) {
    const target: Node | null = file.follow(found);
    if (target !== null) parent = target;
    if (isMap(target))
      found = (target.items.find((pair) => keyText(pair.key) === step)?.value as Node | null) ?? null;
    else if (isSeq(target)) found = (target.items[Number(step)] as Node | undefined) ?? null;
    else found = null;
  }
  return { found, parent };
}

function partName(path: readonly (string | number)[], itemNames: Readonly<Record<string, string>>): string {
  const [first = '', second] = path;
  const item = itemNames[first];
  if (item !== undefined && typeof second === 'number') return `${item} ${second + 1}`;
  return path.map((step) => (typeof step === 'number' ? `item ${step + 1}` : `\`${step}\``)).join(' ');
}

function kindOf(file: YamlFile, node: Node): string {
  const target = file.follow(node);
  if (isMap(target)) return 'a mapping';
  if (isSeq(target)) return 'a list';
  if (!isScalar(target) || target.value === null) return 'empty (null)';
  return `a ${typeof target.value}`;
}

/** What should stand there, in an author's words; of several types the first of these. */
function wanted(issue: BaseIssue<unknown>): string {
  const types = issue.type === 'union' ? (issue.issues ?? []).map(({ type }) => type) : [issue.type];
  if (types.includes('array')) return 'a list';
  if (types.some((type) => type === 'object' || type === 'record')) return 'a mapping';
  if (types.includes('string')) return 'text';
  if (types.includes('boolean')) return yesOrNo;
  if (issue.type === 'picklist') return listed(choicesOf(issue));
  return issue.expected ?? 'something else';
}

const yesOrNo = 'true or false';

function choicesOf(issue: BaseIssue<unknown>): string[] {
  return [...(issue.expected ?? '').matchAll(/"([^"]*)"/g)].map(([, choice = '']) => choice);
}

function listed(choices: readonly string[]): string {
  return [choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter((part) => part !== '').join(' or ');
}

/** A rule with its strength in front, as a plan of an import has it. */
function isStrength(file: YamlFile, node: Node): boolean {
  const target = file.peek(node);
  return isMap(target) && target.items.length === 1 && isStrengthWord(keyText(target.items[0]?.key));
}

/** The key of a rule that the only key of a mapping stands for, as in `text: Use pages`; null where it may begin a sentence. */
function meantKey(file: YamlFile, node: Node, name: string | undefined): string | null {
  const target = file.peek(node);
  if (name !== 'rule' || !isMap(target) || target.items.length !== 1) return null;
  const key = keyText(target.items[0]?.key);
  return key === key.toLowerCase() ? meantByWord(key, ['rule']) : null;
}

/** Whether a mapping is written in lines of its own. */
function isSpread(file: YamlFile, map: YAMLMap): boolean {
  return map.flow !== true && /[\r\n]/.test(file.scalar(map).source.trim());
}

function hasKey(map: YAMLMap, key: string): boolean {
  return map.items.some((pair) => keyText(pair.key) === key);
}

/** A text with a colon at its end, and a list below it. */
function isTextWithList(file: YamlFile, node: Node | null): boolean {
  return isMap(node) && node.items.length === 1 && isSeq(file.follow(node.items[0]?.value as Node | null));
}

/** `name` is what an author calls such a value. */
function cure(file: YamlFile, issue: BaseIssue<unknown>, node: Node, name: string): string {
  const target = file.follow(node);
  const goal = wanted(issue);
  if (goal === 'text') {
    if (issue.path?.at(-1)?.key === 'procedure' && isMap(target) && isSpread(file, target))
      return `Write "procedure: |" above its lines${hasKey(target, 'flowchart') ? ', and "#!fcyaml" as the first of them' : ': without the "|", YAML reads a mapping'}`;
    if (isStrength(file, node)) return `Write the text alone: ${whereStrengthIs}`;
    const key = meantKey(file, node, name);
    if (key !== null) return `Did you mean \`${key}\`?`;
    if (isTextWithList(file, target))
      return `Write one text: each item of the list as a ${name} of its own, or all of it in a block that starts with "|"`;
    if (isMap(target)) {
      return file.scalar(target).source.startsWith('{')
        ? 'Put it in quotes: an unquoted { makes YAML read a mapping'
        : 'Put it in quotes: an unquoted colon makes YAML read a mapping';
    }
    if (isSeq(target)) return cures.get(issue) ?? 'Write one text, not a list';
    return isScalar(target) && target.value !== null
      ? 'Put it in quotes'
      : isCommented(file, node)
        ? 'Put the text in quotes: YAML reads what begins with # as a comment'
        : 'Write the text, or remove the line';
  }
  if (goal === 'a list') return 'Write its items as lines that start with "- "';
  const meant = isScalar(target) ? didYouMean(String(target.value), choicesOf(issue)) : null;
  return meant === null ? `Write ${goal}` : `Did you mean \`${meant}\`?`;
}

/** Whether what stands in place of a value is a comment. */
function isCommented({ source, span }: YamlFile, node: Node): boolean {
  return /^-?[ \t]*#\S/.test(source.text.slice(span(node)[0], span(node)[0] + 100));
}
