import type { AuthoredText } from '../../content/authored.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { cutText } from '../../model/text/cut-text.ts';
import { toPlainLine } from '../../model/text/plain-line.ts';
import type { ConflictMemory } from '../conflicts/conflict-memory.ts';
import type { PlacedRule } from '../conflicts/entry.ts';
import { type Conflict, type ConflictFinder, createConflictFinder } from '../conflicts/find-conflicts.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Report, Spot } from '../report.ts';
import type { Lineages } from './check-lineage.ts';

/** Of a rule's text in a message. */
const shownLength = 80;
const words = { commandments: 'MUST', suggestions: 'SHOULD' } as const;

/** What looks for rules that repeat or contradict each other, over the scopes of a rules folder. */
export function conflictFinder(
  scopes: ReadonlyMap<string, LintScope>,
  lineages: Lineages,
  memory?: ConflictMemory,
): ConflictFinder {
  const families = [...lineages].flatMap(([name, lineage]) => {
    const metadata = scopes.get(name)?.layer.metadata;
    if (metadata === undefined) return [];
    return [[name, { lineage, parents: metadata.parents, ignored: metadata.lintIgnore ?? [] }] as const];
  });
  return createConflictFinder(
    [...scopes.values()].map(({ layer }) => layer),
    new Map(families),
    memory,
  );
}

/**
 * Reports what was found, at the later rule of each pair, and what `lint_ignore` names in vain. `isCut` says that not every pair
 * was.
 */
export function reportConflicts(
  finder: ConflictFinder,
  scopes: ReadonlyMap<string, LintScope>,
  hasMasters: boolean,
  report: Report,
): { readonly isCut: boolean } {
  const { scopes: found, isCut } = finder.finish();
  for (const { scope, told, more } of found) {
    for (const conflict of told) reportConflict(conflict, scopes, report);
    const last = told.at(-1);
    if (last === undefined || (more === 0 && !isCut)) continue;
    const count = more === 0 ? 'there may be more' : `there are ${isCut ? 'at least ' : ''}${more} more`;
    const message = `${count} pairs of rules in scope "${scope}" that repeat or contradict each other`;
    const hint = 'Those that are most alike are reported: settle these, and run lint again';
    report.add(last.code, placeOf(last.rules[1], scopes), message, hint);
  }
  for (const { scope, pair } of finder.ignored.unused()) {
    const { at, rules } = pair;
    const message = `lint has nothing to say of the rules ${rules.join(' and ')} in a scope that has both`;
    const severity = hasMasters ? ({ severity: 'info' } as const) : {};
    const place = { file: `${scope}/metadata.yml`, ...at };
    report.add(
      'unused-ignore',
      place,
      message,
      'Remove the entry, or correct its ids and its code',
      severity,
    );
  }
  return { isCut: isCut || found.some(({ more }) => more > 0) };
}

function reportConflict(
  { code, reason, scope, rules, ids }: Conflict,
  scopes: ReadonlyMap<string, LintScope>,
  report: Report,
): void {
  const [first, second] = rules;
  const { file, line, column = 1 } = first.rule.origin;
  const where = scope === second.rule.origin.scope ? '' : ` (both are in scope "${scope}")`;
  const text = shown(first.rule.text);
  const message = `${relations[reason]} the ${words[first.kind]} at ${file}:${line}:${column}, "${text}"${where}`;
  const settle = code === 'contradicting-rules' ? 'Decide for one of them' : 'Keep one of them';
  const entry = `- rules: [${ids.join(', ')}]`;
  const hint = `${settle}, or if both are meant, write "${entry}" below \`lint_ignore\` in ${scope}/metadata.yml`;
  report.add(code, placeOf(second, scopes), message, hint, {
    related: [{ file, line, column, message: `${words[first.kind]}: ${text}` }],
  });
}

const relations: Readonly<Record<Conflict['reason'], string>> = {
  strength: 'the rule is here with another strength than',
  polarity: 'the rule says the opposite of',
  number: 'the rule gives another number than',
  'same words': 'the rule has the same words as',
  'similar words': 'the rule says nearly the same as',
};

function shown(text: string): string {
  const line = toPlainLine(text);
  return line.length > shownLength ? `${cutText(line, shownLength)}…` : line;
}

/** The rule as its author wrote it, or at least where it starts. */
function placeOf({ rule }: PlacedRule, scopes: ReadonlyMap<string, LintScope>): AuthoredText | Spot {
  const { scope, file, line, column = 1 } = rule.origin;
  const guidance = scopes.get(scope)?.outline.guidance;
  for (const kind of ruleKinds) {
    for (const { at } of guidance?.[kind].flatMap(({ pieces }) => pieces) ?? []) {
      if (at.file === file && at.scalar.line === line && at.scalar.column === column) return at;
    }
  }
  return { file, line, column };
}
