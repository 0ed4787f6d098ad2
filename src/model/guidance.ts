import type { TextRange } from './problems/problem.ts';

/** What all kinds of guidance share: the scope that they belong to. */

export interface ScopeAccess {
  readonly acceptedRoles: readonly string[];
  readonly rolesClaim: string;
}

/** The conditions of a scope's master, which bind the callers of whoever serves the scope on. */
export interface PassedAccess {
  /** The OpenID issuer that the roles are given by. */
  readonly issuer: string;
  /** Those of the scope and of each of its ancestors; all must be met. */
  readonly all: readonly (ScopeAccess & { readonly scope: string })[];
}

export interface ScopeMetadata {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Highest priority first. */
  readonly parents: readonly string[];
  /** Where each parent is named, `file:line:column`; there only where it was read from a metadata.yml. */
  readonly parentsAt?: readonly string[];
  /** Who may read the scope when callers have to log in; null means everyone. */
  readonly access: ScopeAccess | null;
  /** Pairs of rules that lint says nothing of. */
  readonly lintIgnore?: readonly IgnoredPair[];
}

/** Two rules that may repeat or contradict each other. */
export interface IgnoredPair {
  /** Their ids. */
  readonly rules: readonly [string, string];
  /** Of what lint says of them; null for whatever it is. */
  readonly code: string | null;
  /** Where it is written. */
  readonly at: TextRange;
}

/** The metadata of a scope that says nothing of itself. */
export const noMetadata: ScopeMetadata = { description: '', tags: {}, parents: [], access: null };

/** A part of what a scope inherits that its answers lack. */
export interface Gap {
  /** The scope that is not there, where no server that was asked has it; null for any other gap. */
  readonly absent: string | null;
  /** What is missing and why, in a sentence that can follow "Incomplete:". */
  readonly text: string;
}

/** A master that an answer has to do without. */
export interface UnavailableMaster {
  readonly url: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** ISO 8601, UTC: when it last confirmed the copy that is served in its place; absent where there is none. */
  readonly as_of?: string;
}
