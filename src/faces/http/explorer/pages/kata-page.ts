import type { Flowchart } from '../../../../guidance/katas/flowchart/flowchart.ts';
import { stepNotes, stepText } from '../../../../guidance/katas/flowchart/flowchart-markdown.ts';
import { orderSteps } from '../../../../guidance/katas/flowchart/flowchart-order.ts';
import { stripHidden } from '../../../../model/text/hidden-text.ts';
import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import { inlineHtml, procedureHtml } from '../parts/format-text.ts';
import {
  type ExploredScope,
  type Failures,
  type Notice,
  replacedBy,
  type ScopeHead,
  scopeHead,
} from '../parts/scope-head.ts';
import { type FlowchartPicture, flowchartPicture } from '../pictures/flowchart-picture.ts';
import { categoryId, type Place, scopeHref, toPlace } from '../place.ts';
import { defineView } from '../view.ts';
import { kataHref } from './katas-page.ts';

interface ChartData {
  readonly name: string;
  readonly steps: readonly {
    readonly number: number;
    readonly html: string;
    readonly notes: readonly string[];
    readonly end: boolean;
  }[];
  readonly picture: FlowchartPicture | null;
  /** Classes for where the picture finds room. */
  readonly size: string;
  readonly description: string;
}

interface KataPage {
  readonly head: ScopeHead;
  readonly name: string;
  readonly when: string | null;
  readonly paths: readonly string[];
  /** Katas have none of their own. */
  readonly see: readonly [];
  readonly scope: string;
  readonly inherited: boolean;
  readonly place: Place;
  readonly replaced: readonly Place[];
  readonly raw: boolean;
  readonly rawHref: string;
  readonly renderedHref: string;
  readonly chart: ChartData | null;
  /** HTML of a plain procedure. */
  readonly html: string;
  /** The procedure as written; raw pages only. */
  readonly source: string;
  readonly notices: readonly Notice[];
  readonly failures: Failures;
}

/** One kata: its procedure, and a flowchart beside its steps. */
export function kataPage(options: {
  readonly scope: ExploredScope;
  readonly answer: AnswerOf<typeof pageOperations.exploreKata>;
  readonly raw: boolean;
}): string {
  const { scope, answer, raw } = options;
  const { name, category, procedure, origin } = answer.data;
  const { flowchart, when, paths, failures } = answer.presentation;
  const here = kataHref(scope.name, category, name);
  const katas = scopeHref(scope.name, '/katas');
  const head = scopeHead(scope, 'katas');
  return view(
    {
      title: `${name} (${category}), kata of ${scope.name}`,
      section: 'scopes',
      crumbs: [
        { text: 'Scopes', href: '/' },
        { text: scope.name, href: scopeHref(scope.name) },
        { text: 'Katas', href: katas },
        { text: category, href: `${katas}#${categoryId(category)}` },
        { text: name, href: null },
      ],
      scope: { name: scope.name, tab: 'katas' },
    },
    {
      head,
      name,
      when,
      paths,
      see: [],
      scope: scope.name,
      inherited: origin.scope !== scope.name,
      place: toPlace(origin),
      replaced: replacedBy(scope, 'katas')(category, name),
      raw,
      rawHref: `${here}?raw=1`,
      renderedHref: here,
      chart: flowchart === null ? null : toChart(withoutHidden(flowchart), name),
      html: procedureHtml(procedure),
      source: procedure.trimEnd(),
      notices: head.notices,
      failures,
    },
  );
}

/** Templates may write hidden characters into a node; the procedure's own text reports them. */
function withoutHidden({ name, nodes }: Flowchart): Flowchart {
  return {
    name: name && stripHidden(name),
    nodes: nodes.map((node) => ({
      ...node,
      role: node.role && stripHidden(node.role),
      description: stripHidden(node.description),
      next: node.next.map(({ label, target }) => ({ label: label && stripHidden(label), target })),
    })),
  };
}

function toChart(flowchart: Flowchart, fallbackName: string): ChartData {
  const steps = orderSteps(flowchart).map((step) => ({
    number: step.number,
    html: inlineHtml(stepText(step.node)),
    notes: stepNotes(step),
    end: step.node.next.length === 0,
  }));
  const count = steps.length === 1 ? '1 box' : `${steps.length} boxes`;
  const picture = flowchartPicture(flowchart);
  return {
    name: flowchart.name ?? fallbackName,
    steps,
    picture,
    size: picture === null ? ' stacked' : sizeClass(picture),
    description: `A flowchart of ${count}, numbered like the steps that stand beside it and say the same in words.`,
  };
}

/** Of the place that a picture has beside the steps, and of that below them on a wide screen, in pixels. */
const columnWidth = 780;
const pageWidth = 1100;
/** Higher pictures go on over several printed pages: on one, nobody could read them. */
const printedHeight = 1600;

function sizeClass({ width, height }: FlowchartPicture): string {
  const room = width > pageWidth ? ' stacked wide' : width > columnWidth ? ' stacked' : '';
  return height > printedHeight ? `${room} tall` : room;
}

const view = defineView<KataPage>(`
<%~ include('@tabs', { ...it.head, inside: true }) %>
<div class="scope-head">
<h1><%= it.name %></h1>
<% if (it.when) { %><p class="lead"><%= it.when %></p><% } %>
<%~ include('@links', it) %>
<p class="from"><% if (it.inherited) { %><%= it.scope %> has it from <strong><%= it.place.scope %></strong> · <% } %><%~ include('@place', it) %></p>
<% for (const place of it.replaced) { %><p class="from">It replaces the kata of <strong><%= place.scope %></strong> · <%~ include('@place', { place }) %></p><% } %>
</div>
<%~ include('@notices', it) %>
<div class="tools">
<nav class="switch" aria-label="Templates">
<a href="<%= it.renderedHref %>"<% if (!it.raw) { %> aria-current="true"<% } %>>Rendered</a>
<a href="<%= it.rawHref %>"<% if (it.raw) { %> aria-current="true"<% } %>>Raw</a>
</nav>
</div>
<% if (it.raw) { %>
<pre class="source"><code><%= it.source %></code></pre>
<% } else if (it.chart === null) { %>
<div class="procedure text" dir="auto"><%~ it.html %></div>
<% } else { %>
<h2><%= it.chart.name %></h2>
<div class="chart<%= it.chart.size %>">
<ol class="steps">
<% for (const step of it.chart.steps) { %>
<li id="step-<%= step.number %>" value="<%= step.number %>"><span dir="auto"><%~ step.html %></span><% if (step.end) { %> <span class="end">end</span><% } %>
<% if (step.notes.length > 0) { %><ul><% for (const note of step.notes) { %><li><%= note %></li><% } %></ul><% } %></li>
<% } %>
</ol>
<% if (it.chart.picture === null) { %><p class="empty">This flowchart is too large for a picture; its steps are all here.</p><% } else { %>
<div class="panel picture">
<label class="fit"><input type="checkbox" autocomplete="off"> Fit the picture to the page</label>
<div class="scroll" role="region" aria-label="Picture of the flowchart" tabindex="0">
<%~ include('@flowchart', { picture: it.chart.picture, title: it.chart.name, description: it.chart.description }) %>
</div>
</div>
<% } %>
</div>
<% } %>
<%~ include('@failures', it) %>
`);
