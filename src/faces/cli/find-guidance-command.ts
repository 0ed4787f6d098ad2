import type { AnswerOf } from '../../service/ask.ts';
import { findGuidance } from '../../service/operations/find-guidance.ts';
import { type AnsweringCommandClass, operationCommand, type Run } from './operation-command.ts';

const Base = operationCommand(findGuidance) as AnsweringCommandClass;

/** `precept find`: what agents get, with a command in place of the tool that has the other categories. */
export class FindGuidanceCommand extends Base {
  protected override finish(run: Run): Promise<number> {
    const answer = run.answer as AnswerOf<typeof findGuidance>;
    const { data, presentation } = answer;
    const index = `precept index ${data.scope_name}`;
    return super.finish({ ...run, answer: answer.with({ data, presentation: { ...presentation, index } }) });
  }
}
