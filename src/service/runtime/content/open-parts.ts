import type { RemoteScope, ScopeParts } from '../../../guidance/guidance.ts';
import type { Gap, PassedAccess, ScopeAccess } from '../../../model/guidance.ts';
import { closedAncestorGap, closedPartGap } from './gaps.ts';
import { reachedFrom } from './scope-notes.ts';

/** What one caller may see. */
export interface Admission {
  /** Whether he meets the conditions of a master for what came from it; in its own time, since masters are not trusted. */
  admits(access: PassedAccess, url: string): Promise<boolean>;
  /** Whether he meets those of a local scope. */
  accepts(access: ScopeAccess): boolean;
}

/** What of a scope is closed to a caller. */
export interface ClosedParts {
  /** The same for callers to whom the same is closed. */
  readonly key: string;
  readonly remotes: ReadonlySet<RemoteScope>;
  /** Local scopes that only masters have named as ancestors. */
  readonly scopes: ReadonlySet<string>;
}

type Parts = ReadonlyMap<string, ScopeParts>;

export const nothingClosed: ClosedParts = { key: '', remotes: new Set(), scopes: new Set() };

/**
 * What of the parts of a scope is closed to a caller. The conditions of a master bind what came from it. Those of a local scope bind all
 * that local files have inherit from it; a local scope that others inherit from by the word of a master is left out.
 */
export async function closedParts(
  name: string,
  parts: Parts,
  { admits, accepts }: Admission,
): Promise<ClosedParts> {
  const remotes = new Set<RemoteScope>();
  const scopes = new Set<string>();
  const key: string[] = [];
  const inherited = reachedFrom(name, parts, true);
  const isLocal = parts.get(name)?.local != null;
  for (const [scope, part] of parts) {
    const access = part.local?.metadata.access ?? null;
    if (isLocal && access !== null && !inherited.has(scope) && !accepts(access)) {
      scopes.add(scope);
      key.push(scope);
    }
    for (const remote of part.remotes) {
      if (remote.access === null || (await admits(remote.access, remote.url))) continue;
      remotes.add(remote);
      key.push(`${scope} ${remote.url}`);
    }
  }
  return key.length === 0 ? nothingClosed : { key: JSON.stringify(key), remotes, scopes };
}

/** The parts that are left, and what is told of those that are not, as far as what is left leads to them. */
export function leaveOutClosed(
  name: string,
  parts: Parts,
  { remotes, scopes }: ClosedParts,
): { readonly parts: Parts; readonly gaps: readonly Gap[] } {
  if (remotes.size === 0 && scopes.size === 0) return { parts, gaps: [] };
  const left = new Map<string, ScopeParts>();
  for (const [scope, part] of parts) {
    const open = scopes.has(scope) ? [] : part.remotes.filter((remote) => !remotes.has(remote));
    const local = scopes.has(scope) ? null : part.local;
    if (local !== null || open.length > 0) left.set(scope, { local, remotes: open });
  }
  const reached = reachedFrom(name, left);
  const gaps: Gap[] = [];
  for (const [scope, part] of parts) {
    if (!reached.has(scope)) continue;
    if (scopes.has(scope)) gaps.push(closedAncestorGap(left, scope));
    for (const remote of part.remotes)
      if (remotes.has(remote) && !scopes.has(scope)) gaps.push(closedPartGap(scope, remote.url));
  }
  return { parts: left, gaps };
}
