import { Fault } from '../../../model/fault.ts';
import { type AnswerOf, ask } from '../../../service/ask.ts';
import type { Operation } from '../../../service/operation.ts';
import { named } from '../../../service/operations.ts';
import type { Service } from '../../../service/service.ts';
import { orProtocolError } from '../answer.ts';

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
  const index = await answerOrNull(named.getCategoryIndex, service, scope);
  const entries = index === null ? [] : [...index.commandments, ...index.suggestions];
  const categories = new Set(entries.map(({ category }) => category));
  return matching([...categories].sort(), typed.slice(comma).trim()).map(
    (category) => typed.slice(0, comma) + category,
  );
}

/** Names of the katas of a scope, of one category where that is given. */
export async function completeKata(service: Service, typed: string, given: Given): Promise<string[]> {
  const names = (await katasOf(service, given))
    .filter(([category]) => !given.category || category === given.category)
    .flatMap(([, katas]) => katas);
  return matching([...new Set(names)].sort(), typed);
}

/** Categories of a scope that have the kata that is already named, or any. */
export async function completeKataCategory(service: Service, typed: string, given: Given): Promise<string[]> {
  const name = given.kata_name ?? given.kata;
  const found = (await katasOf(service, given)).filter(([, katas]) => !name || katas.includes(name));
  return matching(found.map(([category]) => category).sort(), typed);
}

/** The names of katas by category. */
async function katasOf(service: Service, given: Given): Promise<(readonly [string, readonly string[]])[]> {
  const katas = await answerOrNull(named.getKatas, service, given.scope_name ?? given.scope);
  return Object.entries(katas?.categories ?? {});
}

/** Completion helps while a name is still being typed: a scope that cannot be served has nothing to offer. */
async function answerOrNull<Asked extends typeof named.getCategoryIndex | typeof named.getKatas>(
  operation: Asked,
  service: Service,
  name: string | undefined,
): Promise<AnswerOf<Asked>['data'] | null> {
  const scope_name = name || (service.config.settings.default_scope ?? '');
  return orProtocolError('completion', service, async () => {
    try {
      return (await ask<Operation>(operation, { scope_name, debug: true }, service)).data;
    } catch (error) {
      if (error instanceof Fault) return null;
      throw error;
    }
  });
}

function matching(names: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const starts = names.filter((name) => name.toLowerCase().startsWith(wanted));
  return starts.length > 0 ? starts : names.filter((name) => name.toLowerCase().includes(wanted));
}
