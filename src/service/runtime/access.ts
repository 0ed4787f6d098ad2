import { isAccepted, rolesOf } from '../../auth/callers/roles.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { Claims } from '../../model/claims.ts';
import { Fault } from '../../model/fault.ts';
import type { ScopeAccess } from '../../model/guidance.ts';
import { checkScopeName } from '../../model/names/scope-name.ts';
import { nearest } from '../../model/text/nearest.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import type { LocalLayers } from './content/local-layers.ts';
import type { Admission } from './content/open-parts.ts';
import { reachedFrom } from './content/scope-notes.ts';
import type { Loop, ScopeListing, ScopeResolver } from './content/scope-resolver.ts';

/** The scopes of one caller. */
export interface ScopesOfCaller {
  scopes(): Promise<ScopeListing>;
  scope(name: string): Promise<ResolvedScope>;
  mayRead(name: string): Promise<boolean>;
}

/** Who asks, and what masters' conditions are met by. */
export interface ScopesCaller {
  readonly claims: Claims | null;
  /** The request came over HTTP; whoever uses stdio or the command line has the reader's own rights. */
  readonly network: boolean;
  /** The issuer of the tokens that callers over the network bring; null where nobody has to log in. */
  readonly issuer: string | null;
}

/** Scopes of a list whose conditions are looked up at once: each may ask every master. */
const atOnce = 32;

/**
 * The scopes as one caller may see them: all of them for null claims, where nobody has to log in. Otherwise a scope that
 * the caller may not read is in no list, and asking for it is `forbidden`. What comes from a master on conditions that he does not meet
 * is left out. What is resolved stays shared by all callers to whom the same is open.
 */
export function scopesFor(
  resolver: ScopeResolver,
  local: LocalLayers,
  loop: Loop,
  caller: ScopesCaller,
): ScopesOfCaller {
  const { claims } = caller;
  // Without masters there are no conditions of theirs.
  const hasConditions = caller.network && resolver.hasMasters && loop !== null;
  const admission = admissionOf(caller);

  /** Whether a scope that only masters have is open. */
  const isOpen = async (name: string): Promise<boolean> => {
    try {
      const conditions = await resolver.conditions(name, loop);
      for (const one of conditions)
        if (one === null || (await admission.admits(one.access, one.url))) return true;
      return conditions.length === 0;
    } catch {
      // What cannot be served for another reason is listed all the same.
      return true;
    }
  };

  /** All scopes that the files alone let the caller know of. */
  const known = async (): Promise<ScopeListing> => {
    const { names, ...rest } = await resolver.list(loop);
    if (claims === null) return { names, ...rest };
    const closed = await Promise.all(names.map((name) => closedBy(local, name, claims)));
    return { names: names.filter((_, index) => closed[index] === null), ...rest };
  };

  /** Names to suggest for one that is not there. */
  const suggested = async (name: string): Promise<readonly string[]> => {
    const { names } = await known();
    if (!hasConditions || names.includes(name)) return names;
    // Every scope of every master would have to be asked for to know which of all are open.
    const near = nearest(name, names);
    const open = await Promise.all(near.map(async (one) => (await isHere(local, one)) || isOpen(one)));
    return near.filter((_, index) => open[index]);
  };

  return {
    async scopes() {
      const [{ names, ...rest }, here] = await Promise.all([known(), local.names()]);
      if (!hasConditions) return { names, ...rest };
      const isLocal = new Set(here);
      const open = await inBatches(names, atOnce, async (name) => isLocal.has(name) || isOpen(name));
      return { names: names.filter((_, index) => open[index]), ...rest };
    },
    async scope(name) {
      // Mistakes in content are quoted, so this comes before they are found.
      if (claims !== null) {
        const closed = await closedBy(local, checkScopeName(name), claims);
        if (closed !== null) throw closedScope(name, closed === 'broken' ? null : { ...closed, claims });
      }
      const scope = await resolver.resolve(name, loop, () => suggested(name));
      // The files may have changed since: what counts is what was read together with the content.
      if (!isInheritedOpen(scope, admission)) throw closedScope(name);
      const isWhole = scope.passedAccess.length === 0 && scope.access.every(admission.accepts);
      if (!hasConditions || isWhole) return scope;
      const open = await resolver.openTo(scope, admission);
      if (open === null) throw closedOnMasters(scope, caller);
      return open;
    },
    async mayRead(name) {
      if (claims !== null && (await closedBy(local, name, claims)) !== null) return false;
      return !hasConditions || (await isHere(local, name)) || isOpen(name);
    },
  };
}

function admissionOf({ claims, issuer }: ScopesCaller): Admission {
  return {
    accepts: (access) => claims === null || isAccepted(access, claims),
    async admits(access, url) {
      if (claims === null || access.issuer !== issuer) return false;
      const { meetsConditions } = await import('../../auth/callers/passed-roles.ts');
      return meetsConditions(access, claims, url);
    },
  };
}

/** Whether the conditions of the scopes are met that a local scope inherits from by the files alone; of a master's, of all. */
function isInheritedOpen({ name, parts, access }: ResolvedScope, { accepts }: Admission): boolean {
  if (access.every(accepts)) return true;
  if (parts.get(name)?.local == null) return false;
  return [...reachedFrom(name, parts, true)].every((scope) => {
    const own = parts.get(scope)?.local?.metadata.access ?? null;
    return own === null || accepts(own);
  });
}

async function isHere(local: LocalLayers, name: string): Promise<boolean> {
  return (await local.names()).includes(name);
}

/**
 * It names no ancestor: that one may be none of the caller's business. It names the claim that was looked at, where it is known which: a
 * wrong `roles_claim` looks like a missing role.
 */
function closedScope(
  name: string,
  looked: (Pick<ScopeAccess, 'rolesClaim'> & { readonly claims: Claims }) | null = null,
): Fault {
  const closed = `Scope "${name}" is not open to you: it takes a role that your token does not have.`;
  if (looked === null) return new Fault('forbidden', closed);
  const { rolesClaim, claims } = looked;
  const none = rolesOf(claims, rolesClaim).length === 0 ? ', which holds none' : '';
  return new Fault('forbidden', `${closed} Roles are read from its claim "${rolesClaim}"${none}.`);
}

/** All that there is of the scope comes from masters, on conditions that are not met. */
function closedOnMasters({ name, passedAccess }: ResolvedScope, { claims, issuer }: ScopesCaller): Fault {
  if (claims !== null && passedAccess.some((access) => access.issuer === issuer)) return closedScope(name);
  return new Fault(
    'forbidden',
    `Scope "${name}" is not served on from here: its master limits it to roles of an issuer whose tokens this server does not ask for.`,
  );
}

/**
 * What keeps a caller from knowing of a scope, by the metadata files of it and its ancestors alone: this holds where the rest of
 * their content has mistakes, and is cheap enough to ask for every scope of a list. Where a metadata file has mistakes, its
 * conditions cannot be known, so nobody meets them. What masters say is not looked at here. Null where nothing does.
 */
async function closedBy(
  local: LocalLayers,
  name: string,
  claims: Claims,
): Promise<ScopeAccess | 'broken' | null> {
  const seen = new Set([name]);
  for (let generation = [name]; generation.length > 0; ) {
    const found = await Promise.all(generation.map(local.metadata));
    const parents: string[] = [];
    for (const metadata of found) {
      if (metadata === 'broken') return 'broken';
      if (metadata === null) continue;
      if (metadata.access !== null && !isAccepted(metadata.access, claims)) return metadata.access;
      parents.push(...metadata.parents);
    }
    generation = [...new Set(parents)].filter((parent) => !seen.has(parent));
    for (const parent of generation) seen.add(parent);
  }
  return null;
}
