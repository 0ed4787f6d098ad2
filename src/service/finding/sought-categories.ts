import type { ResolvedScope } from '../../guidance/guidance.ts';
import { Fault } from '../../model/fault.ts';
import { createFileMatcher, plainPath } from '../../model/names/path-globs.ts';
import { createPause } from '../../runtime/async/turns.ts';
import type { WeighedText } from '../../search/search-document.ts';
import type { CataloguedCategory } from '../answers/index/catalogue.ts';
import type { FoundCategory } from '../runtime/answers/category-finder.ts';
import type { Service } from '../service.ts';
import type { Sought } from './seeks-anything.ts';

/** The categories of a scope that somebody seeks, by their places in `categories`. */
export interface SoughtCategories {
  readonly categories: readonly CataloguedCategory[];
  /** Those whose `paths`, or those of a kata, name one of the files: in the order of their segments. */
  readonly forFiles: ReadonlySet<number>;
  /** Of the others, those that belong to every change. */
  readonly always: readonly number[];
  /** Of the others, those that match by words: those that fit, and the best of those that perhaps do; best first. */
  readonly found: readonly FoundCategory[];
  scoreOf(place: number): number;
  /** The rule that matches the words best. */
  ruleOf(place: number): string | null;
  /** The words of the task, or of the names of files, that a category shares, as they are written there. */
  wordsOf(place: number): readonly string[];
  /** What the scope has written itself and `shown` lacks, best first. */
  ownBeside(shown: ReadonlySet<number>): readonly number[];
}

/** Of the words of file names: they say where something is, and only roughly what it is about. */
const fileWeight = 0.5;
const maxFiles = 200;
const maxFilesLength = 10_000;
/** Categories that perhaps fit, and own ones beside the others, that are named. */
const mostPerhaps = 8;
const mostOwn = 12;

/** The categories of a scope for a task and files. Fault: `invalid-parameter` for too many files. */
export async function seekCategories(
  scope: ResolvedScope,
  { task = '', files = [] }: Sought,
  service: Pick<Service, 'config' | 'feedback' | 'finders'>,
): Promise<SoughtCategories> {
  const paths = checkFiles(files);
  const finder = await service.finders.of(scope);
  const { categories } = finder;
  const forFiles = await matching(categories, paths);
  const always = [...categories.keys()].filter(
    (place) => categories[place]?.entry.always && !forFiles.has(place),
  );
  const first = new Set([...forFiles, ...always]);
  const texts: readonly WeighedText[] = [
    { text: task, weight: 1 },
    { text: wordsOf(paths), weight: fileWeight },
  ];
  const {
    found,
    ruleOf,
    wordsOf: sharedWords,
  } = await finder.search(texts, await reportsFor(service), first, task);
  const scores = new Map(found.map(({ place, score }) => [place, score]));
  const scoreOf = (place: number) => scores.get(place) ?? 0;
  let perhaps = 0;
  return {
    categories,
    forFiles,
    always,
    found: found.filter(({ place, fits }) => !first.has(place) && (fits || ++perhaps <= mostPerhaps)),
    scoreOf,
    ruleOf,
    wordsOf: sharedWords,
    ownBeside: (shown) =>
      [...categories.keys()]
        .filter((place) => categories[place]?.distance === 0 && !shown.has(place))
        .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
        .slice(0, mostOwn),
  };
}

/** The places of the categories that are about one of the files, by their own `paths` or those of a kata. */
async function matching(
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
  return files
    .map(plainPath)
    .join('\n')
    .replace(/\b\w{1,2}\b/g, '');
}

/** What reports of missed categories teach, where the settings let them. */
async function reportsFor({ config, feedback }: Pick<Service, 'config' | 'feedback'>) {
  return config.settings.search_learns ? feedback.missed() : [];
}

/** The files, each once. */
function checkFiles(given: readonly string[]): readonly string[] {
  const files = [...new Set(given.map((file) => file.trim()))].filter((file) => file !== '');
  const length = given.reduce((sum, file) => sum + file.length + 1, -1);
  if (length <= maxFilesLength && files.length <= maxFiles) return files;
  const message = `The files are too many: at most ${maxFiles} paths, of ${maxFilesLength} characters together. Name those that you are about to change.`;
  throw new Fault('invalid-parameter', message, { errors: [{ path: 'files', message }] });
}
