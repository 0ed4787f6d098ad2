import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createProject } from '../../src/service/linters/project.ts';
import { parsePatch } from '../../src/service/review/change/parse-patch.ts';
import { chooseRules } from '../../src/service/review/choose/choose-rules.ts';
import { judgeRules } from '../../src/service/review/judge/judge-rules.ts';
import { openPolicy } from '../../src/service/tasks/review/open-policy.ts';
import { testService } from '../support/service.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** A rule that is violated in files: by each of the lines, or by all of them together where `required` is not among them. */
interface Planted {
  readonly rule: string;
  readonly files: readonly string[];
  readonly lines: readonly string[];
  readonly required?: string;
}

/** Files of an example's rules, with checks that this test gives to rules which have none. */
async function rulesOf(example: string, checks: Readonly<Record<string, string>> = {}) {
  const folder = join(examples, example, 'rules');
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /^[^/\\]+[/\\](?:commandments|suggestions|metadata|waivers)\.yml$/.test(name),
  );
  const missing = new Set(Object.keys(checks));
  const files = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      let text = await readFile(join(folder, name), 'utf8');
      for (const [rule, check] of Object.entries(checks))
        if (text.includes(`- ${rule}\n`)) {
          missing.delete(rule);
          text = text.replace(`- ${rule}\n`, `- {rule: '${rule}', ${check}}\n`);
        }
      return [name, text];
    }),
  );
  expect([...missing]).toEqual([]);
  return Object.fromEntries(files);
}

/** Judges patches by a scope: the places where a rule is violated, as `id file:line`. */
async function judgeBy(scope: string, rules: Readonly<Record<string, string>>) {
  const { service, rulesPath } = await testService(rules);
  const policy = await openPolicy(service, scope);
  const results = await service.results();
  const project = createProject({ root: rulesPath, files: [], mayRun: false, env: {} });
  const judge = async (patch: string) => {
    const files = parsePatch(patch);
    const chosen = (await chooseRules(policy, files)).map(({ rule }) => rule);
    const judged = await judgeRules(chosen, {
      ...{ files, results, project, env: {}, jobs: 1, tell() {}, isEdited: () => false },
      textAfter: async ({ hunks = [] }) => hunks.flatMap(({ after }) => after).join('\n'),
      isInWorkTree: async () => true,
    });
    return [...judged].flatMap(([{ text }, { outcome, findings = [] }]) =>
      outcome === 'violated'
        ? findings.map(({ file, line }) => `${text} ${file}${line === undefined ? '' : `:${line}`}`)
        : [],
    );
  };
  return { judge, close: () => service.close() };
}

const filler = (count: number) => Array.from({ length: count }, (_, at) => `const part${at} = next(${at});`);

function added(file: string, lines: readonly string[]): string {
  return `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
}

/** Of a file that has lines above, around and in place of others; `line` comes to stand at `at`. */
function modified(file: string, line: string, at: number, sign: '+' | '-' | ' '): string {
  const [gone, come] = [sign === '+' ? 0 : 1, sign === '-' ? 0 : 1];
  return `--- a/${file}\n+++ b/${file}\n@@ -${at - 1},${2 + gone} +${at - 1},${2 + come} @@\n before();\n${sign}${line}\n after();\n`;
}

function violations({ rule, files, lines, required }: Planted): [patch: string, place: string][] {
  return files.flatMap((file, index) =>
    required === undefined
      ? lines.flatMap((line, more): [string, string][] => {
          const at = 2 + 7 * index + 3 * more;
          return [
            [added(file, [...filler(at - 1), line, ...filler(2)]), `${rule} ${file}:${at}`],
            [modified(file, line, at, '+'), `${rule} ${file}:${at}`],
          ];
        })
      : [[added(file, lines), `${rule} ${file}`]],
  );
}

/** Changes of the same files that keep the rule: what is removed or was there before, and lines that only look like it. */
function clean({ files, lines, required }: Planted, alike: readonly string[], elsewhere: string): string[] {
  if (required !== undefined)
    return files.flatMap((file) => [
      added(file, [...lines, required]),
      added(file, [`-- ${required}`, ...lines]),
      `diff --git a/${file} b/${file}\ndeleted file mode 100644\n--- a/${file}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`,
    ]);
  return files.flatMap((file, index) => [
    ...lines.flatMap((line) => [modified(file, line, 3 + index, '-'), modified(file, line, 3 + index, ' ')]),
    ...alike.map((line) => added(file, [...filler(index), line])),
    ...lines.map((line) => added(`${elsewhere}/${file}`, [line])),
  ]);
}

const paging: Planted = {
  rule: 'Page lists with an opaque cursor, 50 items by default and 200 at most; no offsets',
  files: ['src/api/orders.ts', 'src/api/v2/carts.ts', 'src/api/v2/refunds.kt'],
  lines: ["get('/orders?offset=20');", "const next = '/x?limit=5&offset=10';"],
};
const locking: Planted = {
  rule: 'Set `lock_timeout` to at most 2 s, create indexes `CONCURRENTLY`, and add constraints `NOT VALID` before validating them in a second step',
  files: Array.from({ length: 8 }, (_, at) => `db/migrations/00${at}.sql`),
  lines: ['BEGIN;', 'CREATE INDEX CONCURRENTLY orders_by_day ON orders (day);', 'COMMIT;'],
  required: "SET lock_timeout = '2s';",
};
const dosing: Planted = {
  rule: 'Compute in integer microlitres on two independent paths and stop when they differ',
  files: ['src/dosing/volume.c', 'src/dosing/rate.ts', 'src/dosing/bolus/limit.ts'],
  lines: ['const volume = parseFloat(text);', 'double rate = 0.1;'],
};
const library: Planted = {
  rule: 'Accept a library only whole, signed, and newer than the last; never merge two',
  files: Array.from({ length: 8 }, (_, at) => `drug-library/ward-${at}.json`),
  lines: ['{', '  "medicine": "heparin"', '}'],
  required: '"signature": "3045"',
};

test.each([
  {
    ...{ example: 'acme', scope: 'checkout', checks: {}, kinds: [paging, locking] },
    alike: ["const offset = '=';", 'page(cursor);'],
  },
  {
    ...{ example: 'meridian', scope: 'infusion-pump', kinds: [dosing, library] },
    checks: {
      [dosing.rule]: "check: {pattern: 'parseFloat|\\bdouble\\b', paths: ['src/dosing/**']}",
      [library.rule]: "check: {require: signature, paths: ['drug-library/**']}",
    },
    alike: ['const doubled = 2;', 'parseMicrolitres(text);'],
  },
])(
  'of changes by the rules of $example each violation is found at its line, and nothing else',
  async ({ example, scope, checks, kinds, alike }) => {
    const { judge, close } = await judgeBy(scope, await rulesOf(example, checks));
    try {
      const planted = kinds.flatMap(violations);
      expect(planted).toHaveLength(20);
      for (const [patch, place] of planted) expect(await judge(patch), patch).toEqual([place]);
      const kept = kinds.flatMap((kind) => clean(kind, alike, 'docs'));
      expect(kept.length).toBeGreaterThanOrEqual(30);
      for (const patch of kept) expect(await judge(patch), patch).toEqual([]);
    } finally {
      await close();
    }
  },
);
