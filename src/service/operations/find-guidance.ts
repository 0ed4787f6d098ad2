import * as v from 'valibot';
import type { CataloguedCategory } from '../../guidance/catalogue.ts';
import type { FindData, FindPresentation, FoundEntry } from '../../guidance/find-view.ts';
import type { LineParts } from '../../guidance/index/index-line.ts';
import { reports } from '../../guidance/reports.ts';
import { Fault } from '../../model/fault.ts';
import { createFileMatcher } from '../../model/path-globs.ts';
import { createPause } from '../../runtime/turns.ts';
import { defineOperation } from '../operation.ts';
import { incompleteOf } from '../runtime/gaps.ts';
import type { Service } from '../service.ts';
import { maxResults, scopeName } from './arguments.ts';
import { findShape } from './find-shapes.ts';

/** Of the words of file names: they say where something is, and only roughly what it is about. */
const fileWeight = 0.5;
const maxFiles = 200;
const maxFilesLength = 10_000;

export const findGuidance = defineOperation({
  name: 'find_guidance',
  title: 'What fits a task',
  description:
    'Start here: the categories of rules, and the katas, that fit your task, found by the keywords that you add to it. Then call get_rules once.',
  input: v.strictObject({
    scope_name: scopeName,
    task: v.optional(
      v.pipe(
        v.string(),
        v.description(
          'The task in your words, and the keywords you would search for: technologies, artefacts, concerns',
        ),
      ),
    ),
    files: v.optional(v.pipe(v.string(), v.description('Comma-separated paths'))),
    max_results: maxResults,
  }),
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
  async run({ scope_name, task = '', files = '', max_results }, service) {
    const paths = readFiles(files);
    if (task.trim() === '' && paths.length === 0) throw nothingAsked();
    const scope = await service.scope(scope_name);
    const finder = await service.finders.of(scope);
    const matching = await forFiles(finder.categories, paths);
    const sought = [
      { text: task, weight: 1 },
      { text: wordsOf(paths), weight: fileWeight },
    ];
    const { found, ruleOf } = await finder.search(sought, await reportsFor(service));
    const scores = new Map(found.map(({ place, score }) => [place, score]));
    const others = found.map(({ place }) => place).filter((place) => !matching.has(place));
    const shown = others.slice(0, Math.max(0, max_results - matching.size));
    const toEntry = (place: number): FoundEntry => {
      const { category, entry, katas, tokens } = finder.categories[place] as CataloguedCategory;
      const { when, paths: globs, see } = entry;
      const score = scores.get(place) ?? 0;
      return { category, when, paths: globs, see, katas, score, tokens, rule: ruleOf(place) };
    };
    const places = [...matching, ...shown];
    const failures = places.flatMap((place) => finder.categories[place]?.failures ?? []);
    const data: FindData = {
      scope_name: scope.name,
      for_files: [...matching].map(toEntry),
      results: shown.map(toEntry),
      more: finder.categories.length - places.length,
      ...reports(failures, scope),
    };
    const presentation: FindPresentation = {
      asked: { task: task.trim() !== '', files: paths.length > 0 },
      index: 'get_category_index',
      lines: new Map(places.map((place) => lineOf(finder.categories[place] as CataloguedCategory))),
      settings: service.config.settings,
      failures,
    };
    return { data, presentation, incomplete: incompleteOf(scope, service.config.settings, failures) };
  },
  async texts() {
    const { findMarkdown } = await import('../../guidance/find-view.ts');
    return { markdown: findMarkdown };
  },
});

/** What the line of a category says. One with a single kata and nothing else has what triggers that, unless it says it itself. */
function lineOf({ category, entry, katas, tokens }: CataloguedCategory): [string, LineParts] {
  const [only, ...others] = katas;
  if (entry.when !== null || tokens > 0 || others.length > 0) return [category, entry];
  return [category, { ...entry, when: only?.when ?? null }];
}

/** The places of the categories that are about one of the files, by their own `paths` or those of a kata. */
async function forFiles(
  categories: readonly CataloguedCategory[],
  files: readonly string[],
): Promise<ReadonlySet<number>> {
  const places = new Set<number>();
  const isAboutOne = createFileMatcher(files);
  const pause = createPause();
  for (const [place, { entry }] of categories.entries()) {
    for (const glob of new Set([...entry.paths, ...entry.katas.flatMap((kata) => kata.paths)])) {
      if (isAboutOne(glob)) {
        places.add(place);
        break;
      }
      const paused = pause();
      if (paused !== undefined) await paused;
    }
  }
  return places;
}

/** The words of file names, without what is too short to say what a file is about (`a`, `ts`). */
function wordsOf(files: readonly string[]): string {
  return files.join('\n').replace(/\b\w{1,2}\b/g, '');
}

/** What reports of missed categories teach, where the settings let them. */
async function reportsFor({ config, feedback }: Service) {
  return config.settings.search_learns ? feedback.missed() : [];
}

/** Faults: `invalid-parameter` for too many. */
function readFiles(text: string): readonly string[] {
  const files = [...new Set(text.split(',').map((file) => file.trim()))].filter((file) => file !== '');
  if (text.length <= maxFilesLength && files.length <= maxFiles) return files;
  throw invalid(
    `The files are too many: at most ${maxFiles} paths, of ${maxFilesLength} characters together. Name those that you are about to change.`,
    'files',
  );
}

function nothingAsked(): Fault {
  return invalid(
    'Neither a task nor files are given. Give "task": the task in your words, and keywords; or "files": paths, comma-separated.',
    'task',
  );
}

function invalid(message: string, path: string): Fault {
  return new Fault('invalid-parameter', message, { errors: [{ path, message }] });
}
