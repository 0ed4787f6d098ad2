import type { Gap, PassedAccess, ScopeAccess, ScopeMetadata, UnavailableMaster } from '../model/guidance.ts';
import type { Origin } from '../model/origin.ts';
import type { Author } from '../render/text-renderer.ts';
import type { KindName, KindTypes } from './kinds.ts';
import type { OwnWaiver } from './waivers/waiver.ts';

/** What one server's files say, by kind. */
export type OwnGuidance = { readonly [Name in KindName]: KindTypes[Name]['own'] };

/** What is left of guidance once scopes and servers are merged, by kind. */
export type Guidance = { readonly [Name in KindName]: KindTypes[Name]['merged'] };

/** What one server's files say of one scope, before inheritance. */
export interface ScopeLayer extends OwnGuidance {
  readonly name: string;
  readonly metadata: ScopeMetadata;
  /** Absent where there is no waivers.yml. */
  readonly waivers?: readonly OwnWaiver[];
}

/** A suggestion that a scope does not have because a nearer one stands in its place. */
export interface ReplacedSuggestion {
  readonly category: string;
  /** As written. */
  readonly text: string;
  readonly origin: Origin;
  /** The scope whose content stands there; null where nobody knows. */
  readonly by: string | null;
}

/** What one master says of one scope, its own inheritance applied. Untrusted: checked and cleaned, never rendered yet. */
export interface RemoteScope extends Guidance {
  /** The master's base URL. */
  readonly url: string;
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  /** The parents that it names, highest priority first, and the scope with all its ancestors as it knows them, nearest first. */
  readonly parents: readonly string[];
  readonly lineage: readonly string[];
  /** Suggestions of ancestors that its own inheritance has replaced: for people, who look for them. */
  readonly replaced: readonly ReplacedSuggestion[];
  /** Ancestors that it looked for and did not have. */
  readonly absentParents: readonly string[];
  /** The tags of scopes whose texts ask for them, by server and scope. */
  readonly tagsOf: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Who wrote a `when` that asks for it, by kind and category. */
  readonly whenAuthors: ReadonlyMap<string, Author>;
  /** Whom it lets read the scope; null for all of its callers. */
  readonly access: PassedAccess | null;
  /** What else it says is missing. */
  readonly warnings: readonly string[];
  /** Masters of its own that it had to do without. */
  readonly unavailable: readonly UnavailableMaster[];
  /** Texts that hidden characters were taken out of. */
  readonly cleaned: number;
  /** It comes from a source of this server's settings, which goes before all masters. */
  readonly ofSource?: true;
  /** Characters of the answers it was read from: a measure of the memory it takes. */
  readonly size: number;
}

/** Whom a scope inherits from, also where only masters know: their content has its inheritance in it already. */
export interface Descent {
  /** Highest priority first, with the server that names each: `local` or a master's address. */
  readonly parents: readonly { readonly name: string; readonly server: string }[];
  /** The scope and all its ancestors, nearest first. */
  readonly lineage: readonly string[];
}

/** What texts of local files see of a scope whose metadata are a master's: never its tags (docs/federation.md). */
export interface LocalTexts {
  readonly tags: Readonly<Record<string, string>>;
  /** Every `when` that is written in a local file, in the form that `serverOfWhen` knows. */
  readonly whens: ReadonlySet<string>;
}

/** All that is known of one scope: its own files, and what masters say of it, in list order. */
export interface ScopeParts {
  /** Null where the scope is only on masters. */
  readonly local: ScopeLayer | null;
  readonly remotes: readonly RemoteScope[];
}

/** A scope with everything it inherits. Immutable, shared by all requests until a reload. */
export interface ResolvedScope extends Guidance {
  readonly name: string;
  readonly metadata: ScopeMetadata;
  /** What texts of local files see of it; null where that is the metadata. */
  readonly localTexts: LocalTexts | null;
  /** The scope and all its ancestors in the order of inheritance, nearest first. */
  readonly lineage: readonly string[];
  /** What is known of whom it inherits from. */
  readonly descent: Descent;
  /** What it is merged from, by scope, in the order of the lineage. */
  readonly parts: ReadonlyMap<string, ScopeParts>;
  /** The waivers of local files that hold for it, those of the nearest scope first. */
  readonly waivers: readonly OwnWaiver[];
  /** When the first of all its waivers ends, so that it says something else, in milliseconds since 1970; null for never. */
  readonly changesAt: number | null;
  /** The conditions of the scope and of its local ancestors; a caller who has to log in must meet them all. */
  readonly access: readonly ScopeAccess[];
  /** The conditions of masters that it is made of; a caller over the network must meet them all. */
  readonly passedAccess: readonly PassedAccess[];
  readonly sources: readonly string[];
  /** What of its inheritance is missing. */
  readonly gaps: readonly Gap[];
  /** The gaps in words, and whatever else there is to say of the content. */
  readonly warnings: readonly string[];
  /** Masters that should have been in it. */
  readonly unavailable: readonly UnavailableMaster[];
  /** Seconds it may be kept at most; null for as long as the caches keep anything. */
  readonly keepSeconds: number | null;
}
