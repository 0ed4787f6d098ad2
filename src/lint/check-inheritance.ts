import type { ResolvedScope } from '../guidance/guidance.ts';
import type { AuthoredGroup } from '../guidance/kind.ts';
import { hashPiece } from '../guidance/piece-id.ts';
import { type RuleKind, ruleKinds } from '../guidance/rules/rule.ts';
import { ancestorsOf } from '../resolve/order.ts';
import { checkSeeTargets } from './check-links.ts';
import { textsOf } from './check-scope.ts';
import type { IgnoredPairs } from './conflicts/ignored-pairs.ts';
import type { LintScope } from './lint-scope.ts';
import type { Report } from './report.ts';

/** One scope with its ancestors merged, with and without its own content. */
export interface Merged {
  readonly scope: LintScope;
  readonly resolved: ResolvedScope;
  readonly inherited: ResolvedScope;
  /** All that is inherited is here: no ancestor is broken or unknown. */
  readonly isComplete: boolean;
}

/** What shows only beside what a scope inherits: repeated rules, `+` on nothing, missing `when`s, dangling references. */
export function checkInheritance(
  merged: Merged,
  ignored: IgnoredPairs,
  hasMasters: boolean,
  report: Report,
): void {
  const { scope, resolved, isComplete } = merged;
  for (const kind of ruleKinds) {
    for (const group of scope.outline.guidance[kind]) {
      checkRepeats(kind, group, merged, ignored, report);
      if (!isComplete) continue;
      checkAppend(group, merged.inherited, hasMasters, report);
      checkEmpty(kind, group, merged, hasMasters, report);
    }
  }
  if (!isComplete) return;
  if (!hasMasters) checkWhens(merged, report);
  checkReferences(scope, resolved, hasMasters, report);
  checkSeeTargets(scope.outline, resolved, hasMasters, report);
}

function checkRepeats(
  kind: RuleKind,
  { category, append, pieces }: AuthoredGroup,
  { scope, inherited }: Merged,
  ignored: IgnoredPairs,
  report: Report,
): void {
  const name = category?.name ?? '';
  const addsUp = kind === 'commandments' || append;
  const above = addsUp ? (inherited[kind].get(name)?.rules ?? []) : [];
  const origins = new Map(above.map(({ text, origin }) => [text, origin]));
  const own = new Map<string, number>();
  for (const { at: rule } of pieces) {
    const origin = origins.get(rule.text);
    const earlier = own.get(rule.text);
    if (origin === undefined && earlier === undefined) {
      own.set(rule.text, rule.scalar.line);
      continue;
    }
    const id = hashPiece(kind, rule.text);
    if (ignored.silences(scope.name, 'redundant-rule', [id, id], () => true)) continue;
    if (origin !== undefined) {
      const message = `the scope inherits this rule already, from ${origin.file}:${origin.line}`;
      report.add('redundant-rule', rule, message, 'Remove it here');
    } else {
      const message = `the category \`${name}\` has this rule already, on line ${earlier}`;
      report.add('redundant-rule', rule, message, 'Keep one of the two');
    }
  }
}

function checkAppend(
  { category, append }: AuthoredGroup,
  inherited: ResolvedScope,
  hasMasters: boolean,
  report: Report,
): void {
  if (!append || category === null || inherited.suggestions.has(category.name)) return;
  const { name, key } = category;
  const message = `\`+${name}\` appends to nothing: no suggestions are inherited for \`${name}\``;
  report.add('append-to-nothing', key, message, 'Write it without the "+", or correct the name', {
    ...(hasMasters && { severity: 'info' }),
  });
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
  if (category === null || pieces.length > 0 || scope.layer[kind].get(name)?.rules.length !== 0) return;
  const mayReplace = kind === 'suggestions' && !append;
  if (mayReplace && (hasMasters || (inherited.suggestions.get(name)?.rules.length ?? 0) > 0)) return;
  const message = `the category \`${name}\` has no rules, and nothing is inherited that this would replace`;
  const reason = mayReplace ? message : `the category \`${name}\` adds no rules`;
  report.add('empty-ruleset', category.key, reason, 'Write its rules, or remove it');
}

/** A category is reported in the scope that brings it in. */
function checkWhens({ scope, resolved, inherited }: Merged, report: Report): void {
  const { guidance } = scope.outline;
  const hasWhen = (category: string) =>
    [category, ...ancestorsOf(category)].some((name) =>
      ruleKinds.some((kind) => (resolved[kind].get(name)?.when ?? null) !== null),
    );
  const kataHasWhen = (category: string) =>
    [category, ...ancestorsOf(category)].some((name) => (resolved.katas.get(name)?.when ?? null) !== null);
  const hint = 'Add `when`, the moment somebody is in: agents choose by it';
  const seen = new Set<string>();
  for (const { category } of ruleKinds.flatMap((kind) => guidance[kind])) {
    if (category === null) continue;
    const { name, key } = category;
    if (seen.has(name) || ruleKinds.some((kind) => inherited[kind].has(name))) continue;
    seen.add(name);
    if (hasWhen(name)) continue;
    report.add('no-when', key, `nothing says when the category \`${name}\` applies`, hint);
  }
  for (const { category } of guidance.katas) {
    if (category === null) continue;
    const { name, key } = category;
    if (inherited.katas.has(name) || kataHasWhen(name)) continue;
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
