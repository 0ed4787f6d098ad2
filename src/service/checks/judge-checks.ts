import {
  type Check,
  kindOfCheck,
  pathsOfCheck,
  type ToolName,
  toolOf,
} from '../../guidance/rules/record/check.ts';
import type { Results } from '../../guidance/stories/results/results-of.ts';
import type { Configuration, Unread } from '../linters/linter.ts';
import { linters } from '../linters/linters.ts';
import type { Project } from '../linters/project.ts';
import {
  type ChecksData,
  checkStates,
  type JudgedRule,
  type LinkedRule,
  type RuleState,
  ruleStates,
  type Verdict,
} from './checks-data.ts';
import { judgeLink } from './judge-link.ts';
import { judgeTest } from './judge-test.ts';
import { createMatching } from './matching-files.ts';

/** Files that one tool is asked about; of more, those that links name come first. */
const mostFiles = 2000;

/** How checks stand, and what was not looked at, in sentences. */
export interface JudgedChecks {
  readonly data: ChecksData;
  readonly passedOver: readonly string[];
}

/** Judges all checks of the rules of a scope. Each tool that they name is asked once. */
export async function judgeChecks(
  scope_name: string,
  rules: readonly LinkedRule[],
  project: Project,
  results: Results,
): Promise<JudgedChecks> {
  const { judgeTool, passedOver } = await createToolJudge(rules, project);
  const judge = (check: Check, rule: LinkedRule): Verdict => {
    const linked = toolOf(check);
    if (linked !== null) return judgeTool(check, linked);
    if ('test' in check) return verdictOfTest(check.test, results);
    if ('command' in check && !rule.isLocal)
      return {
        state: 'unverified',
        why: 'the command came from a master, and such commands never run',
        cure: 'Write a check of your own, or run the command yourself',
      };
    return { state: kindOfCheck(check) === 'review' ? 'review' : 'enforced' };
  };
  const judged = rules.map(({ isLocal: _, ...rule }, index): JudgedRule => {
    const checks = rule.checks.map((check) => ({ ...check, ...judge(check, rules[index] as LinkedRule) }));
    const worst = Math.max(-1, ...checks.map(({ state }) => checkStates.indexOf(state)));
    const { id, kind, category, text, file, line } = rule;
    return { id, kind, category, text, state: checkStates[worst] ?? 'unmarked', file, line, checks };
  });
  const counts = Object.fromEntries(
    ruleStates.map((state) => [state, judged.filter((rule) => rule.state === state).length]),
  ) as Record<RuleState, number>;
  return { data: { scope_name, counts, rules: judged }, passedOver };
}

/** The tools that the checks of some rules name. */
export function toolsOf(rules: readonly Pick<LinkedRule, 'checks'>[]): ReadonlySet<ToolName> {
  return new Set(rules.flatMap(({ checks }) => checks.flatMap((check) => toolOf(check)?.tool ?? [])));
}

async function createToolJudge(rules: readonly LinkedRule[], project: Project) {
  const known = new Map<ToolName, About>();
  const named = rules.flatMap(({ checks }) => checks);
  await Promise.all(
    [...toolsOf(rules)].map(async (tool) => {
      const own = named.filter((check) => tool in check);
      known.set(tool, await lookAt(tool, own, project));
    }),
  );
  const judgeTool = (check: Check, { tool, rule }: { readonly tool: ToolName; readonly rule: string }) => {
    const { configuration, files, asked, all, matching } = known.get(tool) as About;
    const paths = pathsOfCheck(check);
    const about = paths.length === 0 ? all : matching(paths);
    const own = files.length === all.length ? about : about.filter((file) => asked.has(file));
    const link = { tool, rule, files: paths.length === 0 ? null : own, unasked: about.length - own.length };
    const verdict = judgeLink(link, configuration, files);
    if (project.mayRun || verdict.state !== 'unverified' || !('unread' in configuration)) return verdict;
    return { ...verdict, cure: `Look at the checkout, then run "precept trust", so that ${tool} may run` };
  };
  const passedOver = [...known].flatMap(([tool, { files, all }]) =>
    files.length === all.length
      ? []
      : [
          `${tool} is for ${all.length} files of this checkout, and was asked about ${files.length} of them, those of paths first`,
        ],
  );
  return { judgeTool, passedOver };
}

interface About {
  readonly configuration: Configuration | Unread;
  /** Those that the tool was asked about, of all that it is for. */
  readonly files: readonly string[];
  readonly asked: ReadonlySet<string>;
  readonly all: readonly string[];
  readonly matching: (globs: readonly string[]) => readonly string[];
}

async function lookAt(tool: ToolName, checks: readonly Check[], project: Project): Promise<About> {
  const { lints, configuration } = linters[tool];
  const all = project.files.filter((file) => lints.test(file));
  const matching = createMatching(all);
  const wanted = all.length > mostFiles ? matching(checks.flatMap(pathsOfCheck)) : [];
  const files = [...new Set([...wanted, ...all])].slice(0, mostFiles);
  return {
    configuration: await configuration(project, files),
    ...{ files, all, matching },
    asked: new Set(files),
  };
}

function verdictOfTest(test: string, results: Results): Verdict {
  const found = judgeTest(test, results);
  if (found.state !== 'unknown') return { state: 'enforced' };
  return {
    state: 'unverified',
    why: found.why,
    cure: 'Import a report of the test with "precept tenka import"',
  };
}
