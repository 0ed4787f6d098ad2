import type { Service } from '../service.ts';

/** The service as it is for whoever may see all: its scopes are all to be counted for such a caller, with what they have. */
export function widestFor<Given extends Pick<Service, 'config' | 'for' | 'isAdmin'>>(
  service: Given,
): Given | Service {
  const { auth_issuer_url: issuer } = service.config.settings;
  return service.isAdmin && issuer !== null
    ? service.for({ hops: [], claims: null, network: false })
    : service;
}

/**
 * Tells whether the caller may see what others reported or read: all of it for those whom `admin_roles` names, otherwise what is
 * about a scope that he may read. What is about no scope is for the former alone.
 */
export function visibleTo(
  service: Pick<Service, 'isAdmin' | 'mayRead'>,
): (scope: string | null | undefined) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return async (scope) => {
    if (service.isAdmin) return true;
    if (scope === null || scope === undefined) return false;
    let may = known.get(scope);
    if (may === undefined) {
      may = service.mayRead(scope);
      known.set(scope, may);
    }
    return may;
  };
}
