import type { Origin } from './origin.ts';
import type { Stories } from './vision.ts';

export interface Rule {
  readonly text: string;
  readonly origin: Origin;
}

export interface RuleCategory {
  /** As written; null when the author gave none. */
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly rules: readonly Rule[];
}

/** A category as one file states it; `append` is the `+` of suggestions. */
export interface OwnRuleCategory extends RuleCategory {
  readonly append: boolean;
}

export type RuleCategories = ReadonlyMap<string, RuleCategory>;
export type OwnRuleCategories = ReadonlyMap<string, OwnRuleCategory>;

/** A named procedure: Markdown, or a flowchart's YAML behind the line `#!fcyaml`. */
export interface Kata {
  readonly name: string;
  readonly when: string | null;
  readonly procedure: string;
  readonly origin: Origin;
}

export interface KataCategory {
  readonly when: string | null;
  /** By name, in order. */
  readonly katas: ReadonlyMap<string, Kata>;
}

export type KataCategories = ReadonlyMap<string, KataCategory>;

export interface ScopeAccess {
  readonly acceptedRoles: readonly string[];
  readonly rolesClaim: string;
}

export interface ScopeMetadata {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Highest priority first. */
  readonly parents: readonly string[];
  /** Who may read the scope when callers have to log in; null means everyone. */
  readonly access: ScopeAccess | null;
}

/** What one server's files say of one scope, before inheritance. */
export interface ScopeLayer {
  readonly name: string;
  readonly metadata: ScopeMetadata;
  readonly commandments: OwnRuleCategories;
  readonly suggestions: OwnRuleCategories;
  readonly katas: KataCategories;
  readonly stories: Stories;
}

/** A scope with everything it inherits. Immutable, shared by all requests until a reload. */
export interface ResolvedScope {
  readonly name: string;
  readonly metadata: ScopeMetadata;
  /** The scope and all its ancestors, nearest first. */
  readonly lineage: readonly string[];
  readonly sources: readonly string[];
  readonly commandments: RuleCategories;
  readonly suggestions: RuleCategories;
  readonly katas: KataCategories;
  readonly stories: Stories;
  readonly warnings: readonly string[];
}

/** The two kinds of rules, mandatory first: the order in which every answer lists them. */
export const ruleKinds = ['commandments', 'suggestions'] as const;
export type RuleKind = (typeof ruleKinds)[number];
