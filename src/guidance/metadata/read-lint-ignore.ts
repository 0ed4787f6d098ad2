import * as v from 'valibot';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { entriesOf, warnUnknown } from '../../content/entries.ts';
import { addProblems, type YamlFile } from '../../content/yaml-file.ts';
import type { IgnoredPair } from '../../model/guidance.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { explainIssues } from '../read/explain-issue.ts';
import { ignoredPairSchema } from './metadata-schema.ts';

/**
 * The pairs of rules that `lint_ignore` names. Its mistakes are warnings, and the pair is passed over: the scope is served
 * all the same, since only lint reads this.
 */
export function readLintIgnore(file: YamlFile, node: Node | null, problems: Problem[]): IgnoredPair[] {
  const list = file.follow(node);
  if (list === null || file.toPlain(list) === null) return [];
  if (!isSeq(list)) {
    const hint = 'Write its items as lines like "- rules: [0123456789, 9876543210]"';
    problems.push(
      file.problem(list, 'wrong-type', '`lint_ignore` of metadata is not a list', hint, 'warning'),
    );
    return [];
  }
  return list.items.flatMap((item, index) => {
    const what = `pair ${index + 1} of \`lint_ignore\``;
    const at = (item as Node | null) ?? list;
    const map = file.follow(at);
    if (isMap(map)) warnUnknown(file, map, Object.keys(ignoredPairSchema.entries), what, problems);
    const result = v.safeParse(ignoredPairSchema, isMap(map) ? spelled(file, map) : file.toPlain(map));
    if (result.success) {
      const [first = '', second = ''] = result.output.rules;
      const { code = null } = result.output;
      return [{ rules: [first, second] as const, code, at: file.range(at) }];
    }
    const found: Problem[] = [];
    addProblems(found, explainIssues(file, at, what, result.issues));
    addProblems(
      problems,
      found.map((problem): Problem => ({ ...problem, severity: 'warning' })),
    );
    return [];
  });
}

/** The plain data of an entry; its ids as they are spelled, since many look like numbers. */
function spelled(file: YamlFile, map: Parameters<typeof entriesOf>[0]): Record<string, unknown> {
  const entries = entriesOf(map).map(({ name, value }): [string, unknown] => {
    const list = file.follow(value);
    if (name !== 'rules' || !isSeq(list)) return [name, file.toPlain(value)];
    return [name, list.items.map((item) => spelling(file, item as Node | null))];
  });
  return Object.fromEntries(entries);
}

function spelling(file: YamlFile, item: Node | null): unknown {
  const target = file.follow(item);
  const isNumber = isScalar(target) && typeof target.value === 'number';
  return isNumber ? (target.source ?? String(target.value)) : file.toPlain(item);
}
