import { appendFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Service } from '../../src/service/service.ts';
import { ask } from '../support/ask.ts';
import { runs } from '../support/runs.ts';
import { testService } from '../support/service.ts';

/** Stories as an author writes them, as far as their status goes. */
interface Ac {
  readonly active?: boolean | undefined;
  readonly checks?:
    | readonly ({ test: string } | { manual: string; validated?: boolean | undefined })[]
    | undefined;
  readonly status?: 'validated' | 'not_validated' | undefined;
  readonly automation?: 'automated' | 'has_manual' | undefined;
}
interface Story {
  readonly active?: boolean | undefined;
  readonly acs: Readonly<Record<string, Ac>>;
}
type Stories = Readonly<Record<string, Story>>;
interface Result {
  readonly scope: string;
  readonly ac: string;
  readonly check: string;
  readonly passed: boolean;
}

const names = ['sums', 'sums twice', '*'];
const scopes = ['shop', 'team', 'other'];
const refs = ['AC1.1', 'AC1.2', 'AC2.1', 'AC2.2'];
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const check = fc.oneof(
  fc.record({ test: fc.constantFrom(...names) }),
  fc.record({ manual: fc.constantFrom('seen', 'sums'), validated: maybe(fc.boolean()) }),
);
const ac: fc.Arbitrary<Ac> = fc.record({
  active: maybe(fc.boolean()),
  checks: maybe(fc.array(check, { maxLength: 3 })),
  status: maybe(fc.constantFrom('validated', 'not_validated')),
  automation: maybe(fc.constantFrom('automated', 'has_manual')),
});
const story = (id: number): fc.Arbitrary<Story> =>
  fc.record({
    active: maybe(fc.boolean()),
    acs: fc.record({ [`AC${id}.1`]: ac, [`AC${id}.2`]: ac }, { requiredKeys: [] }) as fc.Arbitrary<
      Story['acs']
    >,
  });
const stories = fc.record({ US1: story(1), US2: story(2) }, { requiredKeys: [] }) as fc.Arbitrary<Stories>;
const results: fc.Arbitrary<Result[]> = fc.array(
  fc.record({
    scope: fc.constantFrom(...scopes),
    ac: fc.constantFrom(...refs),
    check: fc.constantFrom(...names),
    passed: fc.boolean(),
  }),
  { maxLength: 40 },
);

function yaml(own: Stories): string {
  const whole = Object.entries(own).map(([id, { active, acs }]) => {
    // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
    const full = Object.entries(acs).map(([ref, one]) => [ref, { given: 'a', when: 'b', then: 'c', ...one }]);
    return [id, { who: 'a', what: 'b', why: 'c', active, acs: Object.fromEntries(full) }];
  });
  return JSON.stringify({ tenka: Object.fromEntries(whole) });
}

/** What docs/vision.md says of vision, read out plainly: from the files' data and all lines, for scope `shop` below `team`. */
function reference(team: Stories, shop: Stories, log: readonly Result[]) {
  const out: { id: string; active: boolean; status: string; automation: string; acs: string[] }[] = [];
  const all: { ref: string; active: boolean; status: string; automation: string }[] = [];
  for (const id of ['US1', 'US2']) {
    const from = Object.hasOwn(shop, id) ? 'shop' : 'team';
    const one = (from === 'shop' ? shop : team)[id];
    if (one === undefined) continue;
    let count = 0;
    let good = 0;
    let byHand = false;
    for (const [ref, { active = true, checks = [], status, automation }] of Object.entries(one.acs)) {
      let proven = status === 'validated';
      let manual = automation === 'has_manual';
      if (checks.length > 0) {
        proven = true;
        manual = false;
        for (const item of checks) {
          if ('manual' in item) {
            manual = true;
            if (item.validated !== true) proven = false;
          } else {
            const lines = log.filter(
              (line) => line.scope === from && line.ac === ref && line.check === item.test,
            );
            if (lines[lines.length - 1]?.passed !== true) proven = false;
          }
        }
      }
      if (active) {
        count++;
        if (proven) good++;
        if (manual) byHand = true;
      }
      all.push({
        ref,
        active: active && one.active !== false,
        status: proven ? 'validated' : 'not_validated',
        automation: manual ? 'has_manual' : 'automated',
      });
    }
    out.push({
      id,
      active: one.active !== false,
      status: count > 0 && good === count ? 'validated' : 'not_validated',
      automation: byHand ? 'has_manual' : 'automated',
      acs: Object.keys(one.acs),
    });
  }
  const shown = all.filter(({ active }) => active);
  return {
    stories: out,
    acs: all,
    validation: {
      validated: shown.filter(({ status }) => status === 'validated').length,
      total: shown.length,
      acs: shown.map(({ ref, status, automation }) => ({ ref, status, automation })),
    },
  };
}

const keep =
  (...keys: readonly string[]) =>
  (one: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(keys.map((key) => [key, one[key]]));

/** What the three operations say of scope `shop`, as far as status goes, in the order of ids. */
async function served(service: Service) {
  const read = async (operation: string, input: object, list: string, key: string) => {
    const answer = JSON.parse(await ask(service, operation, { scope_name: 'shop', ...input }));
    answer[list].sort((a: Record<string, string>, b: Record<string, string>) =>
      (a[key] ?? '') < (b[key] ?? '') ? -1 : 1,
    );
    return answer;
  };
  const everything = { include_inactive: true };
  const { stories } = await read('get_user_stories', everything, 'stories', 'id');
  const { acs } = await read('get_acceptance_criteria', everything, 'acs', 'ref');
  const validation = await read('get_validation_status', {}, 'acs', 'ref');
  return {
    stories: stories.map(keep('id', 'active', 'status', 'automation', 'acs')),
    acs: acs.map(keep('ref', 'active', 'status', 'automation')),
    validation: {
      ...keep('validated', 'total')(validation),
      acs: validation.acs.map(keep('ref', 'status', 'automation')),
    },
  };
}

describe('the served status', () => {
  test('is what a reader of the files works out, whatever stories, checks and results there are', async () => {
    await fc.assert(
      fc.asyncProperty(
        stories,
        stories,
        results,
        results,
        fc.boolean(),
        async (team, shop, first, later, torn) => {
          const { service } = await testService({
            'team/tenka.yml': yaml(team),
            'shop/tenka.yml': yaml(shop),
            'shop/metadata.yml': 'parent: team\n',
          });
          const log = service.config.settings.validation_file;
          await appendFile(log, `${first.map(line).join('')}${torn ? '{"scope":"shop","ac"' : ''}`);
          expect(await served(service)).toEqual(reference(team, shop, first));
          await appendFile(log, `\n${later.map(line).join('')}`);
          expect(await served(service)).toEqual(reference(team, shop, [...first, ...later]));
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

function line(result: Result): string {
  return `${JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', ...result, source: 'x' })}\n`;
}
