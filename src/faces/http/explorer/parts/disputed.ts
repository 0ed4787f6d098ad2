import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { type Place, toPlace } from '../place.ts';

type Summary = AnswerOf<typeof named.feedbackSummary>['data'];

/** Two rules that agents have reported as contradictory. */
export interface Disputed {
  readonly count: number;
  readonly last: string;
  readonly rules: readonly {
    readonly category: string;
    readonly text: string;
    readonly places: readonly Place[];
  }[];
}

/** Places of a rule that are shown. */
const maxPlaces = 5;

export function disputedOf({ disputed }: Summary): Disputed[] {
  return disputed.map(({ rules, count, last_seen }) => ({
    count,
    last: last_seen,
    rules: rules.map(({ category, rule, places }) => ({
      category,
      text: rule,
      places: places.slice(0, maxPlaces).map((place) => toPlace({ ...place, scope: '' })),
    })),
  }));
}

/** Reads `it.disputed`. */
export const disputedView: string = `<ul class="cards"><% for (const { count, last, rules } of it.disputed) { %>
<li class="card"><p class="meta"><%= count === 1 ? 'Once' : count + ' times' %>, last <time datetime="<%= last %>"><%= last.slice(0, 10) %></time></p>
<ul class="pair"><% for (const rule of rules) { %><li><p><%= rule.text %></p><p class="from"><code><%= rule.category %></code> · <% if (rule.places.length === 0) { %>gone<% } %><% for (const place of rule.places) { %><%~ include('@place', { place }) %> <% } %></p></li><% } %></ul></li>
<% } %></ul>`;
