import * as v from 'valibot';
import { toFault } from '../../../model/fault.ts';
import { cutText } from '../../../model/text/cut-text.ts';
import { defineOperation } from '../../operation.ts';
import type { Service } from '../../service.ts';
import { lookUpScopes } from '../../tasks/look-up-scopes.ts';
import { exploredScope, missingMasters } from '../shapes/explorer-shapes.ts';
import { scopeData } from './explore-scope.ts';

/** The start page of the explorer. Of scopes that are too many to look up the name is told. */
export const exploreScopes = defineOperation({
  name: 'explore_scopes',
  title: 'All scopes with what they are',
  description: 'Every scope with what it is and how much guidance it has, or why it cannot be served.',
  needs: ['scope', 'scopes', 'whyEmpty'],
  input: v.strictObject({}),
  output: v.object({
    scopes: v.array(
      v.object({ name: v.string(), trouble: v.nullable(v.string()), scope: v.nullable(exploredScope) }),
    ),
    unavailable: missingMasters,
    why_empty: v.nullable(v.string()),
  }),
  http: null,
  mcp: null,
  cli: null,
  async run(_input, service) {
    const { names, unavailable } = await service.scopes();
    const known = await lookUpScopes(names, (name) => scopeOrTrouble(name, service));
    const others = names.slice(known.length).map((name) => ({ name, trouble: null, scope: null }));
    const scopes = [...known, ...others];
    const whyEmpty = names.length === 0 ? service.whyEmpty() : null;
    return { data: { scopes, unavailable, why_empty: whyEmpty }, presentation: null };
  },
});

/** Characters of a description in a list of all scopes. */
const maxDescription = 2000;

async function scopeOrTrouble(name: string, service: Pick<Service, 'scope'>) {
  try {
    const { description, ...data } = scopeData(await service.scope(name));
    return { name, trouble: null, scope: { ...data, description: cutText(description, maxDescription) } };
  } catch (error) {
    return { name, trouble: toFault(error).message, scope: null };
  }
}
