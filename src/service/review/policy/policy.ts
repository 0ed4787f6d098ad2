import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Check } from '../../../guidance/rules/record/check.ts';
import type { RuleDetails } from '../../../guidance/rules/record/details.ts';
import type { RuleKind } from '../../../guidance/rules/rule.ts';
import type { Waiver } from '../../../guidance/waivers/waiver.ts';
import type { ChangedFile } from '../change/changed-file.ts';

/** A rule that may judge a change, as it is served. */
export interface PolicyRule {
  readonly id: string;
  readonly kind: RuleKind;
  readonly category: string;
  readonly text: string;
  readonly details: RuleDetails | null;
  readonly checks: readonly Check[];
  /** The waivers that hold for it today. */
  readonly waivers: readonly Waiver[];
  /** The scope that wrote it, and the server that has that: `local`, or a master's address. */
  readonly scope: string;
  readonly server: string;
  /** The server that wrote its checks, in the same way. */
  readonly checksServer: string;
  readonly tokens: number;
}

/** What says of a category which changes it belongs to. */
export interface PolicyCategory {
  readonly category: string;
  readonly paths: readonly string[];
  readonly always: boolean;
}

/** The categories that fit a file by its name and the words of its added lines, with their scores. */
export type FindByWords = (file: ChangedFile) => Promise<ReadonlyMap<string, number>>;

/** All that a scope judges changes by. */
export interface Policy {
  readonly name: string;
  /** Null for one that is only there after the change, which judges nothing. */
  readonly scope: ResolvedScope | null;
  /** In the order in which they are served. */
  readonly rules: readonly PolicyRule[];
  readonly categories: readonly PolicyCategory[];
  readonly findByWords: FindByWords;
  /** What is missing, in words; empty where nothing is. */
  readonly incomplete: string;
}

/** The policy of a scope that is not there before the change. */
export function emptyPolicy(name: string): Policy {
  return { name, scope: null, rules: [], categories: [], findByWords: async () => new Map(), incomplete: '' };
}
