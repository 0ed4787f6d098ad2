import * as v from 'valibot';
import { longestTask } from '../../../guidance/evals/read-evals.ts';
import type { PlannedEval } from '../plan.ts';

/** The shape of `evals/evals.json` of agent skills, in both of its dialects. */
const shape = v.object({
  skill_name: v.optional(v.string()),
  evals: v.array(
    v.object({
      id: v.union([v.string(), v.number()]),
      prompt: v.pipe(v.string(), v.maxLength(longestTask, `it is longer than ${longestTask} characters`)),
      expected_output: v.optional(v.string()),
      files: v.optional(v.array(v.string()), []),
      assertions: v.optional(v.array(v.string())),
      expectations: v.optional(v.array(v.string())),
    }),
  ),
});

/** An evaluation of a skill, and the files that its copies begin with, relative to the folder of the skill. */
export interface SkillEval extends Omit<PlannedEval, 'base'> {
  readonly files: readonly string[];
}

/**
 * The evaluations of `evals/evals.json`, `file` for reports. Their assertions are texts, which a reader judges: `grading.json` beside what is
 * kept of a run has the verdicts. Where no assertion is written yet, the expected output is one. Throws an Error that says what is wrong with the file.
 */
export function readSkillEvals(text: string, file: string): readonly SkillEval[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const read = v.safeParse(shape, data);
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`${file}: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
  }
  return read.output.evals.map(
    ({ id, prompt, expected_output: expected, files, assertions, expectations }) => {
      const texts = [assertions, expectations, expected === undefined ? [] : [expected]];
      return {
        name: String(id),
        file,
        line: 1,
        prompt,
        flags: [],
        expect: (texts.find((some) => some !== undefined && some.length > 0) ?? []).map((one) => ({
          text: one,
        })),
        files,
      };
    },
  );
}
