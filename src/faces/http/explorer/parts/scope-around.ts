import { ask } from '../../../../service/ask.ts';
import { pageOperations } from '../../../../service/operations/explorer.ts';
import type { Service } from '../../../../service/service.ts';
import type { ExploredScope } from './scope-head.ts';

/** What the head of a scope's main pages shows. */
export interface ScopeAround {
  readonly scope: ExploredScope;
  /** Names of the scopes that inherit from it directly. */
  readonly children: readonly string[];
}

/** A scope with its children. Faults are thrown. */
export async function scopeAround(scope_name: string, service: Service): Promise<ScopeAround> {
  const { data: scope } = await ask(pageOperations.exploreScope, { scope_name }, service);
  const { children } = (await ask(pageOperations.exploreChildren, { scope_name }, service)).data;
  return { scope, children };
}
