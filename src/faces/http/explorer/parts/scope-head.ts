import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import { type Place, scopeHref, toPlace } from '../place.ts';
import { glossaryView } from './glossary.ts';

/** A scope as pages show it, with what it replaced. */
export type ExploredScope = AnswerOf<typeof pageOperations.exploreScope>['data'];

/** Templates that failed, as answers report them. */
export type Failures = readonly {
  readonly element_type: string;
  readonly element_identifier: string;
  readonly template_text: string;
  readonly error_message: string;
}[];

export interface Notice {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What every page of a scope shows at its top. */
export interface ScopeHead {
  readonly name: string;
  readonly tab: 'rules' | 'katas' | 'vision' | null;
  readonly description: string;
  readonly tags: readonly string[];
  /** How many there are besides. */
  readonly moreTags: number;
  readonly parents: readonly {
    readonly name: string;
    readonly href: string;
    readonly server: string | null;
  }[];
  /** Those that inherit from it directly, on the pages that begin with it. */
  readonly children: readonly { readonly name: string; readonly href: string }[];
  readonly sources: readonly string[];
  readonly counts: Counts;
  readonly notices: readonly Notice[];
}

export interface Counts {
  readonly rules: number;
  readonly katas: number;
  readonly stories: number;
}

/** What a page of a scope shows at its top; `children` are names. */
export function scopeHead(
  scope: Omit<ExploredScope, 'overridden'>,
  tab: ScopeHead['tab'],
  children: readonly string[] = [],
): ScopeHead {
  const { name, description, tags, parents, sources, counts, warnings, unavailable } = scope;
  return {
    name,
    tab,
    description,
    tags: tagTexts(tags),
    moreTags: scope.more_tags,
    parents: parents.map((parent) => ({
      name: parent.name,
      href: scopeHref(parent.name),
      server: parent.server === 'local' ? null : parent.server,
    })),
    children: children.map((child) => ({ name: child, href: scopeHref(child) })),
    sources,
    counts,
    notices: [
      ...(warnings.length > 0 ? [{ title: 'Warnings', lines: warnings }] : []),
      ...missingMasters(unavailable),
    ],
  };
}

/** A moment of ISO 8601 as people read it. */
function shownTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** A notice of the masters that a page has to do without, if any. */
export function missingMasters(unavailable: ExploredScope['unavailable']): Notice[] {
  const lines = unavailable.map(
    ({ url, reason, since, as_of }) =>
      `${url}, since ${shownTime(since)}: ${reason}${as_of === undefined ? '' : `; its content is as of ${shownTime(as_of)}`}`,
  );
  return lines.length > 0 ? [{ title: 'Masters that are missing here', lines }] : [];
}

/** Tells where the pieces of a kind are written that one of a category replaced. */
export function replacedBy(
  { overridden }: ExploredScope,
  kind: string,
): (category: string | null, name: string) => readonly Place[] {
  const keyOf = (category: string | null, name: string | null) => JSON.stringify([category, name]);
  const found = new Map<string, Place[]>();
  for (const one of overridden) {
    if (one.kind !== kind) continue;
    const key = keyOf(one.category, one.name);
    const places = found.get(key) ?? [];
    places.push(toPlace(one.origin));
    found.set(key, places);
  }
  return (category, name) => found.get(keyOf(category, name)) ?? [];
}

export function tagTexts(tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([key, value]) => `${key}: ${value}`);
}

/** The top of a scope's pages; reads `it.head`. */
export const scopeHeadView: string = `
<div class="scope-head">
<h1><%= it.head.name %></h1>
<% if (it.head.description.trim() !== '') { %><p class="lead"><%= it.head.description %></p><% } %>
<dl class="facts">
<% if (it.head.parents.length > 0) { %><div><dt>Inherits from</dt><dd><% it.head.parents.forEach(({ name, href, server }, index) => { %><%= index > 0 ? ', ' : '' %><a href="<%= href %>"><%= name %></a><% if (server !== null) { %> <span class="server"><%= server %></span><% } %><% }) %></dd></div><% } %>
<% if (it.head.children.length > 0) { %><div><dt>Inherited by</dt><dd><% it.head.children.slice(0, 12).forEach(({ name, href }, index) => { %><%= index > 0 ? ', ' : '' %><a href="<%= href %>"><%= name %></a><% }) %>\
<% if (it.head.children.length > 12) { %><details class="folded"><summary>and <%= it.head.children.length - 12 %> more</summary><% it.head.children.slice(12).forEach(({ name, href }, index) => { %><%= index > 0 ? ', ' : '' %><a href="<%= href %>"><%= name %></a><% }) %></details><% } %></dd></div><% } %>
<div><dt><%= it.head.sources.length > 1 ? 'Sources' : 'Source' %></dt><dd><%= it.head.sources.join(', ') %></dd></div>
<% if (it.head.tags.length > 0) { %><div><dt>Tags</dt><dd><%~ include('@tags', it.head) %><% if (it.head.moreTags > 0) { %><span class="meta">and <%= it.head.moreTags %> more</span><% } %></dd></div><% } %>
</dl>
<p class="meta"><a href="/compare?from=<%= encodeURIComponent(it.head.name) %>">Compare with another scope</a></p>
${glossaryView('scope', 'parent', 'tag', 'category', 'when', 'strength', 'commandment', 'suggestion', 'kata', 'template', 'story', 'acceptance criterion')}
</div>
<%~ include('@notices', it.head) %>
<%~ include('@tabs', it.head) %>
`;
