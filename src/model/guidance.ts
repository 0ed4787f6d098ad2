import type { Origin } from './origin.ts';
import type { CheckResult, Stories } from './vision.ts';

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

/** What one master says of one scope, its own inheritance applied. Untrusted: checked and cleaned, never rendered yet. */
export interface RemoteScope {
  /** The master's base URL. */
  readonly url: string;
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly commandments: RuleCategories;
  readonly suggestions: RuleCategories;
  readonly katas: KataCategories;
  readonly stories: Stories;
  readonly results: readonly CheckResult[];
  /** Masters of its own that it had to do without. */
  readonly unavailable: readonly UnavailableMaster[];
  /** Texts that hidden characters were taken out of. */
  readonly cleaned: number;
  /** Characters of the answers it was read from: a measure of the memory it takes. */
  readonly size: number;
}

/** A master that an answer has to do without. */
export interface UnavailableMaster {
  readonly url: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** The mergeable part of a scope: one entry per kind of guidance. */
export interface Guidance {
  readonly commandments: RuleCategories;
  readonly suggestions: RuleCategories;
  readonly katas: KataCategories;
  readonly stories: Stories;
}

/** A scope with everything it inherits. Immutable, shared by all requests until a reload. */
export interface ResolvedScope {
  readonly name: string;
  readonly metadata: ScopeMetadata;
  /** The scope and all its ancestors, nearest first. */
  readonly lineage: readonly string[];
  /** The conditions of the scope and of its local ancestors; a caller who has to log in must meet them all. */
  readonly access: readonly ScopeAccess[];
  readonly sources: readonly string[];
  readonly commandments: RuleCategories;
  readonly suggestions: RuleCategories;
  readonly katas: KataCategories;
  readonly stories: Stories;
  readonly warnings: readonly string[];
  /** Masters that should have been in it. */
  readonly unavailable: readonly UnavailableMaster[];
  /** Results of the checks of stories that come from masters, by `checkKey`; each from its story's master. */
  readonly remoteResults: ReadonlyMap<string, CheckResult>;
  /** Seconds it may be kept at most; null for as long as the caches keep anything. */
  readonly keepSeconds: number | null;
}

/** The two kinds of rules, mandatory first: the order in which every answer lists them. */
export const ruleKinds = ['commandments', 'suggestions'] as const;
export type RuleKind = (typeof ruleKinds)[number];
