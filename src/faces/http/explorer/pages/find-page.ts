import { estimateTokens, formatTokens } from '../../../../model/text/tokens.ts';
import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { categoryId, type Place, scopeHref, toPlace } from '../place.ts';
import { defineView } from '../view.ts';
import { kataHref } from './katas-page.ts';

/** What the form of the page holds. */
export interface Sought {
  readonly query: string;
  /** Empty for all scopes. */
  readonly scope: string;
  /** Comma-separated paths. */
  readonly files: string;
}

/** What the ticks of a form belong to: those of another task say nothing of this one. */
export function ticksFor({ query, scope, files }: Sought): string {
  return JSON.stringify([scope, query.replace(/\s+/g, ' '), files]);
}

/** What an agent gets that asks find_guidance, and then get_rules for the categories that are ticked. */
export interface AgentAnswers {
  readonly found: AnswerOf<typeof named.findGuidance>;
  /** Null where nothing is ticked. */
  readonly rules: AnswerOf<typeof named.getRules> | null;
  readonly ticked: ReadonlySet<string>;
}

interface Hit {
  readonly category: string;
  readonly kata: string | null;
  readonly text: string;
  readonly href: string;
  readonly place: Place;
}

interface Part {
  readonly title: string;
  readonly text: string;
  readonly tokens: string;
}

type Why = ReturnType<AgentAnswers['found']['presentation']['why']>;

/** A category that an agent gets, and why. */
interface Chosen {
  readonly category: string;
  readonly ticked: boolean;
  readonly why: string;
}

interface FindData {
  readonly sought: Sought;
  /** What the ticks are for. */
  readonly chosen: string;
  readonly scopes: readonly string[];
  /** The hits by the scope that they are written in; null where one scope was asked, or nothing. */
  readonly groups:
    | readonly { readonly scope: string; readonly href: string; readonly hits: readonly Hit[] }[]
    | null;
  readonly warnings: readonly string[];
  readonly choices: readonly Chosen[];
  readonly parts: readonly Part[];
}

/** The page with the search over all scopes: its form alone where nothing was sought. */
export function searchPage(
  sought: Sought,
  scopes: readonly string[],
  found: AnswerOf<typeof named.searchScopes>['data'] | null,
): string {
  const groups = new Map<string, Hit[]>();
  for (const { category, kata = null, text, origin } of found?.hits ?? []) {
    const href =
      kata === null
        ? `${scopeHref(origin.scope)}#${categoryId(category)}`
        : kataHref(origin.scope, category, kata);
    const hits = groups.get(origin.scope) ?? [];
    groups.set(origin.scope, hits);
    hits.push({ category, kata, text, href, place: toPlace(origin) });
  }
  return page(sought, {
    scopes,
    groups:
      found === null ? null : [...groups].map(([scope, hits]) => ({ scope, href: scopeHref(scope), hits })),
    warnings: found?.warnings ?? [],
    choices: [],
    parts: [],
  });
}

/** The page with the answers that an agent gets of one scope, each as it gets it, with what it costs. */
export function answersPage(
  sought: Sought,
  scopes: readonly string[],
  { found, rules, ticked }: AgentAnswers,
): string {
  const entries = [...found.data.for_files, ...found.data.results];
  const part = (title: string, text: string): Part => ({
    title,
    text,
    tokens: formatTokens(estimateTokens(text)),
  });
  return page(sought, {
    scopes,
    groups: null,
    warnings: [],
    choices: entries.map(({ category, fits }) => ({
      category,
      ticked: ticked.has(category),
      why: whyText(found.presentation.why(category), fits),
    })),
    parts: [
      part('find_guidance', found.text('markdown')),
      ...(rules === null ? [] : [part('get_rules', rules.text('markdown'))]),
    ],
  });
}

/** Why a category is there, for people: `fits: words "page", "list"; own`. */
function whyText({ always, files, words, own, learnt }: Why, fits: boolean): string {
  const reasons = [
    always ? 'every change' : '',
    files ? 'its paths' : '',
    words.length > 0 ? `words ${words.map((word) => `"${word}"`).join(', ')}` : '',
    own ? 'own' : '',
    learnt ? 'learnt from reports' : '',
  ];
  return `${fits ? 'fits' : 'perhaps'}: ${reasons.filter((reason) => reason !== '').join('; ')}`;
}

function page(sought: Sought, data: Omit<FindData, 'sought' | 'chosen'>): string {
  return view({ title: 'Find', section: 'find', crumbs: [] }, { sought, chosen: ticksFor(sought), ...data });
}

const view = defineView<FindData>(`
<h1>Find</h1>
<p class="lead">Rules and katas of all scopes by their words; with a scope, what an agent gets for a task.</p>
<form class="find panel" action="/find" method="get">
<p><label for="find-task">Words, or a task</label><textarea id="find-task" name="q" rows="2" maxlength="2000"><%= it.sought.query %></textarea></p>
<p><label for="find-scope">Scope</label><select id="find-scope" name="scope"><option value="">All scopes</option><% for (const name of it.scopes) { %><option<% if (name === it.sought.scope) { %> selected<% } %>><%= name %></option><% } %></select></p>
<p><label for="find-files">Files, comma-separated</label><input id="find-files" name="files" value="<%= it.sought.files %>" maxlength="10000" aria-describedby="find-files-about"><span id="find-files-about" class="from">Paths that are about to change; for one scope.</span></p>
<% if (it.choices.length > 0) { %>
<fieldset><legend>Categories that get_rules is asked for</legend><input type="hidden" name="chosen" value="<%= it.chosen %>"><% for (const { category, ticked, why } of it.choices) { %><label class="choice"><input type="checkbox" name="category" value="<%= category %>"<% if (ticked) { %> checked<% } %>> <code><%= category %></code> <span class="from"><%= why %></span></label><% } %></fieldset>
<% } %>
<p><button>Find</button></p>
</form>
<% if (it.warnings.length > 0) { %><div class="notice"><p>Not all scopes were searched:</p><ul><% for (const line of it.warnings) { %><li><%= line %></li><% } %></ul></div><% } %>
<% if (it.groups !== null && it.groups.length === 0) { %><p class="empty">Nothing fits these words. Try others: technologies, artefacts, concerns.</p><% } %>
<% for (const { scope, href, hits } of it.groups ?? []) { %>
<section><h2><a href="<%= href %>"><%= scope %></a> <span class="count"><%= hits.length %></span></h2>
<ul class="hits"><% for (const hit of hits) { %><li><p class="text"><%= hit.text %></p><p class="from"><a href="<%= hit.href %>"><code><%= hit.category %></code><% if (hit.kata !== null) { %>, kata <code><%= hit.kata %></code><% } %></a> · <%~ include('@place', { place: hit.place }) %></p></li><% } %></ul></section>
<% } %>
<% for (const { title, text, tokens } of it.parts) { %>
<section><h2><code><%= title %></code> <span class="count">about <%= tokens %> tokens</span></h2>
<div class="scroll" role="region" aria-label="<%= title %>" tabindex="0"><pre class="answer"><%= text %></pre></div></section>
<% } %>
`);
