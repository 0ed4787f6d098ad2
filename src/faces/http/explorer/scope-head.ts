import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Overridden } from '../../../guidance/overridden.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';
import { scopeHref } from './place.ts';

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
  readonly parents: readonly { readonly name: string; readonly href: string }[];
  readonly sources: readonly string[];
  readonly counts: Counts;
  readonly notices: readonly Notice[];
}

/** What a page of a scope is made from. */
export interface ScopePage {
  readonly scope: ResolvedScope;
  readonly texts: TextRenderer;
  /** Said of a category that says nothing of when it applies. */
  readonly fallbackWhen: string;
  readonly overridden: readonly Overridden[];
}

/** A page of a scope that can be filtered. */
export interface FilteredPage extends ScopePage {
  /** What the search box holds. */
  readonly query: string;
}

export interface Counts {
  readonly rules: number;
  readonly katas: number;
  readonly stories: number;
}

export function scopeHead(scope: ResolvedScope, tab: ScopeHead['tab']): ScopeHead {
  const { name, metadata, sources, warnings, unavailable } = scope;
  const absent = unavailable.map(({ url, reason, since }) => `${url}, since ${since}: ${reason}`);
  return {
    name,
    tab,
    description: metadata.description,
    tags: tagTexts(metadata.tags),
    parents: metadata.parents.map((parent) => ({ name: parent, href: scopeHref(parent) })),
    sources,
    counts: countsOf(scope),
    notices: [
      ...(warnings.length > 0 ? [{ title: 'Warnings', lines: warnings }] : []),
      ...(absent.length > 0 ? [{ title: 'Masters that are missing here', lines: absent }] : []),
    ],
  };
}

export function tagTexts(tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([key, value]) => `${key}: ${value}`);
}

export function countsOf(scope: ResolvedScope): Counts {
  const rules = ruleKinds
    .flatMap((kind) => [...scope[kind].values()])
    .reduce((sum, category) => sum + category.rules.length, 0);
  const katas = [...scope.katas.values()].reduce((sum, category) => sum + category.katas.size, 0);
  return { rules, katas, stories: scope.stories.size };
}

/** The top of a scope's pages; reads `it.head`. */
export const scopeHeadView: string = `
<div class="scope-head">
<h1><%= it.head.name %></h1>
<% if (it.head.description.trim() !== '') { %><p class="lead"><%= it.head.description %></p><% } %>
<dl class="facts">
<% if (it.head.parents.length > 0) { %><div><dt>Inherits from</dt><dd><% it.head.parents.forEach(({ name, href }, index) => { %><%= index > 0 ? ', ' : '' %><a href="<%= href %>"><%= name %></a><% }) %></dd></div><% } %>
<div><dt><%= it.head.sources.length > 1 ? 'Sources' : 'Source' %></dt><dd><%= it.head.sources.join(', ') %></dd></div>
<% if (it.head.tags.length > 0) { %><div><dt>Tags</dt><dd><%~ include('@tags', it.head) %></dd></div><% } %>
</dl>
</div>
<%~ include('@notices', it.head) %>
<%~ include('@tabs', it.head) %>
`;
