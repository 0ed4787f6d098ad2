import type { BaseIssue } from 'valibot';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Problem } from '../model/problem.ts';
import { keyText, type YamlFile } from './yaml-file.ts';

/**
 * A validation issue of the plain data of `node` as a problem at the place of the wrong part.
 * `what` names the part that was checked, for instance "category `backend.api`".
 */
export function explainIssue(file: YamlFile, node: Node, what: string, issue: BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((item) => item.key as string | number);
  const { found, parent } = descend(file, node, path);
  const part = path.length === 0 ? what : `${partName(path)} of ${what}`;
  if (issue.kind === 'validation') {
    // The schemas write what is wrong and the cure into one message.
    const [message = '', hint = 'Write another value'] = issue.message.split('; ', 2);
    return file.problem(found ?? parent, 'invalid-value', `${part}: ${message}`, hint);
  }
  if (found === null) {
    return file.problem(parent, 'missing-value', `${part} is missing`, `Add it: ${wanted(issue.expected)}`);
  }
  const message = `${part} is ${kindOf(file, found)}, not ${wanted(issue.expected)}`;
  return file.problem(found, 'wrong-type', message, cure(file, issue.expected, found));
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

function partName(path: readonly (string | number)[]): string {
  const [first, second] = path;
  if (first === 'ruleset' && typeof second === 'number') return `rule ${second + 1}`;
  return path.map((step) => (typeof step === 'number' ? `item ${step + 1}` : `\`${step}\``)).join(' ');
}

function kindOf(file: YamlFile, node: Node): string {
  const target = file.follow(node);
  if (isMap(target)) return 'a mapping';
  if (isSeq(target)) return 'a list';
  if (!isScalar(target) || target.value === null) return 'empty (null)';
  return `a ${typeof target.value}`;
}

function wanted(expected: string | null): string {
  if (expected === null) return 'something else';
  if (expected.includes('Array')) return 'a list';
  if (expected.includes('Object')) return 'a mapping';
  if (expected.includes('string')) return 'text';
  return expected;
}

function cure(file: YamlFile, expected: string | null, node: Node): string {
  const target = file.follow(node);
  const goal = wanted(expected);
  if (goal === 'text') {
    if (isMap(target)) {
      return file.scalar(target).source.startsWith('{')
        ? 'Put it in quotes: an unquoted { makes YAML read a mapping'
        : 'Put it in quotes: an unquoted colon makes YAML read a mapping';
    }
    if (isSeq(target)) return 'Write one text, not a list';
    return isScalar(target) && target.value !== null
      ? 'Put it in quotes'
      : 'Write the text, or remove the line';
  }
  if (goal === 'a list') return 'Write its items as lines that start with "- "';
  return `Write ${goal}`;
}
