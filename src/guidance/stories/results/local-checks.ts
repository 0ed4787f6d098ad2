import { formatProblem, type Problem } from '../../../model/problems/problem.ts';
import { contentFile } from '../../content-files.ts';
import type { Guidance, OwnGuidance } from '../../guidance.ts';
import { readScope, scopeNamesIn } from '../../read/read-scope.ts';
import { checksOf } from '../../rules/record/details.ts';
import { type RuleKind, ruleKinds } from '../../rules/rule.ts';
import { ruleId } from '../../rules/rule-id.ts';
import type { UserStory } from '../story.ts';
import type { CheckPlace } from './result-store.ts';

/** The stories that the files of one local scope hold: its own, nothing inherited. */
export interface LocalVision {
  readonly scope: string;
  readonly stories: readonly UserStory[];
}

export interface LocalVisions {
  readonly visions: readonly LocalVision[];
  /** The tests that checks of rules name. */
  readonly ofRules: readonly CheckPlace[];
  /** Whether all rules could be read. */
  readonly hasAllRules: boolean;
  /** Why some scopes had to be left out. */
  readonly warnings: readonly string[];
}

/** The stories of every scope in the rules folder that has any, and the tests that its rules name. */
export async function readLocalVisions(rulesPath: string): Promise<LocalVisions> {
  const visions: LocalVision[] = [];
  const ofRules: CheckPlace[] = [];
  const warnings: string[] = [];
  let hasAllRules = true;
  for (const scope of await scopeNamesIn(rulesPath)) {
    const content = await readScope(rulesPath, scope);
    if (content === null) continue;
    ofRules.push(...ruleChecks(content.layer));
    const broken = content.problems.find((problem) => isError(problem, 'tenka'));
    if (content.problems.some((problem) => ruleKinds.some((kind) => isError(problem, kind))))
      hasAllRules = false;
    if (broken !== undefined) {
      warnings.push(`Scope "${scope}" is left out, its stories have a mistake: ${formatProblem(broken)}`);
    } else if (content.layer.stories.size > 0) {
      visions.push({ scope, stories: [...content.layer.stories.values()] });
    }
  }
  return { visions, ofRules, hasAllRules, warnings };
}

/** The texts of the automated checks in these stories, with where they stand. */
export function* automatedChecks(visions: readonly LocalVision[]): Generator<CheckPlace> {
  for (const { scope, stories } of visions) {
    for (const { acs } of stories) {
      for (const { ref, checks } of acs.values()) {
        const tests = new Set(checks.flatMap(({ kind, text }) => (kind === 'automated' ? [text] : [])));
        for (const check of tests) yield { scope, ac: ref, check };
      }
    }
  }
}

/** The tests that checks of these rules name, each with the scope that wrote the rule, and the rule's id in place of a criterion. */
export function ruleChecks(guidance: Pick<OwnGuidance | Guidance, RuleKind>): CheckPlace[] {
  return ruleKinds.flatMap((kind) =>
    [...guidance[kind].values()].flatMap(({ rules }) =>
      rules.flatMap((rule) =>
        checksOf(rule.details).flatMap((check) =>
          'test' in check ? [{ scope: rule.origin.scope, ac: ruleId(kind, rule), check: check.test }] : [],
        ),
      ),
    ),
  );
}

/** Whether a mistake is in the file of a kind: one in katas of the scope does not make its test results wrong. */
function isError({ severity, file }: Problem, kind: Parameters<typeof contentFile>[0]): boolean {
  return severity === 'error' && file.endsWith(`/${contentFile(kind)}`);
}
