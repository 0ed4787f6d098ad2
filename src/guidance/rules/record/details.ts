import type { Check } from './check.ts';

/** One, or a list of them, as it is written. */
export type OneOrMore<One> = One | readonly One[];

/** What a rule says beside its text, with the keys it is written under. */
export interface RuleDetails {
  /** Why there is the rule. A template, as the rule itself is. */
  readonly why?: string;
  /** Examples that keep the rule, and that break it: literal, since other languages have `{{ }}` too. */
  readonly good?: OneOrMore<string>;
  readonly bad?: OneOrMore<string>;
  /** Addresses of what it comes from. */
  readonly source?: OneOrMore<string>;
  readonly check?: OneOrMore<Check>;
  readonly owner?: string;
  /** The day it is to be looked at again, YYYY-MM-DD. */
  readonly review_by?: string;
  /** False refuses waivers in the scopes below. */
  readonly waivable?: boolean;
}

/** The keys of details, in the order in which they are shown and written. */
export const detailKeys = [
  'why',
  'good',
  'bad',
  'source',
  'check',
  'owner',
  'review_by',
  'waivable',
] as const satisfies readonly (keyof RuleDetails)[];

/** One or a list, as a list. */
export function listOf<One extends string | object>(given: OneOrMore<One> | undefined): readonly One[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? (given as readonly One[]) : [given as One];
}

/** The texts of details that the setting `rules_details` has shown. */
export function detailTexts(
  details: RuleDetails | null | undefined,
  shown: readonly string[] = ['why', 'examples'],
): readonly string[] {
  if (!details) return [];
  const { why, good, bad } = details;
  return [
    ...(shown.includes('why') && why !== undefined ? [why] : []),
    ...(shown.includes('examples') ? [...listOf<string>(good), ...listOf<string>(bad)] : []),
  ];
}

/** What enforces a rule. */
export function checksOf(details: RuleDetails | undefined): readonly Check[] {
  return listOf<Check>(details?.check);
}
