import type { AnswerOf } from '../../../service/ask.ts';
import type { exploreVision } from '../../../service/operations/explore-vision.ts';
import { createRoom } from './filter.ts';
import { type Place, toPlace } from './place.ts';
import { type ExploredScope, type Failures, type ScopeHead, scopeHead, scopeHeadView } from './scope-head.ts';
import { defineView } from './view.ts';

type Vision = AnswerOf<typeof exploreVision>['data'];
type Story = Vision['stories'][number];

interface AcItem {
  readonly ref: string;
  readonly given: string;
  readonly when: string;
  readonly then: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  readonly validated: boolean;
  readonly manual: boolean;
  readonly checks: Story['acs'][number]['checks'];
}

interface StoryItem {
  readonly id: string;
  readonly who: string;
  readonly what: string;
  readonly why: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  readonly validated: boolean;
  readonly done: number;
  readonly total: number;
  readonly acs: readonly AcItem[];
  readonly place: Place;
  readonly inherited: boolean;
  readonly replaced: readonly Place[];
}

interface VisionData {
  readonly head: ScopeHead;
  readonly stories: readonly StoryItem[];
  readonly done: number;
  readonly total: number;
  readonly failures: Failures;
}

/** The user stories of a scope, how far each is validated, and by what. */
export function visionPage({
  scope,
  vision,
}: {
  readonly scope: ExploredScope;
  readonly vision: Vision;
}): string {
  const active = vision.stories.filter((story) => story.active);
  const count = (key: 'done' | 'total') => active.reduce((sum, story) => sum + story[key], 0);
  const sorted = [...active, ...vision.stories.filter((story) => !story.active)];
  const room = createRoom(sorted.reduce((sum, { acs }) => sum + 1 + acs.length, 0));
  const shown = sorted.filter(({ acs }) => room.take(false) && acs.every(() => room.take(false)));
  const head = scopeHead(scope, 'vision');
  return view(
    {
      title: `${scope.name}: vision`,
      section: 'scopes',
      crumbs: [{ text: 'Scopes', href: '/' }],
      scope: { name: scope.name, tab: 'vision' },
    },
    {
      head: { ...head, notices: [...head.notices, ...room.notices('stories and criteria')] },
      stories: shown.map((story) => toItem(story, scope)),
      done: count('done'),
      total: count('total'),
      failures: vision.template_failures ?? [],
    },
  );
}

function toItem({ status, acs, origin, ...story }: Story, { name, overridden }: ExploredScope): StoryItem {
  return {
    ...story,
    validated: status === 'validated',
    acs: acs.map(
      ({ status: own, automation, ...ac }): AcItem => ({
        ...ac,
        validated: own === 'validated',
        manual: automation === 'has_manual',
      }),
    ),
    place: toPlace(origin),
    inherited: origin.scope !== name,
    replaced: overridden
      .filter((one) => one.kind === 'stories' && one.name === story.id)
      .map((one) => toPlace(one.origin)),
  };
}

const view = defineView<VisionData>(`
${scopeHeadView}
<% if (it.stories.length === 0) { %><p class="empty">This scope has no user stories.</p><% } else { %>
<p class="overall"><label for="overall"><%= it.done %> of <%= it.total %> acceptance criteria are validated</label>
<progress id="overall" max="<%= Math.max(1, it.total) %>" value="<%= it.done %>"></progress></p>
<% for (const story of it.stories) { %>
<section class="story<%= story.active ? '' : ' inactive' %>" id="<%= story.id %>" aria-labelledby="<%= story.id %>-name">
<h2 id="<%= story.id %>-name"><a href="#<%= story.id %>"><%= story.id %></a> <%= story.what %></h2>
<dl class="gwt"><div><dt>Who</dt><dd><%= story.who %></dd></div><div><dt>Why</dt><dd><%= story.why %></dd></div></dl>
<div class="progress"><progress id="<%= story.id %>-done" max="<%= Math.max(1, story.total) %>" value="<%= story.done %>"></progress>
<label for="<%= story.id %>-done"><%= story.done %> of <%= story.total %> validated</label>
<% if (!story.active) { %><span class="badge">inactive</span><% } else if (story.validated) { %><span class="badge good">validated</span><% } %></div>
<%~ include('@tags', story) %>
<ul class="acs">
<% for (const ac of story.acs) { %>
<li class="ac<%= ac.active ? '' : ' inactive' %>" id="<%= ac.ref %>">
<p class="ac-head"><strong><%= ac.ref %></strong> <span class="badge<%= ac.validated ? ' good' : ' open' %>"><%= ac.validated ? 'validated' : 'not validated' %></span><% if (ac.manual) { %> <span class="badge">manual</span><% } %><% if (story.active && !ac.active) { %> <span class="badge">inactive</span><% } %></p>
<dl class="gwt"><div><dt>Given</dt><dd><%= ac.given %></dd></div><div><dt>When</dt><dd><%= ac.when %></dd></div><div><dt>Then</dt><dd><%= ac.then %></dd></div></dl>
<% if (ac.checks.length > 0) { %><ul class="checks" aria-label="Checks of <%= ac.ref %>"><% for (const check of ac.checks) { %>
<li class="<%= check.state === 'not_run' ? 'open' : check.state %>"><span class="mark" aria-hidden="true"><%= { passed: '✓', failed: '✗', skipped: '⊘', stale: '◷', not_run: '○' }[check.state] %></span> <strong><%= check.state.replace('_', ' ') %></strong> <%= check.kind === 'manual' ? 'manual' : 'test' %>: <%= check.text %><% if (check.last_run !== null) { %> <span class="from"><time datetime="<%= check.last_run %>"><%= check.last_run.slice(0, 10) %></time>, <%= check.source.replace(/ sha256:[0-9a-f]{16}$/, '') %></span><% } %><% if (check.message) { %><br><span class="from"><%= check.message %></span><% } %></li>
<% } %></ul><% } else { %><p class="from">As the author states it; no checks.</p><% } %>
<%~ include('@tags', ac) %>
</li>
<% } %>
</ul>
<p class="from"><% if (story.inherited) { %>from <strong><%= story.place.scope %></strong> · <% } %><%~ include('@place', story) %></p>
<% for (const place of story.replaced) { %><p class="from">replaces that of <strong><%= place.scope %></strong> · <%~ include('@place', { place }) %></p><% } %>
</section>
<% } %>
<% } %>
<%~ include('@failures', it) %>
`);
