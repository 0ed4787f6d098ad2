import { tempFolder } from '../support/folder.ts';

/** Scope `shop` over `team`: stories of both, checks of both kinds, some of it inactive, and results for some. */
export const files: Readonly<Record<string, string>> = {
  'rules/team/tenka.yml': `tenka:
  US1:
    who: a customer
    what: pay once
    why: I am never charged twice
    tags: [payments, reliability]
    acs:
      AC1.1:
        given: a key that was answered
        when: it comes again
        then: it gets the first answer
        tags: [api]
        checks: [{test: replays}]
      AC1.2:
        given: a key with another body
        when: it is sent
        then: "{{ scope.name }} answers {{ missing }}"
        checks: [{test: refuses}, {manual: Tried it, validated: true}]
  US2:
    who: an agent
    what: replaced below
    why: it is the team's
`,
  'rules/shop/metadata.yml': 'parent: team\n',
  'rules/shop/tenka.yml': `tenka:
  US2:
    who: "{{ scope.name }} agent"
    what: refund part of an order
    why: the customer has the money back
    tags: [refunds]
    acs:
      AC2.1:
        given: a captured payment
        when: it is refunded
        then: it is booked
        tags: [api, audit]
        checks: [{test: books}, {test: books twice}]
      AC2.2:
        given: a payment
        when: it is old
        then: it is kept
        status: validated
        automation: has_manual
      AC2.3:
        given: nothing
        when: nothing
        then: nothing
        active: false
        checks: [{test: books}]
  US3:
    who: nobody
    what: what was dropped
    why: there was no need
    tags: [payments]
    active: false
    acs:
      AC3.1:
        given: a
        when: b
        then: c
        tags: [api]
        status: validated
  US4:
    who: a clerk
    what: a story without criteria
    why: they come later
`,
  'rules/broken/tenka.yml':
    'tenka:\n  US1: {who: a, what: b, why: c, acs: {AC2.1: {given: a, when: b, then: c}}}\n',
  '.precept/validation.jsonl': [
    ['team', 'AC1.1', 'replays', false],
    ['team', 'AC1.1', 'replays', true],
    ['shop', 'AC1.2', 'refuses', true], // Of the wrong scope.
    ['team', 'AC1.2', 'refuses', false],
    ['shop', 'AC2.1', 'books', true],
    ['shop', 'AC2.1', 'books twice', true],
    ['shop', 'AC2.1', 'books twice', false],
  ]
    .map(([scope, ac, check, passed], index) =>
      JSON.stringify({
        timestamp: `2026-11-2${index}T10:00:00.000Z`,
        scope,
        ac,
        check,
        passed,
        source: `r.xml sha256:000000000000000${index}`,
      }),
    )
    .join('\nnot a line of ours\n{"scope":"shop"}\n\n'),
};

export function visionFolder(): Promise<string> {
  return tempFolder(files);
}

/** What each filter of the stories leaves. */
export const storyFilters: readonly [query: Readonly<Record<string, string>>, ids: readonly string[]][] = [
  [{}, ['US1', 'US2', 'US4']],
  [{ status: 'all' }, ['US1', 'US2', 'US4']],
  [{ status: 'validated' }, []],
  [{ status: 'validated', include_inactive: 'true' }, ['US3']],
  [{ status: 'not_validated' }, ['US1', 'US2', 'US4']],
  [{ include_inactive: 'true' }, ['US1', 'US2', 'US3', 'US4']],
  [{ include_inactive: 'false' }, ['US1', 'US2', 'US4']],
  [{ tags: 'payments' }, ['US1']],
  [{ tags: 'payments, refunds', include_inactive: '1' }, ['US1', 'US2', 'US3']],
  [{ tags: 'Payments' }, []],
];

export const acFilters: typeof storyFilters = [
  [{}, ['AC1.1', 'AC1.2', 'AC2.1', 'AC2.2']],
  [{ stories: 'US2' }, ['AC2.1', 'AC2.2']],
  [{ stories: ' US2 ,US3' }, ['AC2.1', 'AC2.2']],
  [{ stories: 'US2,US3', include_inactive: 'true' }, ['AC2.1', 'AC2.2', 'AC2.3', 'AC3.1']],
  [{ stories: 'US4' }, []],
  [{ status: 'validated' }, ['AC1.1', 'AC2.2']],
  [{ status: 'not_validated' }, ['AC1.2', 'AC2.1']],
  [{ tags: 'api' }, ['AC1.1', 'AC2.1']],
  [{ tags: 'audit,nothing' }, ['AC2.1']],
  [{ tags: 'api', status: 'validated', include_inactive: 'true' }, ['AC1.1', 'AC3.1']],
];

export const validationFilters: typeof storyFilters = [
  [{}, ['AC1.1', 'AC1.2', 'AC2.1', 'AC2.2']],
  [{ passing: 'validated' }, ['AC1.1', 'AC2.2']],
  [{ passing: 'not_validated' }, ['AC1.2', 'AC2.1']],
  [{ passing: 'all', automation: 'all' }, ['AC1.1', 'AC1.2', 'AC2.1', 'AC2.2']],
  [{ automation: 'automated' }, ['AC1.1', 'AC2.1']],
  [{ automation: 'has_manual' }, ['AC1.2', 'AC2.2']],
  [{ passing: 'validated', automation: 'automated' }, ['AC1.1']],
  [{ acs: 'AC2.3, AC3.1' }, ['AC2.3', 'AC3.1']],
  [{ acs: 'AC2.3,AC1.1', passing: 'validated' }, ['AC1.1']],
];

/** Requests that fail, over any face: the code, and what must be said. */
export const refusals: readonly [
  what: string,
  query: Readonly<Record<string, string>>,
  code: string,
  says: RegExp,
][] = [
  ['stories', { status: 'passed' }, 'invalid-parameter', /status.*validated.*not_validated.*all/],
  ['acs', { status: '' }, 'invalid-parameter', /status/],
  ['acs', { stories: 'US9' }, 'story-not-found', /US9/],
  ['acs', { stories: 'US1,us2' }, 'invalid-parameter', /"us2".*US1/],
  ['acs', { stories: '' }, 'invalid-parameter', /stories/],
  ['acs', { stories: 'US9,us2' }, 'invalid-parameter', /"us2"/],
  ['acs', { stories: 'US1,,US2' }, 'invalid-parameter', /stories: ""/],
  ['validation', { acs: 'AC9.1' }, 'ac-not-found', /AC9\.1/],
  ['validation', { acs: 'AC1.3' }, 'ac-not-found', /AC1\.3/],
  ['validation', { acs: 'AC1' }, 'invalid-parameter', /"AC1".*AC1\.2/],
  ['validation', { acs: `AC1.1${',AC1.1'.repeat(3000)}x` }, 'invalid-parameter', /acs.*10,000/],
  ['validation', { passing: 'yes' }, 'invalid-parameter', /passing.*validated/],
  ['validation', { automation: 'manual' }, 'invalid-parameter', /automation.*has_manual/],
];
