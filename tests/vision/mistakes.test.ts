import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';

const texts = '    who: a\n    what: b\n    why: c\n';
const story = `tenka:\n  US1:\n${texts}    acs:\n`;
const ac = `${story}      AC1.1:\n        given: a\n        when: b\n        then: c\n`;

/** A tenka.yml, and `line:column` of each mistake in it with what must be said. */
const mistakes: readonly [
  name: string,
  content: string,
  ...expected: readonly [at: string, says: RegExp][],
][] = [
  ['a list', '- a\n', ['1:1', /the file is not a mapping\. .*"tenka:"/]],
  ['no key tenka', 'tenak:\n  US1: {}\n', ['1:1', /`tenka` is not a mapping of stories/]],
  ['tenka without stories', 'tenka:\n', ['1:7', /`tenka` is not a mapping of stories/]],
  ['stories as a list', 'tenka:\n  - US1\n', ['2:3', /`tenka` is not a mapping of stories/]],
  ['an id that is none', 'tenka:\n  story1: {}\n', ['2:3', /"story1" cannot be the id of a story\. .*US1/]],
  ['a small id', `tenka:\n  us1:\n${texts}`, ['2:3', /"us1" cannot be/]],
  ['the same story twice', `tenka:\n  US1:\n${texts}  US1:\n${texts}`, ['6:3', /the key `US1` twice/]],
  ['a story that is text', 'tenka:\n  US1: buy\n', ['2:8', /story `US1` is a string, not a mapping/]],
  ['an empty story', 'tenka:\n  US1:\n', ['2:7', /story `US1` is empty/]],
  ['a missing text', 'tenka:\n  US1:\n    who: a\n    why: c\n', ['3:5', /`what` of story `US1` is missing/]],
  [
    'a text that is a number',
    `${story.replace('who: a', 'who: 1')}      {}\n`,
    ['3:10', /`who` of story `US1` is a number/],
  ],
  [
    'a text with a colon',
    `${story.replace('who: a', 'who: {a: b}')}      {}\n`,
    ['3:10', /is a mapping, not text\. .*quotes/],
  ],
  [
    'tags that are text',
    `tenka:\n  US1:\n${texts}    tags: api\n`,
    ['6:11', /`tags` of story `US1` is a string, not a list/],
  ],
  ['null tags', `tenka:\n  US1:\n${texts}    tags:\n`, ['6:10', /`tags` of story `US1` is empty/]],
  [
    'a flag that is text',
    `tenka:\n  US1:\n${texts}    active: "no"\n`,
    ['6:13', /`active` of story `US1` is a string, not true or false/],
  ],
  ['criteria as a list', `${story}      - AC1.1\n`, ['7:7', /`acs` of story `US1` is not a mapping/]],
  ['criteria that are null', story, ['6:9', /`acs` of story `US1` is not a mapping/]],
  [
    'a criterion of another story',
    ac.replace('AC1.1', 'AC2.1'),
    ['7:7', /"AC2\.1" cannot be an acceptance criterion of US1\. .*"AC1\.".*move it/],
  ],
  ['a ref without a number', ac.replace('AC1.1', 'AC1'), ['7:7', /"AC1" cannot be/]],
  ['a ref that is only like it', ac.replace('AC1.1', 'AC01.1'), ['7:7', /"AC01\.1" cannot be/]],
  ['the same criterion twice', `${ac}${ac.slice(story.length)}`, ['11:7', /the key `AC1\.1` twice/]],
  [
    'a criterion that is text',
    `${story}      AC1.1: works\n`,
    ['7:14', /acceptance criterion `AC1\.1` is a string/],
  ],
  [
    'a missing then',
    ac.replace(/ +then.*\n/, ''),
    ['8:9', /`then` of acceptance criterion `AC1\.1` is missing/],
  ],
  [
    'an unknown status',
    `${ac}        status: done\n`,
    ['11:17', /`status` of acceptance criterion `AC1\.1`/],
  ],
  [
    'checks that are text',
    `${ac}        checks: works\n`,
    ['11:17', /`checks` of acceptance criterion `AC1\.1` is not a list/],
  ],
  ['null checks', `${ac}        checks:\n`, ['11:16', /`checks` of .* is not a list/]],
  [
    'a check that is text',
    `${ac}        checks:\n          - works\n`,
    ['12:13', /check 1 of .*`AC1\.1` is neither a test nor a manual check/],
  ],
  [
    'a check of another kind',
    `${ac}        checks:\n          - test: a\n          - tset: b\n`,
    ['13:13', /check 2 of .* is neither/],
  ],
  [
    'a check of both kinds',
    `${ac}        checks:\n          - test: a\n            manual: b\n`,
    ['13:13', /check 1 of .* at once\. Make two/],
  ],
  [
    'a test without a name',
    `${ac}        checks:\n          - test:\n`,
    ['12:18', /check 1 of .* has no text for `test`/],
  ],
  ['a blank test', `${ac}        checks: [{test: " "}]\n`, ['11:25', /has no text for `test`/]],
  [
    'a manual check that is a number',
    `${ac}        checks: [{manual: 3}]\n`,
    ['11:27', /has no text for `manual`/],
  ],
  [
    'a sign-off that is text',
    `${ac}        checks: [{manual: a, validated: "yes"}]\n`,
    ['11:41', /sign-off that is not true or false/],
  ],
  [
    'several',
    `tenka:\n  US1:\n    who: 1\n    what: b\n    acs:\n      AC1.1: {given: a, when: b, checks: [x]}\n      AC3.1: {}\n  X: {}\n`,
    ['3:10', /`who`/],
    ['3:5', /`why` of story `US1` is missing/],
    ['6:14', /`then`/],
    ['6:43', /check 1/],
    ['7:7', /"AC3\.1"/],
    ['8:3', /"X"/],
  ],
];

describe('a mistake in tenka.yml', () => {
  test.each(mistakes)('%s', async (_, content, ...expected) => {
    const { service, rulesPath } = await testService({ 'bad/tenka.yml': content, 'good/tenka.yml': ac });
    const fault = await ask(service, 'get_validation_status', { scope_name: 'bad' }).catch(
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(Fault);
    const { code, message, errors = [] } = fault as Fault;
    expect(code).toBe('invalid-content');
    expect(message).not.toContain(rulesPath);
    expect(errors.map(({ path }) => path).sort()).toEqual(
      expected.map(([at]) => `bad/tenka.yml:${at}`).sort(),
    );
    for (const [at, says] of expected) {
      expect(errors.find(({ path }) => path === `bad/tenka.yml:${at}`)?.message).toMatch(says);
    }
    const [first] = errors;
    expect(message).toContain(first?.path);
    expect(JSON.parse(await ask(service, 'get_validation_status', { scope_name: 'good' })).total).toBe(1);
  });

  test('is none of these', async () => {
    const contents = [
      '',
      '# nothing\n',
      'tenka: {}\n',
      `tenka:\n  US1:\n${texts}    acs: {}\n`,
      `${ac}        checks: []\n`,
    ];
    contents.push(
      `${ac}        checks: [{test: a, validate: true}]\n        statsu: x\n    owner: me\n`,
      'tenka: {}\nx: 1\n',
    );
    for (const content of contents) {
      const { service } = await testService({ 'shop/tenka.yml': content });
      await ask(service, 'get_validation_status', { scope_name: 'shop' });
    }
  });
});
