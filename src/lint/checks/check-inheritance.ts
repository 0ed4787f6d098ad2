import type { AuthoredText } from '../../content/authored.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { AuthoredGroup } from '../../guidance/kind.ts';
import { kinds } from '../../guidance/kinds.ts';
import { type RuleCategory, type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { ancestorsOf } from '../../resolve/category-order.ts';
import type { IgnoredPairs } from '../conflicts/ignored-pairs.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Merged } from '../read/merge-scope.ts';
import { createReport, type Report } from '../report.ts';
import { checkEvals } from './check-evals.ts';
import { checkSeeTargets } from './check-links.ts';
import { checkNearIds, checkTakenIds, idOfPiece, isServed } from './check-records.ts';
import { textsOf } from './check-scope.ts';
import { checkWaivers } from './check-waivers.ts';

/** A rule that a scope has twice: a pair that `lint_ignore` can silence. */
interface Repeat {
  readonly rule: AuthoredText;
  readonly id: string;
  readonly message: string;
  readonly hint: string;
}

/** What shows only beside what a scope inherits. */
export interface Inheritance {
  readonly repeats: readonly Repeat[];
  readonly problems: readonly Problem[];
}

/** Finds repeated rules, `+` on nothing, missing `when`s and dangling references. */
export function judgeInheritance(merged: Merged, hasMasters: boolean): Inheritance {
  const { scope, resolved, isWhole, knows } = merged;
  const report = createReport(() => undefined);
  const repeats: Repeat[] = [];
  const isFrame = framesOf(scope);
  for (const kind of ruleKinds) {
    for (const group of scope.outline.guidance[kind]) {
      repeats.push(...findRepeats(kind, group, merged));
      if (kind === 'suggestions') checkReplaced(group, merged, report);
      if (!knows('suggestions')) continue;
      // Of commandments the `+` itself is the mistake.
      if (kind === 'suggestions') checkAppend(group, merged, hasMasters, report);
      if (!isFrame(group.category?.name ?? '')) checkEmpty(kind, group, merged, hasMasters, report);
    }
  }
  checkTakenIds(merged, report);
  checkNearIds(merged, report);
  checkWaivers(merged, hasMasters, report);
  if (isWhole(...ruleKinds)) checkEvals(merged, hasMasters, report);
  if (!hasMasters) checkWhens(merged, report);
  checkReplacedStories(merged, report);
  if (knows(kinds.stories.file)) checkReferences(scope, resolved, hasMasters, report);
  if (knows(...ruleKinds, 'katas')) checkSeeTargets(merged, hasMasters, report);
  return { repeats, problems: report.finish({}) };
}

/** Reports what was found in a scope, but for the rules that are repeated on purpose. */
export function reportInheritance(
  { repeats, problems }: Inheritance,
  scope: string,
  ignored: IgnoredPairs,
  report: Report,
): void {
  for (const { rule, id, message, hint } of repeats) {
    if (ignored.silences(scope, 'redundant-rule', [id, id], () => true)) continue;
    report.add('redundant-rule', rule, message, hint);
  }
  report.take(problems);
}

function findRepeats(
  kind: RuleKind,
  { category, append, pieces }: AuthoredGroup,
  { inherited }: Merged,
): Repeat[] {
  const name = category?.name ?? '';
  const addsUp = kind === 'commandments' || append;
  const above = addsUp ? (inherited[kind].get(name)?.rules ?? []) : [];
  const origins = new Map(above.map(({ text, origin }) => [text, origin]));
  const own = new Map<string, number>();
  return pieces.filter(isServed).flatMap((piece): Repeat[] => {
    const { at: rule } = piece;
    const origin = origins.get(rule.text);
    const earlier = own.get(rule.text);
    // What it says beside an inherited text holds here in place of what was said above.
    const saysMore = earlier === undefined && piece.record?.isBare === false;
    if (saysMore || (origin === undefined && earlier === undefined)) {
      own.set(rule.text, rule.scalar.line);
      return [];
    }
    const id = idOfPiece(kind, piece);
    if (origin === undefined) {
      const message = `the category \`${name}\` has this rule already, on line ${earlier}`;
      return [{ rule, id, message, hint: 'Keep one of the two' }];
    }
    const message = `the scope inherits this rule already, from ${origin.file}:${origin.line}`;
    return [{ rule, id, message, hint: 'Remove it here' }];
  });
}

function checkAppend(
  { category, append, withoutPlus }: AuthoredGroup,
  { inherited, doubtful }: Merged,
  hasMasters: boolean,
  report: Report,
): void {
  if (!append || category === null || inherited.suggestions.has(category.name)) return;
  if (doubtful.has(category.name)) return;
  const { name, key } = category;
  const message = `\`+${name}\` appends to nothing: no suggestions are inherited for \`${name}\``;
  report.add('append-to-nothing', key, message, 'Write it without the "+", or correct the name', {
    // A master may have what it appends to.
    ...(hasMasters ? { severity: 'info' as const } : withoutPlus && { fix: withoutPlus }),
  });
}

/** Suggestions without `+` take the place of all that are inherited for their category, which not everybody means. */
function checkReplaced(
  { category, append, pieces }: AuthoredGroup,
  { scope, inherited }: Merged,
  report: Report,
): void {
  const own = pieces.filter(isServed).length;
  if (append || category === null || own === 0) return;
  const above = inherited.suggestions.get(category.name);
  if (above === undefined) return;
  const counts = new Map<string, number>();
  for (const { origin } of above.rules)
    if (origin.scope !== scope.name) counts.set(origin.scope, (counts.get(origin.scope) ?? 0) + 1);
  const lost = lostKeys(above, scope.layer.suggestions.get(category.name));
  // Rules of a master's part of the same scope are no inherited ones, and neither are their keys.
  if (counts.size === 0 && (above.rules.length > 0 || lost.length === 0)) return;
  const replaced = [...counts].map(([name, number]) => `${number} of ${name}`);
  const keys = lost.join(' and ');
  const what = own === 1 ? 'this suggestion replaces' : 'these suggestions replace';
  const orWrite = lost.length === 0 ? '' : `, or write ${keys} here too`;
  report.add(
    'replaces-inherited',
    category.key,
    `${what} ${replaced.length > 0 ? replaced.join(' and ') : `the inherited ${keys}`}`,
    `Write \`+${category.name}\` to keep both${orWrite}`,
  );
}

/** A story takes the place of an inherited one with its id: both scopes may have begun to count at US1. */
function checkReplacedStories({ scope, inherited }: Merged, report: Report): void {
  for (const { at } of scope.outline.guidance.stories.flatMap(({ pieces }) => pieces)) {
    const above = inherited.stories.get(at.text);
    if (above === undefined || above.origin.scope === scope.name) continue;
    const { file, line } = above.origin;
    const message = `this story replaces the inherited \`${at.text}\` of ${file}:${line}`;
    report.add('replaces-inherited', at, message, 'Give it another id to keep both, or leave it as it is');
  }
}

/** The keys that lead to an inherited category, which one of its own that takes its place lacks. */
function lostKeys(above: RuleCategory, own: RuleCategory | undefined): string[] {
  const losesWhen = above.when !== null && (own?.when ?? null) === null;
  const losesPaths = above.paths.length > 0 && (own?.paths ?? []).length === 0;
  return [...(losesWhen ? ['`when`'] : []), ...(losesPaths ? ['`paths`'] : [])];
}

/** Answers whether a category of the scope says when those below it apply, so that it needs no rules itself. */
function framesOf({ layer }: LintScope): (category: string) => boolean {
  const above = new Set(ruleKinds.flatMap((kind) => [...layer[kind].keys()].flatMap(ancestorsOf)));
  return (name) =>
    above.has(name) && ruleKinds.some((kind) => (layer[kind].get(name)?.when ?? null) !== null);
}

/** An empty list of suggestions is how to drop what is inherited. */
function checkEmpty(
  kind: RuleKind,
  { category, append, pieces }: AuthoredGroup,
  { scope, inherited }: Merged,
  hasMasters: boolean,
  report: Report,
): void {
  const name = category?.name ?? '';
  // What could not be read is no empty list.
  const own = scope.layer[kind].get(name);
  if (category === null || pieces.length > 0 || own?.rules.length !== 0) return;
  const mayReplace = kind === 'suggestions' && !append;
  const isInherited = hasMasters || inherited[kind].has(name);
  // They join those that are inherited.
  if (!mayReplace && isInherited && own.paths.length + own.tags.length + own.see.length > 0) return;
  if (mayReplace && (hasMasters || (inherited.suggestions.get(name)?.rules.length ?? 0) > 0)) return;
  const message = `the category \`${name}\` has no rules, and nothing is inherited that this would replace`;
  const reason = mayReplace ? message : `the category \`${name}\` adds no rules`;
  report.add('empty-ruleset', category.key, reason, 'Write its rules, or remove it');
}

/** A category is reported in the scope that brings it in. */
function checkWhens({ scope, resolved, inherited, knows, doubtful }: Merged, report: Report): void {
  const { guidance } = scope.outline;
  // One that belongs to every change needs no situation.
  const mayHaveWhen = (category: string, kinds: readonly (RuleKind | 'katas')[]) =>
    kinds.some((kind) => resolved[kind].get(category)?.always === true) ||
    [category, ...ancestorsOf(category)].some(
      (name) => doubtful.has(name) || kinds.some((kind) => (resolved[kind].get(name)?.when ?? null) !== null),
    );
  const hint = 'Add `when`, the situation that it is for: agents choose categories by it';
  const seen = new Set<string>();
  const groups = knows(...ruleKinds) ? ruleKinds.flatMap((kind) => guidance[kind]) : [];
  for (const { category } of groups) {
    if (category === null) continue;
    const { name, key } = category;
    if (seen.has(name) || ruleKinds.some((kind) => inherited[kind].has(name))) continue;
    seen.add(name);
    if (mayHaveWhen(name, ruleKinds)) continue;
    report.add('no-when', key, `nothing says when the category \`${name}\` applies`, hint);
  }
  for (const { category } of knows('katas') ? guidance.katas : []) {
    if (category === null) continue;
    const { name, key } = category;
    if (inherited.katas.has(name) || mayHaveWhen(name, ['katas'])) continue;
    const katas = [...(resolved.katas.get(name)?.katas.values() ?? [])];
    if (katas.length > 0 && katas.every(({ when }) => when !== null)) continue;
    report.add('no-when', key, `nothing says when the katas of \`${name}\` apply`, hint);
  }
}

function checkReferences(
  { outline }: LintScope,
  { stories }: ResolvedScope,
  hasMasters: boolean,
  report: Report,
): void {
  if (stories.size === 0) return;
  const refs = new Set([...stories.values()].flatMap(({ acs }) => [...acs.keys()]));
  for (const text of textsOf(outline)) {
    if (!text.text.includes('AC')) continue;
    for (const { 0: ref, index: offset } of text.text.matchAll(/\bAC\d+\.\d+\b/g)) {
      if (refs.has(ref)) continue;
      const message = `the scope has no acceptance criterion ${ref}`;
      report.add('dangling-ac-ref', text, message, 'Name one that it has, or remove the reference', {
        offset,
        length: ref.length,
        ...(hasMasters && { severity: 'info' }),
      });
    }
  }
}
