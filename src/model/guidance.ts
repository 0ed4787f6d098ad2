/** What all kinds of guidance share: the scope that they belong to. */

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

/** A master that an answer has to do without. */
export interface UnavailableMaster {
  readonly url: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}
