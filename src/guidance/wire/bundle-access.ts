import * as v from 'valibot';
import type { PassedAccess } from '../../model/guidance.ts';
import type { ResolvedScope } from '../guidance.ts';

/** Bounds of what a master may say: far more than anybody writes, and little to work through. */
const maxConditions = 1000;
const maxPatterns = 100;
const maxLength = 500;

const text = v.pipe(v.string(), v.maxLength(maxLength));

/** `auth` of a bundle (docs/formats.md): whom the scope is for, by roles of one issuer. */
export const bundleAccessShape = v.object({
  issuer: v.pipe(text, v.minLength(1)),
  all: v.pipe(
    v.array(
      v.object({
        scope: text,
        accepted_roles: v.pipe(v.array(text), v.maxLength(maxPatterns)),
        roles_claim: text,
      }),
    ),
    v.maxLength(maxConditions),
  ),
});

type BundleAccess = v.InferOutput<typeof bundleAccessShape>;

/** What a bundle says of access. */
export function readAccess(auth: BundleAccess | null | undefined): PassedAccess | null {
  if (!auth) return null;
  const all = auth.all.map(({ scope, accepted_roles, roles_claim }) => ({
    scope,
    acceptedRoles: accepted_roles,
    rolesClaim: roles_claim,
  }));
  return { issuer: auth.issuer, all };
}

/**
 * The conditions of a scope for its bundle: those of its own metadata and of its ancestors', which count where this server asks for
 * tokens of `issuer`, and those of its masters, as they are. Null for none.
 */
export function accessOf(scope: ResolvedScope, issuer: string | null): BundleAccess | null {
  const own = [...scope.parts].flatMap(([name, { local }]) => {
    const access = issuer === null ? null : (local?.metadata.access ?? null);
    return access === null ? [] : [{ scope: name, ...access }];
  });
  const passed = scope.passedAccess.flatMap(({ all }) => all);
  const from = scope.passedAccess[0]?.issuer ?? issuer;
  if (from === null || (own.length === 0 && scope.passedAccess.length === 0)) return null;
  const all = [...own, ...passed].map(({ scope: name, acceptedRoles, rolesClaim }) => ({
    scope: name,
    accepted_roles: [...acceptedRoles],
    roles_claim: rolesClaim,
  }));
  const unique = new Map(all.map((condition) => [JSON.stringify(condition), condition]));
  return { issuer: from, all: [...unique.values()] };
}
