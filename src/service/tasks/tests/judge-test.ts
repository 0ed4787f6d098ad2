import type { Expectation, GuidanceTest, TextPosition } from '../../../guidance/tests/read-tests.ts';
import { meantInstead } from '../../../model/text/nearest.ts';
import { estimateTokens, formatTokens } from '../../../model/text/tokens.ts';
import { ask, type ServiceFor } from '../../ask.ts';
import { findGuidance } from '../../operations/find-guidance.ts';
import { getRules } from '../../operations/get-rules.ts';
import type { Service } from '../../service.ts';

/** How far down in the answer of find_guidance an agent is expected to look. */
const first = 8;

interface Found {
  readonly category: string;
  readonly katas: readonly { readonly name: string }[];
}

type Difference = TextPosition & { readonly message: string };

/**
 * What of a test is not as it expects, in a scope: with its answers of find_guidance and get_rules, as agents get them.
 * Faults: those of the two operations.
 */
export async function judgeTest(
  service: ServiceFor<typeof getRules>,
  scope: string,
  test: GuidanceTest,
): Promise<readonly Difference[]> {
  const { expectations } = test;
  const wants = (...kinds: Expectation['kind'][]) => expectations.some(({ kind }) => kinds.includes(kind));
  const found = wants('finds', 'kata') ? await findFirst(service, scope, test) : [];
  const names = wants('finds', 'kata') ? await namesIn(service, scope) : { categories: [], katas: [] };
  const rules = wants('rule', 'not') ? await rulesOf(service, scope) : () => [];
  const differences: Difference[] = [];
  for (const expectation of expectations) {
    const message =
      expectation.kind === 'max-tokens'
        ? await judgeLength(service, scope, expectations, expectation.tokens)
        : judge(expectation, found, names, rules);
    if (message !== null) differences.push({ ...expectation.at, message });
  }
  return differences;
}

/** The first categories that find_guidance names: those of the files, then the others. */
async function findFirst(
  service: ServiceFor<typeof getRules>,
  scope: string,
  { task, files }: GuidanceTest,
): Promise<readonly Found[]> {
  const input = { scope_name: scope, task, files, max_results: 20 };
  const { data } = await ask(findGuidance, input, service);
  return [...data.for_files, ...data.results].slice(0, first);
}

/** What a scope has, katas as `category/name`. */
interface Names {
  readonly categories: readonly string[];
  readonly katas: readonly string[];
}

async function namesIn(service: Pick<Service, 'scope'>, scope: string): Promise<Names> {
  const { commandments, suggestions, katas } = await service.scope(scope);
  return {
    categories: [...new Set([commandments, suggestions, katas].flatMap((kind) => [...kind.keys()]))],
    katas: [...katas].flatMap(([category, own]) =>
      [...own.katas.keys()].map((name) => `${category}/${name}`),
    ),
  };
}

/** The rules that are served in exactly one category, of both strengths. */
async function rulesOf(
  service: ServiceFor<typeof getRules>,
  scope: string,
): Promise<(category: string) => readonly string[]> {
  const { data } = await ask(getRules, { scope_name: scope, debug: false }, service);
  const of = (categories: Readonly<Record<string, { readonly rules: readonly string[] }>>, name: string) =>
    Object.hasOwn(categories, name) ? (categories[name]?.rules ?? []) : [];
  return (category) => [...of(data.commandments, category), ...of(data.suggestions, category)];
}

function judge(
  expectation: Exclude<Expectation, { readonly kind: 'max-tokens' }>,
  found: readonly Found[],
  names: Names,
  rulesOfCategory: (category: string) => readonly string[],
): string | null {
  const { kind, category } = expectation;
  switch (kind) {
    case 'finds':
      if (found.some((entry) => entry.category === category)) return null;
      return `finds: ${notAmong(category, found)}${unlessKnown('category', category, names.categories)}`;
    case 'kata': {
      const { kata } = expectation;
      const entry = found.find((one) => one.category === category);
      if (entry?.katas.some(({ name }) => name === kata)) return null;
      const path = `${category}/${kata}`;
      return `katas: ${notAmong(path, found)}${unlessKnown('kata', path, names.katas)}`;
    }
    case 'rule': {
      const rules = rulesOfCategory(category);
      if (rules.some((rule) => rule.startsWith(expectation.text))) return null;
      const served =
        rules.length === 0
          ? 'it has no rules'
          : `it has: ${rules.map((rule) => `"${shorten(rule)}"`).join(', ')}`;
      return `rules: no rule of \`${category}\` begins with "${expectation.text}"; ${served}`;
    }
    case 'not': {
      const rule = rulesOfCategory(category).find((one) => one.includes(expectation.text));
      return rule === undefined
        ? null
        : `not: a rule of \`${category}\` contains "${expectation.text}": "${shorten(rule)}"`;
    }
  }
}

async function judgeLength(
  service: ServiceFor<typeof getRules>,
  scope: string,
  expectations: readonly Expectation[],
  limit: number,
): Promise<string | null> {
  const asked = expectations.flatMap((one) => (one.kind === 'finds' ? [one.category] : []));
  const categories = asked.length === 0 ? undefined : asked.join(',');
  const answer = await ask(getRules, { scope_name: scope, categories, debug: false }, service);
  const tokens = estimateTokens(answer.text('markdown'));
  if (tokens <= limit) return null;
  const what = asked.length === 0 ? 'the rules of the whole scope' : 'the rules of `finds`';
  return `max_tokens: ${what} are about ${formatTokens(tokens)} tokens, more than ${formatTokens(limit)}`;
}

function notAmong(name: string, found: readonly Found[]): string {
  const instead = found.length === 0 ? 'nothing is found' : found.map(({ category }) => category).join(', ');
  return `\`${name}\` is not among the first ${first}: ${instead}`;
}

/** For the end of a message about a name that the scope does not have at all; nothing for one that it has. */
function unlessKnown(what: 'category' | 'kata', name: string, known: readonly string[]): string {
  return known.includes(name) ? '' : `; the scope has no such ${what}${meantInstead(name, known)}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
