import { exampleValues } from '../../../service/operations/shapes/arguments.ts';
import type { Service } from '../../../service/service.ts';
import { findExampleSkills } from './example-skills.ts';

/** Values that something is found by, for each argument of a route; texts that only show the form where there is nothing. */
export interface ExampleArguments {
  /** A scope that exists; null without one. */
  readonly scope: string | null;
  of(operation: { readonly http: { readonly path: string } }): Readonly<Record<string, string>>;
  /** Says whether two of them give the same. */
  readonly key: string;
}

/** How many scopes are looked through for a kata and a story: each may have to be read. */
const most = 8;

/** Values of the content that the caller of `service` may see. What cannot be read is passed over. */
export async function findExampleArguments(service: Service): Promise<ExampleArguments> {
  const { names } = await service.scopes().catch(() => ({ names: [] as readonly string[] }));
  const { default_scope: usual } = service.config.settings;
  const first = usual !== null && names.includes(usual) ? usual : (names[0] ?? null);
  const ordered = [...new Set(first === null ? [] : [first, ...names])];
  const found = { rules: {}, kata: {}, vision: {} } as Record<'rules' | 'kata' | 'vision', Values>;
  for (const name of ordered.slice(0, most)) {
    const scope = await service.scope(name).catch(() => null);
    if (scope === null) continue;
    if (name === first) found.rules = ofRules(scope);
    found.kata = firstOf(found.kata, ofKatas(name, scope));
    found.vision = firstOf(found.vision, ofVision(name, scope));
    if ('kata_name' in found.kata && 'stories' in found.vision) break;
  }
  const shared = { ...exampleValues, ...(first !== null && { scope_name: first, scope: first }) };
  const skills = await findExampleSkills(service, ordered.slice(0, most));
  const all = {
    rules: { ...shared, ...found.rules },
    kata: { ...shared, ...found.rules, ...found.kata },
    vision: { ...shared, ...found.vision },
    skill: { ...shared, ...skills.text },
    archive: { ...shared, ...skills.archive },
    usual: skills.usual,
    usualArchive: skills.usualArchive,
    file: { ...shared, ...skills.file },
  };
  return {
    scope: first,
    key: JSON.stringify(all),
    of({ http: { path } }) {
      if (path.includes('/agent-skills')) {
        const isOfAny = path.startsWith('/scopes/');
        if (path.endsWith('.tar.gz')) return isOfAny ? all.archive : all.usualArchive;
        return isOfAny ? all.skill : all.usual;
      }
      if (path.endsWith('/files/{sha256}')) return all.file;
      if (path.includes('/katas')) return all.kata;
      return path.includes('/tenka') ? all.vision : all.rules;
    },
  };
}

type Values = Readonly<Record<string, string>>;
type Scope = Awaited<ReturnType<Service['scope']>>;

function firstOf(before: Values, now: Values): Values {
  return Object.keys(before).length > 0 ? before : now;
}

function ofRules({ commandments, suggestions }: Scope): Values {
  const ruled = [...commandments, ...suggestions].find(([, { rules }]) => rules.length > 0);
  return ruled === undefined ? {} : { categories: ruled[0], of: ruled[0] };
}

function ofKatas(scope: string, { katas }: Scope): Values {
  for (const [category, { katas: named }] of katas) {
    const [name] = named.keys();
    if (name !== undefined) return { scope_name: scope, kata_name: name, category, categories: category };
  }
  return {};
}

function ofVision(scope: string, { stories }: Scope): Values {
  for (const { id, tags, acs } of stories.values()) {
    const [ac] = acs.keys();
    if (ac !== undefined)
      return { scope_name: scope, stories: id, acs: ac, ...(tags[0] !== undefined && { tags: tags[0] }) };
  }
  return {};
}
