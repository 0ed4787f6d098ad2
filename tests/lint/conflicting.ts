/** A rule that is planted: where it is written, and what it says. */
export interface PlantedRule {
  /** `scope/file category` */
  readonly at: string;
  readonly text: string;
}

type ConflictCode = 'contradicting-rules' | 'must-and-should' | 'duplicate-rule' | 'near-duplicate-rule';

export interface PlantedPair {
  readonly code: ConflictCode;
  readonly sort: 'polarity' | 'number' | 'strength' | 'same words' | 'nearly the same words';
  readonly rules: readonly [PlantedRule, PlantedRule];
}

const pair =
  (sort: PlantedPair['sort'], code: ConflictCode) =>
  (firstAt: string, first: string, secondAt: string, second: string): PlantedPair => ({
    code,
    sort,
    rules: [
      { at: firstAt, text: first },
      { at: secondAt, text: second },
    ],
  });
const polarity = pair('polarity', 'contradicting-rules');
const number = pair('number', 'contradicting-rules');
const strength = pair('strength', 'must-and-should');
const same = pair('same words', 'duplicate-rule');
const near = pair('nearly the same words', 'near-duplicate-rule');

/**
 * Pairs of rules that repeat or contradict each other, as they come about when several people write in several places. The
 * scope `app` inherits from `team`, and that from `company`. They were chosen before there was code to find them; some are hard.
 */
export const conflicting: readonly PlantedPair[] = [
  polarity(
    'company/commandments code.format',
    'Use tabs for indentation',
    'team/commandments code.format',
    'Never use tabs for indentation',
  ),
  polarity(
    'company/commandments generated',
    'Commit generated API clients, so that a review shows what changed',
    'app/suggestions build.clients',
    'Do not commit generated API clients; the build makes them',
  ),
  polarity(
    'team/commandments payments.calls',
    'Retry failed payment calls automatically',
    'team/commandments payments.safety',
    'Failed payment calls must not be retried automatically',
  ),
  polarity(
    'company/suggestions markup',
    'Align attributes with spaces, not tabs',
    'team/suggestions frontend.markup',
    'Align attributes with tabs, not spaces',
  ),
  polarity(
    'company/commandments git.history',
    'Squash commits before merging a branch',
    'app/commandments git.branches',
    'Avoid squashing commits when you merge a branch',
  ),

  number(
    'company/commandments api.lists',
    'Page lists by 50',
    'app/commandments api.lists',
    'Page lists by 20 items',
  ),
  number(
    'company/suggestions code.size',
    'Keep functions under 40 lines',
    'team/suggestions backend.size',
    'Keep each function below 25 lines',
  ),
  number(
    'team/commandments calls.failed',
    'Retry a failed call three times',
    'app/commandments resilience',
    'Retry failed calls at most five times',
  ),
  number(
    'company/commandments privacy.logs',
    'Keep access logs for 30 days',
    'team/commandments operations.logs',
    'Retain access logs for one year',
  ),
  number(
    'company/commandments review.approvals',
    'A pull request needs two approvals before it is merged',
    'app/commandments review.merging',
    'Merge a pull request with one approval',
  ),

  strength(
    'company/commandments dependencies',
    'Pin every dependency to an exact version',
    'company/suggestions dependencies',
    'Pin every dependency to an exact version',
  ),
  strength(
    'company/commandments testing.fixes',
    'Write a test for every bug fix.',
    'team/suggestions testing.habits',
    'write a test for every bug fix',
  ),
  strength(
    'company/commandments api.docs',
    'All endpoints must be described in OpenAPI',
    'app/suggestions api.documents',
    'Endpoints should be described in OpenAPI',
  ),
  strength(
    'team/commandments data.time',
    'Store timestamps in UTC',
    'app/suggestions storage.time',
    'Prefer to store timestamps in UTC',
  ),
  strength(
    'company/commandments operations.alerts',
    'Give every alert a runbook',
    'team/suggestions oncall.alerts',
    'Link a runbook from every alert',
  ),

  same(
    'company/commandments git.pushing',
    'Run the linter before you push',
    'company/commandments quality',
    'Run the linter before you push',
  ),
  same(
    'company/suggestions tools.node',
    'Install with `pnpm`, **never** with npm',
    'team/suggestions frontend.tools',
    'install with pnpm, never with npm.',
  ),
  same(
    'company/commandments data.sql',
    'Bind values as parameters instead of joining strings',
    'app/commandments data.queries',
    'Bind values as parameters instead of joining strings',
  ),
  same(
    'team/commandments ux.errors',
    'Tell the customer what went wrong\nand what to do next',
    'app/commandments forms.messages',
    'Tell the customer what went wrong and what to do next',
  ),
  same(
    'company/suggestions code.design',
    'Prefer composition – inherit only from what was made for it',
    'team/suggestions backend.design',
    'Prefer composition - inherit only from what was made for it',
  ),

  near(
    'company/commandments security.input',
    'Validate all user input at the boundary',
    'team/commandments backend.input',
    'Validate user input at the system boundary',
  ),
  near(
    'company/suggestions git.messages',
    'Write commit messages in the imperative mood',
    'team/suggestions git.style',
    'Commit messages are written in the imperative',
  ),
  near(
    'company/commandments security.logging',
    'Never log passwords or tokens',
    'app/commandments observability.logs',
    'Do not log tokens and passwords',
  ),
  near(
    'company/suggestions review.size',
    'Keep pull requests small enough to be reviewed in half an hour',
    'app/suggestions review.habits',
    'Pull requests should stay small enough to review within half an hour',
  ),
  near(
    'company/suggestions delivery.flags',
    'Use feature flags for unfinished work',
    'team/suggestions delivery.branches',
    'Hide unfinished work behind feature flags',
  ),
];

/** Pairs that look alike to whoever only counts words, and neither repeat nor contradict each other. */
export const harmless: readonly (readonly [string, string])[] = [
  ['Never deploy on Fridays', 'Deploy on Fridays only if the on-call agrees'],
  ['Keep access logs for 30 days', 'Keep audit logs for 90 days'],
  ['Ask at least two reviewers for each change', 'Ask at most five reviewers for each change'],
  ['Retry reads three times', 'Never retry writes'],
  ['Indent Makefiles with tabs', 'Indent Python with spaces'],
  ['Answer 404 when the order is unknown', 'Answer 409 when the order is paid'],
  ['Use caching', 'Never use caching for answers about prices'],
  ['Never log request bodies', 'Log requests with their trace id'],
  ['Merge only with an approval', 'Never merge without a green build'],
  ['Keep sessions for 30 minutes', 'Keep sessions for half a minute less than the token lives'],
  ['Time out after 60 seconds', 'Time out after 1 minute'],
  ['Write migrations that can be rolled back', 'Write tests that can be run alone'],
  ['Support Node 20 and 22', 'Write Node scripts as ES modules'],
  ['Name tables in the singular', 'Name columns in the singular'],
  ['Do not weaken a test to get a green build', 'Get a green build before you ask for review'],
  ["Release on working days between 10 and 14 o'clock", 'Release notes are written on the day before'],
  ['Use `GET` for reading', 'Use `POST` for creating'],
  ['Cache answers for 60 s', 'Cache answers of the catalogue for 10 minutes'],
];
