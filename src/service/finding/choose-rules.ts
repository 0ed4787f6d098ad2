import { isCategoryPath } from '../../model/names/category-path.ts';
import { estimateTokens, formatTokens } from '../../model/text/tokens.ts';
import { codeSpan } from '../../render/markdown.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import { pathsAround } from '../../resolve/category-order.ts';
import { inTurns } from '../../runtime/async/turns.ts';
import { categoryFilter } from '../answers/category-filter.ts';
import type { CataloguedCategory } from '../answers/index/catalogue.ts';
import { answeringRules, type RulesAnswer } from '../answers/rules/rules-answer.ts';
import type { ChosenCategory } from '../answers/rules/rules-json.ts';
import { rulesMarkdown } from '../answers/rules/rules-markdown.ts';
import type { RulesPresentation } from '../answers/rules/rules-view.ts';
import type { RulesData } from '../answers/shapes.ts';
import type { ScopeWork } from '../operation.ts';
import { rulesSettings } from '../rules-settings.ts';
import { nothingElse } from './find-view.ts';
import { type Sought, seeksAnything } from './seeks-anything.ts';
import { type SoughtCategories, seekCategories } from './sought-categories.ts';

/** What rules are chosen by, beside or in place of their categories. */
export interface Choice extends Sought {
  readonly max_tokens?: number | undefined;
}

/** What rules are chosen from. */
interface Chances {
  readonly candidates: readonly Candidate[];
  readonly sought: SoughtCategories;
  readonly isSought: boolean;
  readonly limit: number;
  /** Whether categories that match nothing are named. */
  readonly namesOthers: boolean;
}

interface Candidate {
  readonly place: number;
  readonly by: ChosenCategory['by'];
}

const defaultMaxTokens = 2000;
/** Names in one list of the last line. */
const mostNamed = 20;
/** Katas of which it is said when to follow them. */
const mostWhens = 6;
/** Categories that match nothing and are named all the same. */
const mostOthers = 80;
const reasons: Readonly<Record<ChosenCategory['by'], string>> = {
  always: ' (every change)',
  named: ' (asked for)',
  paths: ' (your files)',
  words: '',
  see: ' (see also)',
};

/**
 * The rules of the categories that belong to every change, of those asked for, of those that fit a task or files and of those that these
 * point to, whole categories in this order while the tokens last; the first is there whatever it costs. Fault: `invalid-parameter` for too many files.
 */
export async function chooseRules(
  choice: Choice,
  asked: ReadonlySet<string> | null,
  { scope, aside, texts, service }: ScopeWork<'feedback' | 'finders'>,
): Promise<RulesAnswer> {
  const sought = await seekCategories(scope, choice, service);
  const { categories } = sought;
  const isSought = seeksAnything(choice);
  const candidates = candidatesOf(sought, asked, isSought);
  const limit = choice.max_tokens ?? defaultMaxTokens;
  const settings = rulesSettings(service.config);
  const among = (places: Iterable<number>) =>
    pathsAround(
      Array.from(places, (place) => nameOf(categories, place)),
      asked ?? new Set(),
    );
  const matched = among(candidates.map(({ place }) => place));
  const missed = asked === null ? null : new Set([...asked].filter((path) => !matched.has(path)));
  const isUnknown = asked !== null && among(categories.keys()).size === 0;
  let chosen = withinTokens(candidates, categories, limit);
  let namesOthers = true;
  for (;;) {
    const wanted = new Set(chosen.map(({ place }) => nameOf(categories, place)));
    const answer = async (by: TextRenderer) => {
      const rules = await inTurns(answeringRules(scope, (name) => wanted.has(name), by, settings, missed));
      const presentation = { ...rules.presentation, isUnknown };
      return tell({ ...rules, presentation }, chosen, { candidates, sought, isSought, limit, namesOthers });
    };
    if (chosen.length <= 1) return answer(texts);
    const { data, presentation } = await answer(aside());
    const excess = estimateTokens(rulesMarkdown(data, presentation)) - limit;
    if (excess <= 0) return answer(texts);
    // Rules that fit go before the names of categories that do not.
    if (namesOthers) namesOthers = false;
    else chosen = withoutLast(chosen, categories, excess);
  }
}

function nameOf(categories: readonly CataloguedCategory[], place: number): string {
  return categories[place]?.category ?? '';
}

/** The categories with rules that may be chosen, in the order in which they are. */
function candidatesOf(
  { categories, always, forFiles, found }: SoughtCategories,
  asked: ReadonlySet<string> | null,
  isSought: boolean,
): readonly Candidate[] {
  const isNamed = asked === null && isSought ? () => false : categoryFilter(asked);
  const named = [...categories.keys()].filter((place) => isNamed(nameOf(categories, place)));
  const everywhere = [...forFiles].filter((place) => categories[place]?.entry.always);
  const candidates: Candidate[] = [
    ...mandatoryFirst([...everywhere, ...always], categories).map((place) => ({
      place,
      by: 'always' as const,
    })),
    ...named.map((place) => ({ place, by: 'named' as const })),
    ...[...forFiles].map((place) => ({ place, by: 'paths' as const })),
    ...found.filter(({ fits }) => fits).map(({ place }) => ({ place, by: 'words' as const })),
  ];
  if (isSought) candidates.push(...linkedFrom(candidates, categories));
  const met = new Set<number>();
  return candidates.filter(({ place }) => {
    if (met.has(place) || categories[place]?.rules.length === 0) return false;
    met.add(place);
    return true;
  });
}

/** What the categories that fit, not those of every change, point to by `see`. */
function linkedFrom(
  candidates: readonly Candidate[],
  categories: readonly CataloguedCategory[],
): readonly Candidate[] {
  const places = new Map(categories.map(({ category }, place) => [category, place]));
  return candidates
    .filter(({ by }) => by !== 'always')
    .flatMap(({ place }) => categories[place]?.entry.see ?? [])
    .flatMap((key) => {
      const place = places.get(key);
      return place === undefined ? [] : [{ place, by: 'see' as const }];
    });
}

function mandatoryFirst(
  places: readonly number[],
  categories: readonly CataloguedCategory[],
): readonly number[] {
  const isMandatory = (place: number) => (categories[place]?.mandatory ?? 0) > 0;
  return [...places.filter(isMandatory), ...places.filter((place) => !isMandatory(place))];
}

/** Those whose rules fit into the tokens, one after the other. */
function withinTokens(
  candidates: readonly Candidate[],
  categories: readonly CataloguedCategory[],
  limit: number,
): readonly Candidate[] {
  let left = limit;
  return candidates.filter(({ place }, index) => {
    const cost = costOf(categories[place]);
    if (cost > left && index > 0) return false;
    left -= cost;
    return true;
  });
}

/** Without as many of the last as cost what is too much, the first in any case left: what surrounds the rules costs too. */
function withoutLast(
  chosen: readonly Candidate[],
  categories: readonly CataloguedCategory[],
  excess: number,
): readonly Candidate[] {
  let kept = chosen.length;
  for (let left = excess; left > 0 && kept > 1; kept--)
    left -= costOf(categories[chosen[kept - 1]?.place ?? -1]);
  return chosen.slice(0, kept);
}

/** About what a category costs with its headings, its `when` and the marks of its rules. */
function costOf(one: CataloguedCategory | undefined): number {
  if (one === undefined) return 0;
  const around = 3 * one.category.length + (one.entry.when ?? '').length + 14 * one.rules.length + 24;
  return one.tokens + Math.ceil(around / 4);
}

/** The answer with what there is to say of the choice. */
function tell(
  { data, presentation }: RulesAnswer,
  chosen: readonly Candidate[],
  { candidates, sought, isSought, limit, namesOthers }: Chances,
): RulesAnswer {
  const { categories, found } = sought;
  const names = (places: readonly number[]) => places.map((place) => nameOf(categories, place));
  const toData = ({ place, by }: Candidate): ChosenCategory => ({
    category: nameOf(categories, place),
    by,
    tokens: categories[place]?.tokens ?? 0,
  });
  const left = candidates.filter((one) => !chosen.includes(one));
  const met = new Set(candidates.map(({ place }) => place));
  const fitting = found.filter(({ place, fits }) => fits || met.has(place)).map(({ place }) => place);
  const perhaps = found.map(({ place }) => place).filter((place) => !fitting.includes(place));
  const choice = {
    chosen: chosen.map(toData),
    left_out: left.map(toData),
    perhaps: names(perhaps),
    own: names(sought.ownBeside(new Set([...met, ...fitting, ...perhaps]))),
  };
  const katas = [...new Set([...chosen.map(({ place }) => place), ...fitting])].flatMap(
    (place) => categories[place]?.katas ?? [],
  );
  const named = new Set([...chosen, ...left].map(({ place }) => nameOf(categories, place)));
  const others = names([...categories.keys()]).filter(
    (name) => !named.has(name) && !choice.perhaps.includes(name) && !choice.own.includes(name),
  );
  const end = isSought && chosen.length > 0 ? endOfSearch(categories.length, namesOthers ? others : []) : '';
  return {
    data: { ...data, ...choice },
    presentation: {
      ...presentation,
      around: aroundOf(choice, data.metadata.name, {
        katas: listedKatas(katas, isSought),
        limit,
        end,
      }),
    },
  };
}

/** The first line, which says whose rules these are, and the last, which says what else there is. */
function aroundOf(
  { chosen, left_out, perhaps, own }: Required<Pick<RulesData, 'chosen' | 'left_out' | 'perhaps' | 'own'>>,
  scope: string,
  { katas, limit, end }: { readonly katas: string; readonly limit: number; readonly end: string },
): NonNullable<RulesPresentation['around']> {
  const shown = chosen.map(({ category, by }) => `${plain(category)}${reasons[by]}`);
  const left = left_out.map(({ category }) => category);
  const told = [
    listed(`Left out, to stay within about ${formatTokens(limit)} tokens`, left),
    katas,
    listed('Perhaps', perhaps),
    listed(`Also of ${scope} itself`, own),
    end,
  ];
  return {
    first: shown.length === 0 ? 'Nothing fits these words well.' : `Chosen: ${shown.join(', ')}.`,
    last: told.filter((part) => part !== '').join(' '),
  };
}

/** That nothing else was found, with the names of all others where these are few: nobody need fetch the index to see them. */
function endOfSearch(all: number, others: readonly string[]): string {
  const sentence = nothingElse(all);
  return others.length === 0 || others.length > mostOthers
    ? sentence
    : `${sentence.slice(0, -1)}; the others are ${others.map(plain).join(', ')}.`;
}

/** The katas; for a task with what says when to follow each, where they are few: nobody need fetch one to see that it does not apply. */
function listedKatas(katas: CataloguedCategory['katas'], isSought: boolean): string {
  const whens = !isSought || katas.length > mostWhens ? [] : katas.map(({ when }) => when);
  const shown = katas.map(({ name }, index) => {
    const when = (whens[index] ?? '').replace(/\s+/g, ' ').trim().replace(/\.$/, '');
    return plain(name) + (when === '' ? '' : ` (${when})`);
  });
  return listedAs('Katas that fit', shown);
}

function listed(title: string, names: readonly string[]): string {
  return listedAs(title, names.map(plain));
}

function listedAs(title: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > mostNamed ? ` and ${formatTokens(names.length - mostNamed)} more` : '';
  return `${title}: ${names.slice(0, mostNamed).join(', ')}${more}.`;
}

/** A key as it is; that of a master may hold anything. */
function plain(key: string): string {
  return isCategoryPath(key) ? key : codeSpan(key);
}
