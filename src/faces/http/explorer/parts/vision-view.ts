import type { Place } from '../place.ts';
import { definePart, defineView, type View } from '../view.ts';
import type { countStates, ShownState } from './check-states.ts';
import type { Choice } from './filter.ts';
import { type Failures, type ScopeHead, scopeHeadView } from './scope-head.ts';
import type { VisionQuery } from './vision-query.ts';

type StateCount = ReturnType<typeof countStates>[number];

export interface AcItem {
  readonly ref: string;
  readonly given: string;
  readonly when: string;
  readonly then: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  readonly validated: boolean;
  readonly manual: boolean;
  /** What a filter finds it by, besides what is marked in it. */
  readonly terms: string;
  readonly history: string;
  readonly checks: readonly (ShownState & {
    readonly kind: string;
    readonly text: string;
    readonly last_run: string | null;
    readonly report: string;
    readonly message: string | null;
  })[];
}

export interface StoryItem {
  readonly id: string;
  readonly who: string;
  readonly what: string;
  readonly why: string;
  /** What a filter finds each of its criteria by. */
  readonly terms: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  readonly validated: boolean;
  readonly done: number;
  readonly total: number;
  /** Of its active criteria, what is not as it should be. */
  readonly open: readonly StateCount[];
  readonly acs: readonly AcItem[];
  readonly place: Place;
  readonly inherited: boolean;
  readonly replaced: readonly Place[];
}

export interface VisionData {
  readonly head: ScopeHead;
  readonly here: string;
  readonly coverage: string;
  /** Checks of active criteria by state, each with the page of those alone. */
  readonly states: readonly (StateCount & { readonly href: string })[];
  readonly query: VisionQuery;
  /** Empty where all is shown. */
  readonly filtered: string;
  readonly choices: readonly (Choice & {
    /** What a sentence says before the text of an option. */
    readonly by: string;
  })[];
  /** How a script may get the stories that are not here, as on the page of rules. */
  readonly partial: 'load' | 'ask' | '';
  /** HTML. */
  readonly stories: string;
  /** Whether there is none that is asked for. */
  readonly isNothing: boolean;
  readonly isEmpty: boolean;
  readonly unfold: string | null;
  readonly done: number;
  readonly total: number;
  readonly failures: Failures;
}

const checkView = `<li class="<%= check.state %>"><span class="mark" aria-hidden="true"><%= check.sign %></span> <strong><%= check.word %></strong> <%= check.kind %>: <%= check.text %>\
<% if (check.last_run !== null) { %> <span class="from"><time datetime="<%= check.last_run %>"><%= check.last_run.slice(0, 10) %></time>, <%= check.report %></span><% } %>\
<% if (check.message) { %><br><span class="from"><%= check.message %></span><% } %></li>`;

const criterionView = `<li class="ac<%= ac.active ? '' : ' inactive' %>" id="<%= ac.ref %>" data-item data-terms="<%= ac.terms %>">
<p class="ac-head"><strong><%= ac.ref %></strong> <span class="badge<%= ac.validated ? ' good' : ' open' %>"><%= ac.validated ? 'validated' : 'not validated' %></span><% if (ac.manual) { %> <span class="badge">manual</span><% } %><% if (story.active && !ac.active) { %> <span class="badge">inactive</span><% } %></p>
<dl class="gwt"><div><dt>Given</dt><dd data-text><%= ac.given %></dd></div><div><dt>When</dt><dd data-text><%= ac.when %></dd></div><div><dt>Then</dt><dd data-text><%= ac.then %></dd></div></dl>
<% if (ac.checks.length > 0) { %><ul class="checks" aria-label="Checks of <%= ac.ref %>"><% for (const check of ac.checks) { %>
${checkView}
<% } %></ul>
<p class="from"><a href="<%= ac.history %>">History<span class="hidden-text"> of <%= ac.ref %></span></a></p><% } else { %><p class="from">As the author states it; no checks.</p><% } %>
<%~ include('@tags', ac) %>
</li>`;

/** A story, and whether it shows its head alone until somebody opens it. */
export const storyView: (data: { readonly story: StoryItem; readonly folded: boolean }) => string =
  definePart(`
<% const { story } = it; %>
<details class="story<%= story.active ? '' : ' inactive' %>" id="<%= story.id %>" data-group="<%= story.terms %>"<% if (story.acs.length === 0) { %> data-item<% } %><% if (!it.folded) { %> open<% } %>>
<summary><h2><span class="ref"><%= story.id %></span> <%= story.what %></h2>
<span class="progress"><progress id="<%= story.id %>-done" max="<%= Math.max(1, story.total) %>" value="<%= story.done %>"></progress> <label for="<%= story.id %>-done"><%= story.done %> of <%= story.total %> validated</label>\
<% if (!story.active) { %> <span class="badge">inactive</span><% } else if (story.validated) { %> <span class="badge good">validated</span><% } %>\
<% for (const { state, sign, word, count } of story.open) { %> <span class="<%= state %>"><span class="mark" aria-hidden="true"><%= sign %></span><%= count %> <%= word %></span><% } %></span></summary>
<dl class="gwt"><div><dt>Who</dt><dd><%= story.who %></dd></div><div><dt>Why</dt><dd><%= story.why %></dd></div></dl>
<%~ include('@tags', story) %>
<ul class="acs">
<% for (const ac of story.acs) { %>
${criterionView}
<% } %>
</ul>
<p class="from"><% if (story.inherited) { %>from <strong><%= story.place.scope %></strong> · <% } %><%~ include('@place', story) %></p>
<% for (const place of story.replaced) { %><p class="from">replaces that of <strong><%= place.scope %></strong> · <%~ include('@place', { place }) %></p><% } %>
</details>
`);

export const visionView: View<VisionData> = defineView<VisionData>(`
${scopeHeadView}
<% if (it.isEmpty) { %><p class="empty">This scope has no user stories. They stand in its <code>tenka.yml</code>; <code>precept lint</code> says what is wrong with one.</p><% } else { %>
<p class="overall"><label for="overall"><%= it.done %> of <%= it.total %> acceptance criteria are validated</label>
<progress id="overall" max="<%= Math.max(1, it.total) %>" value="<%= it.done %>"></progress></p>
<ul class="states" aria-label="Checks by state">
<% for (const { state, sign, word, count, href } of it.states) { %><li class="<%= state %>"><a href="<%= href %>"><span class="mark" aria-hidden="true"><%= sign %></span><%= count %> <%= word %></a></li>
<% } %><li><a href="<%= it.coverage %>">What is not tested</a></li>
</ul>
<form class="search" role="search" method="get">
<label for="filter">Filter criteria</label>
<input id="filter" name="q" type="search" value="<%= it.query.words %>" autocomplete="off" spellcheck="false" maxlength="200"><% if (it.query.all) { %><input type="hidden" name="all" value="1"><% } %>
<% for (const { name, label, value, options, by } of it.choices) { %><label><%= label %> <select name="<%= name %>" autocomplete="off" data-choice data-by="<%= by %>"><option value="">any</option><% for (const option of options) { %><option value="<%= option.value %>"<% if (option.value === value) { %> selected<% } %>><%= option.text %></option><% } %></select></label>
<% } %><button type="submit">Filter</button>
<a id="filter-none" href="<%= it.here %>"<% if (it.filtered === '') { %> hidden<% } %>>Show all</a>
</form>
<p class="filtered" role="status"><%= it.filtered %></p>
<% if (it.unfold !== null) { %><p class="meta unfold"><a href="<%= it.unfold %>" data-keeps>Unfold all stories</a></p><% } %>
<div id="parts"<% if (it.partial !== '') { %> data-partial="<%= it.partial %>" data-whole="<%= it.query.all ? '?all=1' : '' %>"<% } %>>
<%~ it.stories %>
<p class="empty" id="filter-empty"<% if (!it.isNothing) { %> hidden<% } %>>No criterion matches. <a href="<%= it.here %>">All stories</a></p>
</div>
<% } %>
<%~ include('@failures', it) %>
`);
