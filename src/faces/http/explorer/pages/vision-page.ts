import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';
import { countStates, reportName, shownState } from '../parts/check-states.ts';
import { createFilter, createRoom, isLong, plainOptions } from '../parts/filter.ts';
import type { ScopeAround } from '../parts/scope-around.ts';
import { replacedBy, scopeHead } from '../parts/scope-head.ts';
import { type VisionQuery, writeVisionQuery } from '../parts/vision-query.ts';
import { type AcItem, type StoryItem, storyView, type VisionData, visionView } from '../parts/vision-view.ts';
import { scopeHref, toPlace } from '../place.ts';

type Vision = AnswerOf<typeof pageOperations.exploreVision>['data'];
type Story = Vision['stories'][number];
type Criterion = Story['acs'][number];

/** More stories than these are folded. */
const mostOpen = 12;

/** The user stories of a scope, how far each is validated, and by what, as a page; a query narrows them. It can pause after each story. */
export function* writingVisionPage(
  options: ScopeAround & { readonly vision: Vision; readonly query: VisionQuery },
): Generator<void, string> {
  const { scope, vision, query } = options;
  const here = scopeHref(scope.name, '/tenka');
  const active = vision.stories.filter((story) => story.active);
  const inOrder = [...active, ...vision.stories.filter((story) => !story.active)];
  const replacedOf = replacedBy(scope, 'stories');
  const items: StoryItem[] = [];
  for (const story of inOrder) {
    yield;
    items.push(...toItem(story, scope.name, query, replacedOf));
  }
  const room = createRoom(sizeOf(items));
  const shown = items.filter(({ acs }) => room.take(false) && acs.every(() => room.take(false)));
  const isMany = items.length > mostOpen;
  const folded = isMany && !query.all;
  const stories: string[] = [];
  for (const story of shown) {
    yield;
    stories.push(storyView({ story, folded }));
  }
  const head = scopeHead(scope, 'vision', options.children);
  const count = (key: 'done' | 'total') => active.reduce((sum, story) => sum + story[key], 0);
  const isNarrow = query.words + query.state + query.tag !== '';
  return visionView(
    {
      title: `${scope.name}: vision`,
      section: 'scopes',
      crumbs: [{ text: 'Scopes', href: '/' }],
      scope: { name: scope.name, tab: 'vision' },
    },
    {
      head: { ...head, notices: [...head.notices, ...room.notices('stories and criteria')] },
      here,
      coverage: `${here}/coverage`,
      states: countStates(active.flatMap(openChecks)).map((one) => ({
        ...one,
        href: `${here}${writeVisionQuery({ words: '', tag: '', all: false, state: one.state })}`,
      })),
      query,
      filtered: isNarrow ? filteredLine(items, vision, query) : '',
      choices: choicesOf(vision, query),
      partial: isLong(sizeOf(vision.stories)) ? 'ask' : isNarrow ? 'load' : '',
      stories: stories.join(''),
      isNothing: shown.length === 0,
      isEmpty: vision.stories.length === 0,
      unfold: folded ? `${here}${writeVisionQuery({ ...query, all: true })}` : null,
      done: count('done'),
      total: count('total'),
      failures: vision.template_failures ?? [],
    },
  );
}

/** Stories and criteria. */
function sizeOf(stories: readonly { readonly acs: readonly unknown[] }[]): number {
  return stories.reduce((sum, { acs }) => sum + 1 + acs.length, 0);
}

function openChecks({ acs }: Story): Criterion['checks'] {
  return acs.filter(({ active }) => active).flatMap(({ checks }) => checks);
}

/** A story with those of its criteria that are asked for; none where there is nothing of it to show. */
function toItem(
  story: Story,
  scope: string,
  query: VisionQuery,
  replacedOf: ReturnType<typeof replacedBy>,
): StoryItem[] {
  const { id, who, what, why, tags, status, acs, origin } = story;
  const wanted = createFilter(query.words);
  const terms = [id, who, what, why, ...tags].join(' ');
  const hasWords = (...texts: readonly string[]) => wanted(terms, ...texts);
  const hasTag = (own: readonly string[]) => [...tags, ...own].includes(query.tag) || query.tag === '';
  const fits = (ac: Criterion) =>
    hasTag(ac.tags) && hasState(ac.checks, query.state) && hasWords(termsOf(ac), ac.given, ac.when, ac.then);
  const shown = acs.filter(fits);
  if (shown.length === 0 && (acs.length > 0 || query.state !== '' || !hasTag([]) || !hasWords())) return [];
  const item = {
    ...story,
    terms,
    validated: status === 'validated',
    open: countStates(openChecks(story)).filter(({ state }) => state !== 'passed'),
    acs: shown.map((ac) => toAcItem(ac, scope)),
    place: toPlace(origin),
    inherited: origin.scope !== scope,
    replaced: replacedOf(null, id),
  };
  return [item];
}

/** What a criterion is found by, besides what it says. */
function termsOf({ ref, tags, checks }: Criterion): string {
  return [ref, ...tags, ...checks.flatMap(({ text, message }) => [text, message ?? ''])].join(' ');
}

function hasState(checks: Criterion['checks'], state: string): boolean {
  if (state === 'none') return checks.length === 0;
  return state === '' || checks.some((check) => check.state === state);
}

function toAcItem(criterion: Criterion, scope: string): AcItem {
  const { status, automation, checks, ...ac } = criterion;
  return {
    ...ac,
    terms: termsOf(criterion),
    validated: status === 'validated',
    manual: automation === 'has_manual',
    history: scopeHref(scope, `/tenka/${ac.ref}`),
    checks: checks.map(({ state, kind, text, last_run, source, message }) => ({
      ...shownState(state),
      kind: kind === 'manual' ? 'manual' : 'test',
      ...{ text, last_run, report: reportName(source ?? ''), message },
    })),
  };
}

/** What is shown of what, in words, for those who print it too. */
function filteredLine(items: readonly StoryItem[], { stories }: Vision, query: VisionQuery): string {
  const shown = items.reduce((sum, { acs }) => sum + acs.length, 0);
  const all = stories.reduce((sum, { acs }) => sum + acs.length, 0);
  const by = [
    ...(query.state === '' ? [] : [stateText(query.state)]),
    ...(query.tag === '' ? [] : [`tag ${query.tag}`]),
    ...(query.words === '' ? [] : [`“${query.words}”`]),
  ];
  return `Filtered by ${by.join(', ')}: ${shown} of ${all} acceptance criteria`;
}

function stateText(state: string): string {
  return state === 'none' ? 'no checks' : state.replace('_', ' ');
}

function choicesOf({ stories }: Vision, query: VisionQuery): VisionData['choices'] {
  const all = stories.flatMap(({ tags, acs }) => [...tags, ...acs.flatMap((ac) => ac.tags)]);
  const states = ['failed', 'stale', 'skipped', 'not_run', 'passed', 'none'];
  const tags = [...new Set(query.tag === '' ? all : [...all, query.tag])].sort();
  return [
    {
      ...{ name: 'state', label: 'State', value: query.state, by: '' },
      options: states.map((value) => ({ value, text: stateText(value) })),
    },
    ...(tags.length === 0
      ? []
      : [
          {
            ...{ name: 'tag', label: 'Tag', value: query.tag, by: 'tag ' },
            options: plainOptions(tags),
          },
        ]),
  ];
}
