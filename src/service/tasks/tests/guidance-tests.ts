import { folderSource } from '../../../guidance/read/content-source.ts';
import {
  type GuidanceTest,
  readTests,
  type TextPosition,
  testsFile,
} from '../../../guidance/tests/read-tests.ts';
import { Fault } from '../../../model/fault.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import type { ServiceFor } from '../../ask.ts';
import type { getRules } from '../../operations/get-rules.ts';
import type { Service } from '../../service.ts';
import { judgeTest } from './judge-test.ts';

/** Something that is not as a test wants it, and where the test says so. */
export interface Difference extends TextPosition {
  readonly message: string;
  /** The tests.yml, relative to the rules folder. */
  readonly file: string;
}

export interface TestResult extends TextPosition {
  /** The scope that was asked. */
  readonly scope: string;
  readonly name: string;
  /** The tests.yml, relative to the rules folder: that of an ancestor where the test is inherited. */
  readonly file: string;
  readonly passed: boolean;
  readonly differences: readonly Difference[];
  readonly milliseconds: number;
}

export interface TestRun {
  readonly results: readonly TestResult[];
  /** What is wrong with tests.yml files. */
  readonly problems: readonly Problem[];
}

/** Files that are read at the same time. */
const filesAtOnce = 16;

/**
 * Runs the tests of guidance of a service's rules folder: those of the named scopes, own and inherited, or of all scopes.
 * Agents' reports teach the search nothing here, so that a test tells of the guidance alone.
 * Faults: those of an unknown scope, `not-found` without a rules folder.
 */
export async function runGuidanceTests(
  service: ServiceFor<typeof getRules> & Pick<Service, 'whyEmpty'>,
  named: readonly string[],
): Promise<TestRun> {
  const { rulesPath, settings } = service.config;
  if (rulesPath === null) throw new Fault('not-found', `There is nothing to test: ${service.whyEmpty()}.`);
  const source = folderSource(rulesPath);
  const local = await source.scopes();
  for (const name of named) if (!local.includes(name)) await service.scope(name);
  const read = await inBatches(
    local,
    filesAtOnce,
    async (scope) => [scope, await readTests(source, scope)] as const,
  );
  const owners = new Map(
    read.flatMap(([scope, content]) => (content === null ? [] : [[scope, content] as const])),
  );
  // A file that cannot be read may hold inherited tests.
  const handedDown = [...owners.values()].some(
    ({ tests, problems }) => problems.length > 0 || tests.some(({ inherited }) => inherited),
  );
  const untaught = {
    ...service,
    config: { ...service.config, settings: { ...settings, search_learns: false } },
  };
  const results: TestResult[] = [];
  const asked = new Set<string>();
  for (const scope of named.length === 0 ? local : new Set(named)) {
    const ancestors = handedDown ? await ancestorsOf(service, scope) : [];
    for (const owner of [scope, ...ancestors]) {
      asked.add(owner);
      const tests = owners.get(owner)?.tests ?? [];
      for (const test of tests)
        if (owner === scope || test.inherited) results.push(await runTest(untaught, scope, owner, test));
    }
  }
  const told = [...owners].filter(([owner]) => named.length === 0 || asked.has(owner));
  return { results, problems: told.flatMap(([, { problems }]) => problems) };
}

/** The scopes that one inherits from. A scope that is broken has none: its own tests say what is wrong. */
async function ancestorsOf(service: Pick<Service, 'scope'>, scope: string): Promise<readonly string[]> {
  try {
    return (await service.scope(scope)).lineage.filter((name) => name !== scope);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

async function runTest(
  service: ServiceFor<typeof getRules>,
  scope: string,
  owner: string,
  test: GuidanceTest,
): Promise<TestResult> {
  const start = performance.now();
  const file = `${owner}/${testsFile}`;
  const { name, at } = test;
  const found = await judgeTest(service, scope, test).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    return [{ ...at, message: error.message }];
  });
  const milliseconds = performance.now() - start;
  const differences = found.map((difference) => ({ ...difference, file }));
  return { scope, name, file, ...at, passed: found.length === 0, differences, milliseconds };
}
