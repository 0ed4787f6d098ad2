import type { ResolvedScope } from '../guidance/guidance.ts';
import type { CheckResult } from '../guidance/stories/story.ts';
import type { AcStatus, CheckStatus, StoryStatus } from '../guidance/stories/story-status.ts';
import { bullet, closing, codeSpan, oneLine, paragraphs } from './markdown.ts';
import { reports } from './rules-json.ts';
import type { TextRenderer } from './text-renderer.ts';

/** The JSON answer of user stories (contract 6). Texts are rendered; an expression that fails stays as written. */
export function storiesJson(
  scope: ResolvedScope,
  stories: readonly StoryStatus[],
  texts: TextRenderer,
): object {
  const rendered = stories.map(({ story, status, automation, acs }) => ({
    id: story.id,
    ...storyTexts(story, texts),
    tags: story.tags,
    active: story.active,
    status,
    automation,
    acs: acs.map(({ ac }) => ac.ref),
  }));
  return { scope_name: scope.name, stories: rendered, ...reports(texts.failures, scope) };
}

export function storiesMarkdown(
  scope: ResolvedScope,
  stories: readonly StoryStatus[],
  texts: TextRenderer,
): string {
  const sections = stories.flatMap(({ story, status, automation, acs }) => {
    const { who, what, why } = storyTexts(story, texts);
    const lines = [
      `Who: ${who}`,
      `What: ${what}`,
      `Why: ${why}`,
      `Status: ${status}, ${automation}${story.active ? '' : ', inactive'}`,
      ...(story.tags.length > 0 ? [`Tags: ${story.tags.join('; ')}`] : []),
      `Acceptance criteria: ${acs.length}`,
    ];
    return [`## ${story.id} — ${oneLine(what)}`, lines.map((line) => bullet(line)).join('\n')];
  });
  return paragraphs([
    `# User stories of ${scope.name}`,
    ...(sections.length > 0 ? sections : ['No user stories match.']),
    closing(texts),
  ]);
}

/** The JSON answer of acceptance criteria (contract 6). */
export function acsJson(scope: ResolvedScope, acs: readonly AcStatus[], texts: TextRenderer): object {
  const rendered = acs.map(({ ac, story, active, status, automation, checks }) => ({
    ref: ac.ref,
    story: story.id,
    ...acTexts(ac, texts),
    tags: ac.tags,
    active,
    status,
    automation,
    checks,
  }));
  return { scope_name: scope.name, acs: rendered, ...reports(texts.failures, scope) };
}

export function acsMarkdown(scope: ResolvedScope, acs: readonly AcStatus[], texts: TextRenderer): string {
  const lines = acs.map(({ ac, status, automation }) => {
    const { given, when, then } = acTexts(ac, texts);
    const words = `Given ${oneLine(given)} when ${oneLine(when)} then ${oneLine(then)}`;
    return bullet(`${codeSpan(ac.ref)} [${status}, ${automation}] ${words}`);
  });
  return paragraphs([
    `# Acceptance criteria of ${scope.name}`,
    lines.length > 0 ? lines.join('\n') : 'No acceptance criteria match.',
    closing(texts),
  ]);
}

/** The JSON answer of the validation status (contract 6). */
export function validationJson(scope: ResolvedScope, acs: readonly AcStatus[]): object {
  return {
    scope_name: scope.name,
    acs: acs.map(({ ac, status, automation, checks }) => ({ ref: ac.ref, status, automation, checks })),
    validated: countValidated(acs),
    total: acs.length,
    ...reports([], scope),
  };
}

export function validationMarkdown(scope: ResolvedScope, acs: readonly AcStatus[]): string {
  const lines = acs.flatMap(({ ac, status, automation, checks }) => [
    bullet(`${codeSpan(ac.ref)} [${status}, ${automation}]`),
    ...checks.map((check) => bullet(checkLine(check), 1)),
  ]);
  const sum = `${countValidated(acs)} of ${acs.length} acceptance criteria are validated.`;
  return paragraphs([
    `# Validation of ${scope.name}`,
    acs.length > 0 ? sum : 'No acceptance criteria match.',
    lines.join('\n'),
  ]);
}

/** The JSON answer of the history of one acceptance criterion, oldest first. */
export function historyJson(ac: string, results: readonly CheckResult[]): object {
  return {
    ac,
    results: results.map(({ timestamp, scope, check, passed, source }) => ({
      timestamp,
      scope,
      check,
      passed,
      source,
    })),
  };
}

export function historyMarkdown(ac: string, results: readonly CheckResult[]): string {
  const lines = results.map(({ timestamp, scope, check, passed, source }) =>
    bullet(`${timestamp} ${scope} ${checkLine({ kind: 'automated', text: check, passed })} (${source})`),
  );
  return paragraphs([
    `# Validation history of ${ac}`,
    lines.length > 0 ? lines.join('\n') : 'No results have been imported for it yet.',
  ]);
}

function countValidated(acs: readonly AcStatus[]): number {
  return acs.filter(({ status }) => status === 'validated').length;
}

function checkLine({ kind, text, passed }: CheckStatus): string {
  return `[${passed ? 'x' : ' '}] ${kind === 'manual' ? 'manual' : 'test'}: ${oneLine(text)}`;
}

export function storyTexts(
  story: StoryStatus['story'],
  texts: TextRenderer,
): { who: string; what: string; why: string } {
  const render = (name: 'who' | 'what' | 'why') => texts.keep('story', `${story.id} ${name}`, story[name]);
  return { who: render('who'), what: render('what'), why: render('why') };
}

export function acTexts(
  ac: AcStatus['ac'],
  texts: TextRenderer,
): { given: string; when: string; then: string } {
  const render = (name: 'given' | 'when' | 'then') => texts.keep('story', `${ac.ref} ${name}`, ac[name]);
  // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
  return { given: render('given'), when: render('when'), then: render('then') };
}
