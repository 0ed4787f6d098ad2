import type { TouchedCategory } from '../compiled/compiled-file.ts';
import type { CompiledRule } from '../compiled/compiled-scope.ts';
import type { Claim, SessionState } from '../session/session-state.ts';

/** A rule that is to be shown. */
export interface ChosenRule {
  readonly category: string;
  readonly rule: CompiledRule;
  /** The session knows it, or its category, as it was before. */
  readonly isChanged: boolean;
  readonly claim: Claim;
}

/** What a session has not been shown of the categories that are about its files. */
export interface Choice {
  readonly rules: readonly ChosenRule[];
  /** Categories with rules that were shown and are there no more. */
  readonly gone: readonly { readonly category: string; readonly claims: readonly Claim[] }[];
  /** What else is known from now on. */
  readonly claims: readonly Claim[];
}

const known = '1';
const removed = '-';

/** The key of a rule in the state of a session. */
export function ruleKey(category: string, rule: string): string {
  return category + rule;
}

/** What of these categories a session has not been shown as it is now. */
export function chooseRules(categories: readonly TouchedCategory[], state: SessionState): Choice {
  const rules: ChosenRule[] = [];
  const gone: { category: string; claims: Claim[] }[] = [];
  const claims: Claim[] = [];
  for (const { name, key, isWhole, rules: own } of categories) {
    const isKnown = state.shown(key) !== undefined;
    if (isWhole && !isKnown) claims.push([key, known]);
    for (const rule of own) {
      const claim = [ruleKey(key, rule.key), rule.digest] as const;
      const before = state.shown(claim[0]);
      if (before === rule.digest) continue;
      rules.push({ category: name, rule, isChanged: before !== undefined || isKnown, claim });
    }
    if (!isWhole || !isKnown) continue;
    const present = new Set(own.map((rule) => ruleKey(key, rule.key)));
    const lost = [...state.keys()].filter(
      (one) => one.startsWith(key) && one !== key && !present.has(one) && state.shown(one) !== removed,
    );
    if (lost.length > 0) gone.push({ category: name, claims: lost.map((one) => [one, removed]) });
  }
  return { rules, gone, claims };
}

/** What is left to this hook of a choice: another of the same session may have claimed some of it first. */
export function withoutClaimed({ rules, gone }: Choice, state: SessionState): Omit<Choice, 'claims'> {
  const isFree = ([key, digest]: Claim) => state.shown(key) !== digest;
  return {
    rules: rules.filter(({ claim }) => isFree(claim)),
    gone: gone
      .map(({ category, claims }) => ({ category, claims: claims.filter(isFree) }))
      .filter(({ claims }) => claims.length > 0),
  };
}
