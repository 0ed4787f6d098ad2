import type { ResolvedScope } from '../guidance/guidance.ts';
import type { RuleCategories } from '../guidance/rules/rule.ts';
import type { AcceptanceCriterion, Check, CheckResult, UserStory } from '../guidance/stories/story.ts';
import type { Origin } from '../model/origin.ts';

/**
 * Everything of a scope, raw and with its inheritance applied, for another server to merge (docs/formats.md). `results`
 * holds the latest results of the checks of its stories, `unavailable` the masters that should have been in it.
 */
export function bundleJson(scope: ResolvedScope, results: readonly CheckResult[]) {
  const { description, tags } = scope.metadata;
  const katas = [...scope.katas].map(([category, { when, katas: own }]) => {
    const entries = [...own.values()].map((kata) => {
      const { name, procedure, origin } = kata;
      return [name, { when: kata.when, procedure, origin: toOrigin(origin) }] as const;
    });
    return [category, { when, katas: Object.fromEntries(entries) }] as const;
  });
  return {
    format: 1 as const,
    scope_name: scope.name,
    metadata: { description, tags, sources: scope.sources },
    commandments: rules(scope.commandments),
    suggestions: rules(scope.suggestions),
    katas: Object.fromEntries(katas),
    tenka: Object.fromEntries([...scope.stories].map(([id, story]) => [id, toStory(story)])),
    results: results.map((result) => ({ ...result })),
    ...(scope.unavailable.length > 0 && { unavailable: scope.unavailable }),
  };
}

function rules(categories: RuleCategories) {
  const entries = [...categories].map(([category, { when, tags, rules: own }]) => {
    return [
      category,
      { when, tags, rules: own.map(({ text, origin }) => ({ text, origin: toOrigin(origin) })) },
    ] as const;
  });
  return Object.fromEntries(entries);
}

function toOrigin({ server, scope, file, line }: Origin): Origin {
  return { server, scope, file, line };
}

function toStory({ who, what, why, tags, active, acs, origin }: UserStory) {
  const entries = [...acs].map(([ref, ac]) => [ref, toAc(ac)]);
  return { who, what, why, tags, active, acs: Object.fromEntries(entries), origin: toOrigin(origin) };
}

function toAc(ac: AcceptanceCriterion): object {
  const { given, when, active, tags, checks, stated } = ac;
  // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
  const texts = { given, when, then: ac.then, active, tags };
  return checks.length > 0 ? { ...texts, checks: checks.map(toCheck) } : { ...texts, ...stated };
}

function toCheck(check: Check): object {
  return check.kind === 'automated'
    ? { test: check.text }
    : { manual: check.text, validated: check.validated };
}
