import * as v from 'valibot';
import { isMap, isSeq, type Node } from 'yaml';
import { type Entry, entriesOf, warnUnknown } from '../../../content/entries.ts';
import type { YamlFile } from '../../../content/yaml-file.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import type { Check } from '../story.ts';
import { checkSchema } from '../tenka-schema.ts';

/** The checks of an acceptance criterion, `entry` its key `checks`; `what` names the criterion. */
export function readChecks(file: YamlFile, entry: Entry, what: string, problems: Problem[]): Check[] {
  const list = file.follow(entry.value);
  if (!isSeq(list)) {
    const hint = 'Write "- test: name of the test"';
    problems.push(
      file.problem(entry.value ?? entry.key, 'wrong-type', `\`checks\` of ${what} is not a list`, hint),
    );
    return [];
  }
  return list.items.flatMap((item, index) => {
    const name = `check ${index + 1} of ${what}`;
    return readCheck(file, (item as Node | null) ?? list, name, problems) ?? [];
  });
}

/** By hand where the schema is a union: its own issue would not say which of the two shapes was meant. */
function readCheck(file: YamlFile, item: Node, what: string, problems: Problem[]): Check | null {
  const refuse = (at: Node, reason: string, hint: string) => {
    problems.push(file.problem(at, 'invalid-check', `${what} ${reason}`, hint));
    return null;
  };
  const usual = 'Write "test: <name of the test>", or "manual: <what>" with "validated: true"';
  const map = file.follow(item);
  if (!isMap(map)) return refuse(item, 'is neither a test nor a manual check', usual);
  const entries = entriesOf(map);
  const find = (name: string) => entries.find((entry) => entry.name === name);
  const [test, manual, sign] = [find('test'), find('manual'), find('validated')];
  if (test !== undefined && manual !== undefined) {
    return refuse(manual.key, 'is a test and a manual check at once', 'Make two checks of it');
  }
  const kind = test ?? manual;
  if (kind === undefined) return refuse(item, 'is neither a test nor a manual check', usual);
  const text = file.toPlain(kind.value);
  if (typeof text !== 'string' || text.trim() === '') {
    const hint = `Write ${test === undefined ? 'what a person checks' : 'the name of the test'} as text, in quotes if need be`;
    return refuse(kind.value ?? kind.key, `has no text for \`${kind.name}\``, hint);
  }
  const result = v.safeParse(checkSchema, file.toPlain(map));
  if (!result.success) {
    return refuse(sign?.value ?? item, 'has a sign-off that is not true or false', 'Write "validated: true"');
  }
  if (test !== undefined) {
    warnUnknown(file, map, ['test'], `${what}, a test`, problems);
    return { kind: 'automated', text };
  }
  warnUnknown(file, map, ['manual', 'validated'], `${what}, a manual one`, problems);
  return { kind: 'manual', text, validated: 'validated' in result.output && result.output.validated };
}
