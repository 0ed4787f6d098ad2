import type { ScopeAccess, ScopeMetadata, UnavailableMaster } from '../model/guidance.ts';
import type { KataCategories } from './katas/kata.ts';
import type { OwnRuleCategories, RuleCategories } from './rules/rule.ts';
import type { CheckResult, Stories } from './stories/story.ts';

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
