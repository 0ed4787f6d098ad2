import { expect, test } from 'vitest';
import { replacedIn } from '../../src/guidance/resolve/trace-scope.ts';
import { testService } from '../support/service.ts';

async function overriddenOf(name: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const { service } = await testService(files);
  return replacedIn(await service.scope(name)).map(
    ({ kind, category, name: own, text, origin, by }) =>
      `${kind} ${category ?? ''} ${own ?? text} of ${origin.scope} by ${by}`,
  );
}

const parent = {
  'base/suggestions.yml': 'a:\n  ruleset: [One, Two]\nb:\n  ruleset: [Three]\n',
  'base/katas.yml': 'a:\n  katas: {k: "1. Old", other: "1. Kept"}\n',
  'base/tenka.yml': 'tenka:\n  US1: {who: w, what: x, why: y, acs: {}}\n',
};

test('a replaced category names each rule, a replaced kata or story itself', async () => {
  expect(
    await overriddenOf('child', {
      ...parent,
      'child/metadata.yml': 'parent: base\n',
      'child/suggestions.yml': 'a:\n  ruleset: [New]\n',
      'child/katas.yml': 'a:\n  katas: {k: "1. New"}\n',
      'child/tenka.yml': 'tenka:\n  US1: {who: w, what: new, why: y, acs: {}}\n',
    }),
  ).toEqual([
    'suggestions a One of base by child',
    'suggestions a Two of base by child',
    'katas a k of base by child',
    'stories  US1 of base by child',
  ]);
});

test('what is appended, and commandments, replace nothing', async () => {
  expect(
    await overriddenOf('child', {
      ...parent,
      'base/commandments.yml': 'a:\n  ruleset: [Must]\n',
      'child/metadata.yml': 'parent: base\n',
      'child/commandments.yml': 'a:\n  ruleset: [Must, More]\n',
      'child/suggestions.yml': '+a:\n  ruleset: [New]\n',
    }),
  ).toEqual([]);
});

test('the first parent replaces what a later one says', async () => {
  expect(
    await overriddenOf('child', {
      'p/suggestions.yml': 'a:\n  ruleset: [Of p]\n',
      'q/suggestions.yml': 'a:\n  ruleset: [Of q]\n',
      'child/metadata.yml': 'parents: [p, q]\n',
      'child/suggestions.yml': '+a:\n  ruleset: [Own]\n',
    }),
  ).toEqual(['suggestions a Of q of q by p']);
});

test('what a parent replaced of its own parent is told too, also where the child names that one first', async () => {
  const files = {
    ...parent,
    'middle/metadata.yml': 'parent: base\n',
    'middle/suggestions.yml': 'a:\n  ruleset: [Middle]\n',
    'child/metadata.yml': 'parent: middle\n',
  };
  expect(await overriddenOf('child', files)).toEqual([
    'suggestions a One of base by middle',
    'suggestions a Two of base by middle',
  ]);
  expect(
    await overriddenOf('child', { ...files, 'child/metadata.yml': 'parents: [base, middle]\n' }),
  ).toEqual(['suggestions a One of base by middle', 'suggestions a Two of base by middle']);
});

test('an empty category replaces too', async () => {
  expect(
    await overriddenOf('child', {
      ...parent,
      'child/metadata.yml': 'parent: base\n',
      'child/suggestions.yml': 'a:\n  ruleset: []\n',
    }),
  ).toEqual(['suggestions a One of base by child', 'suggestions a Two of base by child']);
});
