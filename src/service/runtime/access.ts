import { isAccepted } from '../../auth/roles.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { Claims } from '../../model/claims.ts';
import { Fault } from '../../model/fault.ts';
import { checkScopeName } from '../../model/scope-name.ts';
import { inBatches } from '../../runtime/in-batches.ts';
import { withinLimit } from '../../runtime/time-limit.ts';
import type { LocalLayers } from './local-layers.ts';
import type { Loop, ScopeListing, ScopeResolver } from './scope-resolver.ts';

interface Scopes {
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

/**
 * The scopes as one caller may see them: all of them for null claims, where nobody has to log in. Otherwise a scope that
 * the caller may not read is in no list, and asking for it is `forbidden`. What is resolved stays shared by all callers.
 */
export function scopesFor(
  resolver: ScopeResolver,
  local: LocalLayers,
  loop: Loop,
  caller: ScopesCaller,
): Scopes {
  const own = ownScopesFor(resolver, local, loop, caller.claims);
  // Without masters there are no conditions of theirs.
  if (!caller.network || !resolver.hasMasters || loop === null) return own;
  const scope = async (name: string) => {
    const found = await own.scope(name);
    await checkPassed(found, caller);
    return found;
  };
  const isOpen = (name: string) =>
    resolver
      .conditions(name, loop)
      .then((found) => checkPassed(found, caller))
      .then(
        () => true,
        // What cannot be served for another reason is listed all the same.
        (error: unknown) => !(error instanceof Fault && error.code === 'forbidden'),
      );
  return {
    scope,
    async scopes() {
      const [{ names, ...rest }, here] = await Promise.all([own.scopes(), local.names()]);
      const isLocal = new Set(here);
      const open = await inBatches(names, atOnce, async (name) =>
        isLocal.has(name) ? withinLimit(isOpen(name), patience) : isOpen(name),
      );
      return { names: names.filter((_, index) => open[index]), ...rest };
    },
    mayRead: async (name) => (await own.mayRead(name)) && isOpen(name),
  };
}

/**
 * Milliseconds that the list waits for the conditions of a scope of our own: its name is no secret of a master that does not
 * answer, and its content is refused all the same once the conditions are known.
 */
const patience = 1000;

/** Scopes of a list whose conditions are looked up at once: each may ask every master. */
const atOnce = 32;

/** Fault `forbidden` where the caller does not meet the conditions of the masters that a scope is made of. */
async function checkPassed(
  { name, passedAccess }: Pick<ResolvedScope, 'name' | 'passedAccess'>,
  { claims, issuer }: ScopesCaller,
): Promise<void> {
  if (passedAccess.length === 0) return;
  if (issuer === null || claims === null || passedAccess.some((access) => access.issuer !== issuer))
    throw new Fault(
      'forbidden',
      `Scope "${name}" is not served on from here: its master limits it to roles of an issuer whose tokens this server does not ask for.`,
    );
  const { isAcceptedThere } = await import('../../auth/passed-roles.ts');
  const all = passedAccess.flatMap((access) => access.all);
  if (!all.every((access) => isAcceptedThere(access, claims))) throw closedScope(name);
}

function ownScopesFor(
  resolver: ScopeResolver,
  local: LocalLayers,
  loop: Loop,
  claims: Claims | null,
): Scopes {
  if (claims === null) {
    return {
      scopes: () => resolver.list(loop),
      scope: (name) => resolver.resolve(name, loop),
      mayRead: async () => true,
    };
  }
  const scopes = async () => {
    const { names, ...rest } = await resolver.list(loop);
    const known = await Promise.all(names.map((name) => mayKnow(local, name, claims)));
    return { names: names.filter((_, index) => known[index]), ...rest };
  };
  return {
    scopes,
    async scope(name) {
      // Mistakes in content are quoted, so this comes before they are found.
      if (!(await mayKnow(local, checkScopeName(name), claims))) throw closedScope(name);
      const scope = await resolver.resolve(name, loop, async () => (await scopes()).names);
      // The files may have changed since: what counts is what was read together with the content.
      if (!scope.access.every((access) => isAccepted(access, claims))) throw closedScope(name);
      return scope;
    },
    mayRead: (name) => mayKnow(local, name, claims),
  };
}

/** It names no ancestor: that one may be none of the caller's business. */
function closedScope(name: string): Fault {
  return new Fault(
    'forbidden',
    `Scope "${name}" is not open to you: it takes a role that your token does not have.`,
  );
}

/**
 * Whether a caller may know of a scope, by the metadata files of it and its ancestors alone: this holds where the rest of
 * their content has mistakes, and is cheap enough to ask for every scope of a list. Where a metadata file has mistakes, its
 * conditions cannot be known, so nobody meets them. What masters say is not looked at here.
 */
async function mayKnow(local: LocalLayers, name: string, claims: Claims): Promise<boolean> {
  const seen = new Set([name]);
  for (let generation = [name]; generation.length > 0; ) {
    const found = await Promise.all(generation.map(local.metadata));
    const parents: string[] = [];
    for (const metadata of found) {
      if (metadata === 'broken') return false;
      if (metadata === null) continue;
      if (metadata.access !== null && !isAccepted(metadata.access, claims)) return false;
      parents.push(...metadata.parents);
    }
    generation = [...new Set(parents)].filter((parent) => !seen.has(parent));
    for (const parent of generation) seen.add(parent);
  }
  return true;
}
