import * as v from 'valibot';
import { trustNote } from '../../config/load/trust-warning.ts';
import { Fault } from '../../model/fault.ts';
import type { CataloguedCategory } from '../answers/index/catalogue.ts';
import type { LineParts } from '../answers/index/index-line.ts';
import { reports } from '../answers/reports.ts';
import { type FindData, type FoundEntry, findShape } from '../finding/find-shapes.ts';
import type { FindPresentation } from '../finding/find-view.ts';
import { seeksAnything } from '../finding/seeks-anything.ts';
import { type SoughtCategories, seekCategories } from '../finding/sought-categories.ts';
import { defineOperation } from '../operation.ts';
import { incompleteOf } from '../runtime/content/gaps.ts';
import { files, maxResults, scopeName, task } from './shapes/arguments.ts';

export const findGuidance = defineOperation({
  name: 'find_guidance',
  title: 'What fits a task',
  description:
    'Start here: the rule categories and katas that fit your task, found by keywords that you add. Then get_rules once.',
  needs: ['feedback', 'finders', 'scope'],
  input: v.strictObject({ scope_name: scopeName, task, files, max_results: maxResults }),
  output: findShape,
  http: {
    method: 'get',
    path: '/scopes/{scope_name}/find',
    formats: ['json', 'markdown'],
    oneOf: ['task', 'files'],
  },
  mcp: { readOnly: true, idempotent: true, alwaysLoad: true },
  cli: {
    command: 'find',
    words: { argument: 'task', or: 'files' },
    details:
      'The categories of rules, and the katas, that fit a task: what an agent finds for it. "precept rules" has the rules of a category, "precept index" all categories.',
    format: 'markdown',
  },
  async run({ scope_name, max_results, ...sought }, service) {
    if (!seeksAnything(sought)) throw nothingAsked();
    const scope = await service.scope(scope_name);
    const all = await seekCategories(scope, sought, service);
    const { categories, forFiles, always, found } = all;
    const hits = [
      ...always.map((place) => ({ place, fits: true })),
      ...found.map(({ place, fits }) => ({ place, fits })),
    ];
    const shown = hits.slice(0, Math.max(0, max_results - forFiles.size));
    const places = [...forFiles, ...shown.map(({ place }) => place)];
    const own = all.ownBeside(new Set(places));
    const failures = places.flatMap((place) => categories[place]?.failures ?? []);
    const data: FindData = {
      scope_name: scope.name,
      for_files: [...forFiles].map((place) => toEntry(place, true, all)),
      results: shown.map(({ place, fits }) => toEntry(place, fits, all)),
      own: own.map((place) => (categories[place] as CataloguedCategory).category),
      more: categories.length - places.length,
      ...reports(failures, scope),
    };
    const whys = new Map(found.map(({ place, isLearnt }) => [place, isLearnt]));
    const presentation: FindPresentation = {
      cut: hits.length - shown.length,
      lines: new Map([...places, ...own].map((place) => lineOf(categories[place] as CataloguedCategory))),
      settings: service.config.settings,
      why: (category) => {
        const place = categories.findIndex((one) => one.category === category);
        return {
          always: always.includes(place),
          files: forFiles.has(place),
          words: all.wordsOf(place),
          own: categories[place]?.distance === 0,
          learnt: whys.get(place) ?? false,
        };
      },
      failures,
      untrusted: trustNote(service.config),
    };
    return { data, presentation, incomplete: incompleteOf(scope, service.config.settings, failures) };
  },
  async texts() {
    const { findMarkdown } = await import('../finding/find-view.ts');
    return { markdown: findMarkdown };
  },
});

function toEntry(
  place: number,
  fits: boolean,
  { categories, scoreOf, ruleOf }: SoughtCategories,
): FoundEntry {
  const { category, entry, katas, tokens } = categories[place] as CataloguedCategory;
  const { when, paths, see, always } = entry;
  return {
    ...{ category, when, paths, see, katas, fits, score: scoreOf(place), tokens, rule: ruleOf(place) },
    ...(always && { always }),
  };
}

/** What the line of a category says. One with a single kata and nothing else has what triggers that, unless it says it itself. */
function lineOf({ category, entry, katas, tokens }: CataloguedCategory): [string, LineParts] {
  const [only, ...others] = katas;
  if (entry.when !== null || tokens > 0 || others.length > 0) return [category, entry];
  return [category, { ...entry, when: only?.when ?? null }];
}

function nothingAsked(): Fault {
  const message =
    'Neither a task nor files are given. Give "task": the task in your words, and keywords; or "files": paths, as a list or comma-separated.';
  return new Fault('invalid-parameter', message, { errors: [{ path: 'task', message }] });
}
