import type { Service } from '../../../service/service.ts';

/** Resources listed one by one; scopes beyond this many are still reached through the templates. */
const maxListed = 500;

/** A view of a scope that is a resource. */
export interface ScopeResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export const scopeResources = {
  rules: { name: 'rules', title: 'Rules', description: 'All rules of a scope' },
  index: { name: 'index', title: 'Rule categories', description: 'The category index of a scope' },
  tenka: {
    name: 'tenka',
    title: 'Vision',
    description: 'User stories and acceptance criteria of a scope',
  },
} as const satisfies Readonly<Record<string, ScopeResource>>;

/** What they hold. */
export const resourceType = 'text/markdown';

/** The resources of one kind, one for each scope that is listed. Faults are thrown. */
export async function resourcesOf(
  { name, title }: ScopeResource,
  service: Service,
): Promise<{ uri: string; name: string; title: string }[]> {
  const { names } = await service.scopes();
  return names.slice(0, maxListed).map((scope) => ({
    uri: `precept://scopes/${scope}/${name}`,
    name: `${scope} ${name}`,
    title: `${title} of ${scope}`,
  }));
}

/** All resources that are listed, as `resources/list` has them. Faults are thrown. */
export async function listScopeResources(service: Service): Promise<readonly object[]> {
  const resources: object[] = [];
  for (const kind of Object.values(scopeResources)) {
    // The SDK puts what all of a kind share first, and lets each say otherwise.
    const about = { title: '', description: kind.description, mimeType: resourceType };
    for (const resource of await resourcesOf(kind, service)) resources.push({ ...about, ...resource });
  }
  return resources;
}
