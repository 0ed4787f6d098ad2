import { utcDay } from '../../../../model/utc-day.ts';
import type { DataOf } from '../../../../service/operation.ts';
import type { named } from '../../../../service/operations.ts';
import { type Verdicts, verdictKey } from '../parts/check-verdicts.ts';
import { textHtml } from '../parts/format-text.ts';
import { besideHtml } from '../parts/rule-details.ts';
import { type ExploredScope, type Notice, scopeHead } from '../parts/scope-head.ts';
import { categoryId, type Place, scopeHref, toPlace } from '../place.ts';
import { defineView } from '../view.ts';

type Explanation = DataOf<(typeof named.explain)['output']>;
type Match = Explanation['matches'][number];
type Candidate = Match['candidates'][number];

const strengths: Readonly<Partial<Record<Match['kind'], 'MUST' | 'SHOULD'>>> = {
  commandments: 'MUST',
  suggestions: 'SHOULD',
};

/** How an outcome is shown: a word, and a colour. */
const outcomes: Readonly<Record<Candidate['outcome'], { readonly text: string; readonly tone: string }>> = {
  served: { text: 'served', tone: 'good' },
  'same-as': { text: 'same', tone: '' },
  'replaced-by': { text: 'replaced', tone: 'bad' },
  'not-rendered': { text: 'not rendered', tone: 'bad' },
  blank: { text: 'blank', tone: 'open' },
  filtered: { text: 'filtered', tone: 'open' },
  draft: { text: 'draft', tone: 'open' },
  retired: { text: 'retired', tone: '' },
};

interface Author {
  readonly name: string;
  readonly date: string;
  readonly commit: string;
}

/** A scope on the way of a rule, with what it has to do with it. */
interface Step {
  readonly scope: string;
  readonly href: string | null;
  readonly badge: { readonly text: string; readonly tone: string } | null;
  /** What stands in place of the badge where it does not have the rule. */
  readonly without: string;
  /** What stands for it, or in its place. */
  readonly by: { readonly words: string; readonly place: Place } | null;
  readonly error: string | null;
  readonly place: Place | null;
  readonly author: Author | null;
  readonly shallow: boolean;
  readonly edit: string | null;
}

interface Section {
  readonly id: string;
  readonly category: string;
  readonly categoryHref: string;
  readonly kind: Match['kind'];
  readonly word: string;
  /** HTML: as agents read it, or as written where they do not. */
  readonly html: string;
  /** As written, where that is another text. */
  readonly written: string | null;
  /** HTML: what it says beside its text. */
  readonly besides: string;
  readonly tokens: number;
  readonly variables: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly source: string;
  }[];
  readonly steps: readonly Step[];
  /** Steps that are not shown. */
  readonly more: number;
}

interface RulePage {
  readonly id: string;
  readonly scope: string;
  /** The rule among the others of the scope. */
  readonly evals: string;
  readonly href: string;
  readonly served: boolean;
  readonly sections: readonly Section[];
  readonly words: readonly {
    readonly url: string;
    readonly error: string | null;
    readonly sections: readonly Section[];
  }[];
  readonly notices: readonly Notice[];
}

/** What one page shows of a rule at most: a master may say any number. */
const maxSections = 50;
const maxSteps = 200;

/** What an id of a rule looks like. */
export const ruleIdPattern = /^(?:[0-9a-f]{10}|[a-z][a-z0-9-]{1,59})$/;

/** What is said of the rules of an id: a category or a kata may have a name like it. */
function ofRule(matches: Explanation['matches'], id: string): Match[] {
  return matches
    .filter(({ kind }) => strengths[kind] !== undefined)
    .map((match) => ({ ...match, candidates: match.candidates.filter((one) => one.id === id) }))
    .filter(({ candidates }) => candidates.length > 0)
    .slice(0, maxSections);
}

/**
 * One rule: the way it takes through the scopes of the lineage, who wrote it, and what its templates use; null where neither
 * this server nor a master knows a rule of that id.
 */
export function rulePage(options: {
  readonly scope: ExploredScope;
  readonly id: string;
  readonly explanation: Explanation;
  readonly verdicts: Verdicts;
}): string | null {
  const { scope, id, explanation, verdicts } = options;
  const matches = ofRule(explanation.matches, id);
  const words = (explanation.masters ?? []).map(({ url, error, matches: told }, at) => ({
    url,
    error: error ?? null,
    sections: ofRule(told, id).map((match, index) =>
      toSection(match, `told-${at}-${index}`, null, new Map()),
    ),
  }));
  if (matches.length === 0 && words.every(({ sections }) => sections.length === 0)) return null;
  const all = matches.flatMap(({ candidates }) => candidates);
  const [first] = matches;
  const category = first?.category ?? '';
  const here = scopeHref(scope.name);
  return view(
    {
      title: `${category === '' ? id : `${id} (${category})`}, rule of ${scope.name}`,
      section: 'scopes',
      crumbs: [
        { text: 'Scopes', href: '/' },
        { text: scope.name, href: here },
        ...(first === undefined ? [] : [{ text: category, href: `${here}#${categoryId(category)}` }]),
      ],
      scope: { name: scope.name, tab: 'rules' },
    },
    {
      id,
      scope: scope.name,
      href: `${here}#${id}`,
      evals: `${here}/evals`,
      served: all.some(({ outcome }) => outcome === 'served'),
      sections: matches.map((match, index) => toSection(match, `rule-${index}`, scope, verdicts)),
      words,
      notices: scopeHead(scope, null).notices,
    },
  );
}

/** `scope` is null for what a master says: its lineage is not ours. */
function toSection(
  { kind, category, candidates }: Match,
  id: string,
  scope: ExploredScope | null,
  verdicts: Verdicts,
): Section {
  const name = category ?? '';
  const steps = scope === null ? candidates.map(toStep) : stepsOf(candidates, scope);
  const shown = candidates.find(({ outcome }) => outcome === 'served') ?? candidates[0];
  const text = shown?.rendered ?? shown?.text ?? '';
  return {
    id,
    category: name,
    categoryHref: scope === null ? '' : `${scopeHref(scope.name)}#${categoryId(name)}`,
    kind,
    word: strengths[kind] ?? '',
    html: textHtml(text),
    written: shown === undefined || shown.text === text ? null : shown.text,
    besides: besideHtml(
      {
        details: shown?.details ?? null,
        waivers: shown?.waivers ?? [],
        verdicts: verdicts.get(verdictKey(kind, name, shown?.id ?? '')) ?? [],
      },
      utcDay(),
    ),
    tokens: shown?.tokens ?? 0,
    variables: (shown?.variables ?? []).map(({ name: variable, value, source }) => ({
      name: variable,
      value: source === 'unset' || source === 'secret' ? null : JSON.stringify(value),
      source,
    })),
    steps: steps.slice(0, maxSteps),
    more: Math.max(0, steps.length - maxSteps),
  };
}

/** What masters have of it, then every scope of the lineage with files here: the farthest first, as they are laid. */
function stepsOf(candidates: readonly Candidate[], { layers }: ExploredScope): Step[] {
  const farther = candidates.filter(({ server }) => server !== 'local').map(toStep);
  const local = layers.toReversed().flatMap((name): Step[] => {
    const own = candidates.filter(({ server, scope }) => server === 'local' && scope === name);
    const replaces = candidates.some(({ outcome, by }) => outcome === 'replaced-by' && by?.scope === name);
    return own.length > 0
      ? own.map(toStep)
      : [withoutIt(name, replaces ? 'replaces it' : 'does not have it')];
  });
  return [...farther, ...local];
}

function toStep(candidate: Candidate): Step {
  const { outcome, scope, server, by, error, author, date, commit, edit_url, authorship } = candidate;
  const words = outcome === 'same-as' ? 'as' : 'by';
  return {
    scope,
    href: server === 'local' ? scopeHref(scope) : null,
    badge: outcomes[outcome],
    without: '',
    by: by === undefined ? null : { words, place: toPlace({ server: 'local', ...by }) },
    error: error ?? null,
    place: toPlace(candidate),
    author: author === undefined ? null : { name: author, date: date ?? '', commit: commit ?? '' },
    shallow: authorship === 'shallow',
    edit: edit_url ?? null,
  };
}

function withoutIt(scope: string, without: string): Step {
  const nothing = {
    badge: null,
    by: null,
    error: null,
    place: null,
    author: null,
    shallow: false,
    edit: null,
  };
  return { scope, href: scopeHref(scope), without, ...nothing };
}

const view = defineView<RulePage>(`
<div class="scope-head">
<h1>Why this rule</h1>
<p class="from">Rule <code><%= it.id %></code> is <% if (it.served) { %><span class="badge good">served</span> · <a href="<%= it.href %>">Where it stands in <%= it.scope %></a><% } else { %><span class="badge bad">not served</span><% } %> · <a href="<%= it.evals %>">Does it help?</a></p>
</div>
<%~ include('@notices', it) %>
<% for (const section of it.sections) { %>
<section class="category" aria-labelledby="<%= section.id %>-name">
<h2 id="<%= section.id %>-name"><a href="<%= section.categoryHref %>"><%= section.category %></a></h2>
<%~ include('@explained', section) %>
</section>
<% } %>
<% for (const word of it.words) { %>
<section class="panel" aria-label="What <%= word.url %> says">
<h2>What <%= word.url %> says</h2>
<% if (word.error !== null) { %><p class="from">There is no word of it: <%= word.error %></p>
<% } else { %><p class="from">This is the word of that master; it is not checked here.</p><% } %>
<% for (const section of word.sections) { %>
<h3><%= section.category %></h3>
<%~ include('@explained', section) %>
<% } %>
</section>
<% } %>
`);
