import { type Change, isOfKind } from '../../../model/change.ts';
import { scopeNamePattern } from '../../../model/names/scope-name.ts';
import type { Service } from '../../../service/service.ts';

/** How one client is notified. */
export interface Announcer {
  resourcesChanged(): void;
  resourceUpdated(uri: string): void;
}

/** The kinds of files that a resource of a scope, by the first word of its path, is made of. */
const madeOf: Readonly<Record<string, ReadonlySet<string>>> = {
  rules: new Set(['metadata', 'commandments', 'suggestions']),
  index: new Set(['metadata', 'commandments', 'suggestions']),
  katas: new Set(['metadata', 'katas']),
  tenka: new Set(['metadata', 'tenka', 'results']),
};

const address = /^precept:\/\/scopes\/([^/]+)\/([a-z]+)(?:\/|$)/;

/** Whether a URI has the form of a resource of ours. */
export function isResource(uri: string): boolean {
  return partsOf(uri) !== null;
}

/** The scope that a resource is of, and the kinds of files that it is made of; null for what is none of ours. */
function partsOf(uri: string) {
  const [, name = '', part = ''] = address.exec(uri) ?? [];
  const scope = decoded(name);
  const kinds = Object.hasOwn(madeOf, part) ? madeOf[part] : undefined;
  return kinds !== undefined && scopeNamePattern.test(scope) ? { scope, kinds } : null;
}

/**
 * Tells a client of a change: that the list of resources is another one, where files of scopes changed (hosts that subscribe
 * to nothing read anew on that), and each resource it subscribed to that the change shows in. The list of prompts is always
 * the same, so that there is nothing to report. `service` is the client's own view: it hears of no scope it may not read.
 */
export async function announce(
  change: Change,
  service: Service,
  subscribed: Iterable<string>,
  client: Announcer,
): Promise<void> {
  const { names, kinds } = change;
  if (names || kinds === null || [...kinds].some((kind) => kind !== 'results')) client.resourcesChanged();
  for (const uri of subscribed) {
    const parts = partsOf(uri);
    if (parts === null || !isOfKind(change, parts.kinds)) continue;
    if (await service.isTouched(parts.scope, change)) client.resourceUpdated(uri);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
