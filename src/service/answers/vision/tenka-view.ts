import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { CheckResult, UserStory } from '../../../guidance/stories/story.ts';
import type { AcStatus, CheckStatus, StoryStatus } from '../../../guidance/stories/story-status.ts';
import { oneLine, withoutMarkers } from '../../../render/foreign-text.ts';
import { bullet, type Closing, closing, closingOf, codeSpan, paragraphs } from '../../../render/markdown.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';
import { reports } from '../reports.ts';
import type { AcsData, HistoryData, StoriesData, ValidationData } from '../shapes.ts';

/** User stories of a scope. Texts are rendered; an expression that fails stays as written. */
export function storiesAnswer(
  scope: ResolvedScope,
  stories: readonly StoryStatus[],
  texts: TextRenderer,
): { data: StoriesData; presentation: Closing } {
  const rendered = stories.map(({ story, status, automation, acs }) => ({
    ...storyData(story, texts),
    status,
    automation,
    acs: acs.map(({ ac }) => ac.ref),
  }));
  return {
    data: { scope_name: scope.name, stories: rendered, ...reports(texts.failures, scope) },
    presentation: closingOf(texts),
  };
}

export function storiesMarkdown({ scope_name, stories }: StoriesData, presentation: Closing): string {
  const sections = stories.flatMap(({ id, who, what, why, status, automation, active, tags, acs }) => {
    const lines = [
      `Who: ${withoutMarkers(who)}`,
      `What: ${withoutMarkers(what)}`,
      `Why: ${withoutMarkers(why)}`,
      `Status: ${status}, ${automation}${active ? '' : ', inactive'}`,
      ...(tags.length > 0 ? [`Tags: ${tags.map(oneLine).join('; ')}`] : []),
      `Acceptance criteria: ${acs.length}`,
    ];
    return [`## ${id} — ${oneLine(what)}`, lines.map((line) => bullet(line)).join('\n')];
  });
  return paragraphs([
    `# User stories of ${scope_name}`,
    ...(sections.length > 0 ? sections : ['No user stories match.']),
    closing(presentation),
  ]);
}

/** Acceptance criteria of a scope, rendered like stories. */
export function acsAnswer(
  scope: ResolvedScope,
  acs: readonly AcStatus[],
  texts: TextRenderer,
): { data: AcsData; presentation: Closing } {
  const rendered = acs.map((one) => acData(one, texts));
  return {
    data: { scope_name: scope.name, acs: rendered, ...reports(texts.failures, scope) },
    presentation: closingOf(texts),
  };
}

export function acsMarkdown({ scope_name, acs }: AcsData, presentation: Closing): string {
  const lines = acs.map(({ ref, given, when, then, status, automation }) => {
    const words = `Given ${oneLine(given)} when ${oneLine(when)} then ${oneLine(then)}`;
    return bullet(`${codeSpan(ref)} [${status}, ${automation}] ${words}`);
  });
  return paragraphs([
    `# Acceptance criteria of ${scope_name}`,
    lines.length > 0 ? lines.join('\n') : 'No acceptance criteria match.',
    closing(presentation),
  ]);
}

/** All user stories of a scope with their acceptance criteria, rendered. */
export function visionData(scope: ResolvedScope, stories: readonly StoryStatus[], texts: TextRenderer) {
  const rendered = stories.map(({ story, status, automation, acs }) => {
    const shown = acs.map((one) => acData(one, texts));
    const counted = acs.filter(({ ac }) => ac.active);
    return {
      ...storyData(story, texts),
      status,
      automation,
      acs: shown,
      done: counted.filter((one) => one.status === 'validated').length,
      total: counted.length,
      origin: story.origin,
    };
  });
  return { scope_name: scope.name, stories: rendered, ...reports(texts.failures, scope) };
}

/** The validation status of a scope, check by check. */
export function validationData(scope: ResolvedScope, acs: readonly AcStatus[]): ValidationData {
  return {
    scope_name: scope.name,
    acs: acs.map(({ ac, status, automation, checks }) => ({ ref: ac.ref, status, automation, checks })),
    validated: acs.filter(({ status }) => status === 'validated').length,
    total: acs.length,
    ...reports([], scope),
  };
}

export function validationMarkdown({ scope_name, acs, validated, total }: ValidationData): string {
  const lines = acs.flatMap(({ ref, status, automation, checks }) => [
    bullet(`${codeSpan(ref)} [${status}, ${automation}]`),
    ...checks.map((check) => bullet(checkLine(check), 1)),
  ]);
  const sum = `${validated} of ${total} acceptance criteria are validated.`;
  return paragraphs([
    `# Validation of ${scope_name}`,
    total > 0 ? sum : 'No acceptance criteria match.',
    lines.join('\n'),
  ]);
}

/** The history of one acceptance criterion, oldest first. */
export function historyData(ac: string, results: readonly CheckResult[]): HistoryData {
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

export function historyMarkdown({ ac, results }: HistoryData): string {
  const lines = results.map(({ timestamp, scope, check, passed, source }) =>
    bullet(`${timestamp} ${scope} [${passed ? 'x' : ' '}] test: ${oneLine(check)} (${source})`),
  );
  return paragraphs([
    `# Validation history of ${ac}`,
    lines.length > 0 ? lines.join('\n') : 'No results have been imported for it yet.',
  ]);
}

/** The state of a check, its name, when and where it last ran, and why it failed. */
function checkLine({ kind, text, state, last_run, source, message }: CheckStatus): string {
  const report = source?.replace(/ sha256:[0-9a-f]{16}$/, '');
  const run = kind === 'manual' ? 'manual' : [last_run?.slice(0, 10), report].filter(Boolean).join(', ');
  const why = message === null || message === '' ? '' : `: ${oneLine(message)}`;
  return `${state}: ${codeSpan(oneLine(text))}${run === '' ? '' : ` (${oneLine(run)})`}${why}`;
}

function storyData(story: UserStory, texts: TextRenderer) {
  const { id, tags, active } = story;
  const own = texts.for(story.origin);
  const render = (name: 'who' | 'what' | 'why') => own.keep('story', `${id} ${name}`, story[name]);
  return { id, who: render('who'), what: render('what'), why: render('why'), tags, active };
}

function acData(
  { ac, story, active, status, automation, checks }: AcStatus,
  texts: TextRenderer,
): AcsData['acs'][number] {
  const { ref, tags } = ac;
  const own = texts.for(story.origin);
  const render = (name: 'given' | 'when' | 'then') => own.keep('story', `${ref} ${name}`, ac[name]);
  return {
    ref,
    story: story.id,
    given: render('given'),
    when: render('when'),
    // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
    then: render('then'),
    tags,
    active,
    status,
    automation,
    checks,
  };
}
