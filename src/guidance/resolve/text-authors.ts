import type { Author, TemplateOrigin } from '../../render/text-renderer.ts';
import type { ResolvedScope } from '../guidance.ts';
import type { KindName } from '../kinds.ts';
import { ruleKinds } from '../rules/rule.ts';
import { saysOrigin } from '../says-origin.ts';

/** The kinds whose categories say when they apply. */
const kindsWithWhen = [...ruleKinds, 'katas'] as const;

/** Whether a kind has categories, which say when they apply and whether they always do. */
export function hasCategories(kind: KindName): kind is (typeof kindsWithWhen)[number] {
  return (kindsWithWhen as readonly string[]).includes(kind);
}

type WithParts = Pick<ResolvedScope, 'parts'>;

/** What tells an author from others. */
export function authorKey({ server, scope }: Author): string {
  return `${server} ${scope}`;
}

/** Gives what `origin` is in the texts of an author: the tags that its own metadata.yml has, or that its master tells of it. */
export function createOriginOf({ parts }: WithParts): (author: Author) => TemplateOrigin {
  return ({ server, scope }) => {
    if (server === 'local') return { name: scope, tags: parts.get(scope)?.local?.metadata.tags ?? {} };
    for (const { remotes } of parts.values()) {
      for (const { tagsOf } of remotes) {
        const tags = tagsOf.get(authorKey({ server, scope }));
        if (tags !== undefined) return { name: scope, tags };
      }
    }
    return { name: scope, tags: {} };
  };
}

/** Who wrote the `when` of a category: the nearest whose files say so, else the master that does; null for nobody here. */
export function authorOfWhen(
  { parts }: WithParts,
  kind: KindName,
  category: string,
  when: string,
): Author | null {
  if (!hasCategories(kind)) return null;
  for (const [scope, { local }] of parts) {
    if (local?.[kind].get(category)?.when === when) return { server: 'local', scope };
  }
  for (const [scope, { remotes }] of parts) {
    for (const remote of remotes) {
      if (remote[kind].get(category)?.when !== when) continue;
      return remote.whenAuthors.get(whenAuthorKey(kind, category)) ?? { server: remote.url, scope };
    }
  }
  return null;
}

/** What tells one `when` of a bundle from others. */
export function whenAuthorKey(kind: string, category: string): string {
  return `${kind} ${category}`;
}

/** What a bundle says of those whose texts ask who wrote them. */
export interface ToldAuthors {
  /** The tags of scopes, by name, behind the server's address where that is another. */
  readonly tags_of: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Who wrote a `when`, by kind and category. */
  readonly when_origins: Readonly<Record<string, Readonly<Record<string, Author>>>>;
}

/** The authors that a bundle of a scope has to tell of; empty for one in which no text asks. */
export function authorsToTell(scope: ResolvedScope): ToldAuthors {
  const authors = new Map<string, Author>();
  const whens: Record<string, Record<string, Author>> = {};
  const add = ({ server, scope: name }: Author, texts: readonly (string | null | undefined)[]) => {
    if (!texts.some(saysOrigin)) return;
    authors.set(authorKey({ server, scope: name }), { server, scope: name });
  };
  for (const kind of kindsWithWhen) {
    for (const [category, { when }] of scope[kind]) {
      if (when === null || !saysOrigin(when)) continue;
      const author = authorOfWhen(scope, kind, category, when);
      if (author === null) continue;
      whens[kind] = { ...whens[kind], [category]: author };
      add(author, [when]);
    }
  }
  for (const kind of ruleKinds) {
    for (const { rules } of scope[kind].values())
      for (const { origin, text, details, detailsBy = origin } of rules) {
        add(origin, [text]);
        add(detailsBy, [details?.why]);
      }
  }
  for (const { katas } of scope.katas.values())
    for (const { origin, when, procedure } of katas.values()) add(origin, [when, procedure]);
  for (const { origin, who, what, why, acs } of scope.stories.values()) {
    const inside = [...acs.values()].flatMap((ac) => [ac.given, ac.when, ac.then]);
    add(origin, [who, what, why, ...inside]);
  }
  const originOf = createOriginOf(scope);
  const tags = [...authors.values()].map((author): [string, Readonly<Record<string, string>>] => [
    author.server === 'local' ? author.scope : authorKey(author),
    originOf(author).tags,
  ]);
  return { tags_of: Object.fromEntries(tags), when_origins: whens };
}
