import type { Origin } from '../../model/origin.ts';
import type { Waiver } from '../waivers/waiver.ts';
import type { RuleDetails } from './record/details.ts';
import type { RuleState } from './record/record-schema.ts';

export interface Rule {
  readonly text: string;
  /** What its author wrote, where the text here is without hidden characters, as masters' texts are: for its id, never shown. */
  readonly written?: string;
  /** What its author calls it; its text gives an id where that is left out. */
  readonly id?: string;
  /** What it says beside its text. */
  readonly details?: RuleDetails;
  /** Who wrote the details, where that is another than who wrote the text. */
  readonly detailsBy?: Pick<Origin, 'server' | 'scope'>;
  readonly origin: Origin;
  /** The waivers that its master has for it. */
  readonly waivers?: readonly Waiver[];
  /** The rule as its own file has it, where merging gave it what another says of the same text. */
  readonly itself?: Rule;
}

/** The server that wrote the checks of a rule: `local`, or a master's address. Commands run only where they are local. */
export function checksServer({ origin, detailsBy = origin }: Rule): string {
  return detailsBy.server;
}

/** A rule that is written and not served. */
export interface UnservedRule extends Rule {
  readonly status: Exclude<RuleState, 'active'>;
}

export interface RuleCategory {
  /** As written; null when the author gave none. */
  readonly when: string | null;
  readonly tags: readonly string[];
  /** Globs of the files it is about. */
  readonly paths: readonly string[];
  /** Categories to look at besides. */
  readonly see: readonly string[];
  /** Whether it belongs to every change; null where the author does not say. */
  readonly always: boolean | null;
  readonly rules: readonly Rule[];
  /** Of suggestions: whether they were all appended (`+`), so that what lies below them stays, wherever it comes from. */
  readonly append?: boolean;
}

/** A category as one file states it; `append` is the `+` of suggestions. */
export interface OwnRuleCategory extends RuleCategory {
  readonly append: boolean;
  /** Its drafts and what is retired, which take no part in anything but explaining. */
  readonly unserved?: readonly UnservedRule[];
  /** Where its name is written. */
  readonly at?: Origin;
}

export type RuleCategories = ReadonlyMap<string, RuleCategory>;
export type OwnRuleCategories = ReadonlyMap<string, OwnRuleCategory>;

/** The two kinds of rules, mandatory first: the order in which every answer lists them. */
export const ruleKinds = ['commandments', 'suggestions'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Whether a kind of guidance, by its name, is one of the two. */
export function isRuleKind(kind: string): kind is RuleKind {
  return (ruleKinds as readonly string[]).includes(kind);
}
