import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../../src/service/ask.ts';
import { openService } from '../../src/service/open-service.ts';
import type { Operation } from '../../src/service/operation.ts';
import { exploreChildren } from '../../src/service/operations/explorer/explore-children.ts';
import { exploreHistory } from '../../src/service/operations/explorer/explore-history.ts';
import { exploreKata } from '../../src/service/operations/explorer/explore-kata.ts';
import { exploreScope } from '../../src/service/operations/explorer/explore-scope.ts';
import { exploreScopes } from '../../src/service/operations/explorer/explore-scopes.ts';
import { exploreVision } from '../../src/service/operations/explorer/explore-vision.ts';
import { getSource } from '../../src/service/operations/explorer/get-source.ts';
import { getAcceptanceCriteria } from '../../src/service/operations/get-acceptance-criteria.ts';
import { getKataCategoryIndex } from '../../src/service/operations/get-kata-category-index.ts';
import { operations } from '../../src/service/operations.ts';
import type { Service } from '../../src/service/service.ts';
import { tempFolder } from '../support/folder.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

type Input = Readonly<Record<string, unknown>>;

const ofScope = (scope_name: string): Input[] => [{ scope_name }];
const rawAndRendered = (scope_name: string): Input[] => [{ scope_name }, { scope_name, debug: true }];

async function katasOf(scope_name: string, service: Service): Promise<Input[]> {
  const { data } = await ask(getKataCategoryIndex, { scope_name, debug: false }, service);
  return data.categories.flatMap(({ category, katas }) =>
    katas.flatMap(({ name }) =>
      [false, true].map((debug) => ({ scope_name, category, kata_name: name, debug })),
    ),
  );
}

async function acsOf(scope_name: string, service: Service): Promise<Input[]> {
  const input = { scope_name, status: 'all', include_inactive: true } as const;
  const { data } = await ask(getAcceptanceCriteria, input, service);
  return data.acs.map(({ ref }) => ({ ac: ref, scope: scope_name }));
}

/** What each operation is asked of a scope. An operation without a row fails the test. */
const inputs: Readonly<Record<string, (scope: string, service: Service) => Input[] | Promise<Input[]>>> = {
  list_scopes: () => [{ details: false }, { details: true }],
  get_scope: ofScope,
  find_guidance: (scope_name) => [
    { scope_name, task: 'change the database schema of an API, with tests' },
    { scope_name, files: 'src/api/orders.ts,db/1.sql', max_results: 3 },
    { scope_name, task: 'xylophone' },
  ],
  search_scopes: () => [{ words: 'database' }, { words: 'xylophone' }],
  get_category_index: rawAndRendered,
  get_rules: rawAndRendered,
  get_kata_category_index: rawAndRendered,
  get_katas: ofScope,
  get_kata: katasOf,
  get_user_stories: (scope_name) => [{ scope_name }, { scope_name, include_inactive: true }],
  get_acceptance_criteria: (scope_name) => [{ scope_name }, { scope_name, include_inactive: true }],
  get_validation_status: ofScope,
  get_tenka_history: acsOf,
  get_tenka_coverage: ofScope,
  get_bundle: ofScope,
  get_manifest: () => [{}],
  list_masters: () => [{}],
  get_context: ofScope,
  explain: async (scope_name, service) => {
    const { data } = await ask(getKataCategoryIndex, { scope_name, debug: false }, service);
    const names = data.categories.flatMap(({ category, katas }) => [
      category,
      ...katas.map(({ name }) => name),
    ]);
    return ['AC1.1', 'US1', 'nowhere at all', ...names.slice(0, 1)].map((of) => ({ scope_name, of }));
  },
  submit_feedback: () =>
    Object.values(operations.find(({ name }) => name === 'submit_feedback')?.http?.examples ?? {}) as Input[],
  get_feedback_summary: () => [{}],
  resolve_feedback: async (_scope, service) =>
    (await feedbackIds(service)).map((id) => ({ id, note: 'One of them is gone' })),
  reopen_feedback: async (_scope, service) => (await feedbackIds(service)).map((id) => ({ id })),
  get_fleet: (scope, service) => {
    service.fleet.see({ name: 'a reader', version: '1.0.0', scope, etag: '"1"' });
    return [{}];
  },
  get_usage: (scope) => [{ scope }, { since: '2026-01-01', unread: true }],
  submit_usage: (scope) => [
    { counts: [{ day: '2026-03-31', scope, category: 'a', face: 'mcp', reads: 1, tokens: 2 }] },
  ],
  get_rule_usage: () => [{}, { since: '7d' }],
  review_change: (scope_name) => [{ scope_name, patch: patchOf('src/api/orders.ts') }],
  reload: () => [{}],
  explore_conflicts: () => [{}],
  explore_scopes: () => [{}],
  explore_scope: ofScope,
  explore_children: ofScope,
  explore_kata: katasOf,
  explore_vision: ofScope,
  explore_history: async (scope_name, service) =>
    (await acsOf(scope_name, service)).map(({ ac }) => ({ scope_name, ac })),
  get_source: (scope_name) => [{ scope_name, file: 'commandments.yml' }],
};

/** A change that adds a line to a file. */
const patchOf = (file: string) =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1,2 @@\n a\n+fetch('/orders?offset=3')\n`;

/** What was reported just before. */
async function feedbackIds(service: Service): Promise<string[]> {
  const ids: string[] = [];
  for await (const entry of (await service.feedback.open()).entries()) if (entry !== null) ids.push(entry.id);
  return ids.slice(0, 1);
}

const asked: readonly Operation[] = [
  ...operations,
  exploreScopes,
  exploreScope,
  exploreChildren,
  exploreKata,
  exploreVision,
  exploreHistory,
  getSource,
];

interface Example {
  readonly service: Service;
  readonly rulesPath: string;
  readonly scopes: readonly string[];
}

const opened: Example[] = [];

/** The service without what an operation does not name. */
function onlyNeeds({ needs, madeFrom }: Operation, service: Service): Service {
  const basis = ['config', 'log', 'plugins', 'isAdmin'] as const;
  const ofScope = madeFrom === undefined ? [] : (['scope', 'answers'] as const);
  const names = [...basis, ...ofScope, ...needs];
  return Object.fromEntries(names.map((name) => [name, service[name]])) as unknown as Service;
}

beforeAll(async () => {
  for (const example of ['acme', 'meridian']) {
    const rulesPath = join(examples, example, 'rules');
    const cwd = await tempFolder();
    const options = {
      config: join(examples, example, 'settings.yml'),
      rules_path: rulesPath,
      feedback_file: join(cwd, 'feedback.jsonl'),
      validation_file: join(cwd, 'validation.jsonl'),
      usage: true,
      // Git is asked for every rule: the scopes of one example are enough for that.
      authorship: example === 'acme',
      usage_file: join(cwd, 'usage.jsonl'),
    };
    const { service } = await openService({ flags: {}, options, env: {}, cwd, writeLog: () => {} });
    opened.push({ service, rulesPath, scopes: readdirSync(rulesPath) });
  }
});
afterAll(() => Promise.all(opened.map(({ service }) => service.close())));

test.each(asked.map((operation) => [operation.name, operation] as const))(
  'the data of %s is what its shape says for every scope of the examples, no more and no less',
  async (name, operation) => {
    let answers = 0;
    for (const { service, rulesPath, scopes } of opened) {
      const known = new Set<string>();
      for (const scope of scopes) {
        for (const input of (await inputs[name]?.(scope, service)) ?? []) {
          // What depends on no scope is asked once.
          if (known.size === known.add(JSON.stringify(input)).size) continue;
          if ('file' in input && !readdirSync(join(rulesPath, scope)).includes(String(input.file))) continue;
          const answer = await ask(operation, v.parse(operation.input, input), onlyNeeds(operation, service));
          const json: unknown = JSON.parse(answer.text('json'));
          expect(v.parse(operation.output, answer.data)).toEqual(json);
          expect(answer.data).toEqual(json);
          // A kata that is no flowchart has no diagram.
          const others = answer.formats.filter((format) => format !== 'mermaid');
          for (const format of others) expect(answer.text(format)).not.toBe('');
          answers += 1;
        }
      }
    }
    expect(answers).toBeGreaterThan(0);
  },
);
