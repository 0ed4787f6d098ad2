import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { Fault } from '../../model/fault.ts';
import type { Service } from '../../service/service.ts';
import { orProtocolError } from './answer.ts';

/** Scope names that start with what was typed, or else those that hold it; letters of either case match. */
export async function completeScope(service: Service, typed: string): Promise<string[]> {
  const { names } = await orProtocolError('completion', service, () => service.scopes());
  return matching(names, typed);
}

type Given = Readonly<Record<string, string | undefined>>;

/** Categories of a scope that continue the last of the comma-separated paths typed so far. */
export async function completeCategories(
  service: Service,
  typed: string,
  scope: string | undefined,
): Promise<string[]> {
  const comma = typed.lastIndexOf(',') + 1;
  const resolved = await scopeOrNull(service, scope);
  const categories = new Set(ruleKinds.flatMap((kind) => [...(resolved?.[kind].keys() ?? [])]));
  return matching([...categories].sort(), typed.slice(comma).trim()).map(
    (category) => typed.slice(0, comma) + category,
  );
}

/** Names of the katas of a scope, of one category where that is given. */
export async function completeKata(service: Service, typed: string, given: Given): Promise<string[]> {
  const scope = await scopeOrNull(service, given.scope_name ?? given.scope);
  const names = [...(scope?.katas ?? [])]
    .filter(([category]) => !given.category || category === given.category)
    .flatMap(([, { katas }]) => [...katas.keys()]);
  return matching([...new Set(names)].sort(), typed);
}

/** Categories of a scope that have the kata that is already named, or any. */
export async function completeKataCategory(service: Service, typed: string, given: Given): Promise<string[]> {
  const scope = await scopeOrNull(service, given.scope_name ?? given.scope);
  const name = given.kata_name ?? given.kata;
  const found = [...(scope?.katas ?? [])].filter(([, { katas }]) =>
    name ? katas.has(name) : katas.size > 0,
  );
  return matching(found.map(([category]) => category).sort(), typed);
}

/** Completion helps while a name is still being typed: a scope that cannot be served has nothing to offer. */
async function scopeOrNull(service: Service, name: string | undefined): Promise<ResolvedScope | null> {
  const wanted = name || (service.config.settings.default_scope ?? '');
  return orProtocolError('completion', service, () =>
    service.scope(wanted).catch((error: unknown) => {
      if (error instanceof Fault) return null;
      throw error;
    }),
  );
}

function matching(names: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const starts = names.filter((name) => name.toLowerCase().startsWith(wanted));
  return starts.length > 0 ? starts : names.filter((name) => name.toLowerCase().includes(wanted));
}
