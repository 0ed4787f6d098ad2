import * as v from 'valibot';
import { defineOperation } from '../../operation.ts';
import { lookUpScopes } from '../../tasks/look-up-scopes.ts';
import { scopeName } from '../shapes/arguments.ts';

/** The scopes that name a scope as a parent, of those that the caller may see and a page looks up; one that cannot be served names none. */
export const exploreChildren = defineOperation({
  name: 'explore_children',
  title: 'The children of a scope',
  description: 'Which scopes inherit from a scope directly.',
  needs: ['scope', 'scopes'],
  input: v.strictObject({ scope_name: scopeName }),
  output: v.object({ children: v.array(v.string()) }),
  http: null,
  mcp: null,
  cli: null,
  async run({ scope_name }, service) {
    const { names } = await service.scopes();
    const isChild = await lookUpScopes(names, async (name) => {
      const scope = await service.scope(name).catch(() => null);
      return scope?.descent.parents.some((parent) => parent.name === scope_name) ?? false;
    });
    return { data: { children: names.filter((_, index) => isChild[index]) }, presentation: null };
  },
});
