import { oneLine } from '../../../render/foreign-text.ts';
import { bullet, codeSpan, paragraphs } from '../../../render/markdown.ts';
import { armWords, differenceWords, headLine, missedWords, ruleWords } from './eval-text.ts';
import type { EvalData, EvalReport } from './report-data.ts';

/** A report for a pull request. */
export function evalMarkdown(data: EvalData): string {
  const rules = data.rules.map((rule) =>
    bullet(`**${rule.verdict}** ${codeSpan(rule.id)}: ${ruleWords(rule)}`),
  );
  const outside = data.outside.map(({ eval: name, arm, repeat, paths }) =>
    bullet(`${oneLine(name)} ${codeSpan(arm)} ${repeat}: ${paths.map((path) => codeSpan(path)).join(', ')}`),
  );
  return paragraphs([
    `# Evaluation of ${oneLine(data.scope_name)}`,
    `${headLine(data)}.`,
    ...(rules.length === 0 ? [] : ['## Rules', rules.join('\n')]),
    ...(data.missed.length === 0
      ? []
      : ['## Missed', data.missed.map((one) => bullet(missedWords(one))).join('\n')]),
    ...data.evals.flatMap(evalParts),
    ...(outside.length === 0 ? [] : ['## Changed outside of the copies', outside.join('\n')]),
  ]);
}

function evalParts({ name, arms, differences, expectations }: EvalReport): string[] {
  const all = arms.map((arm) => bullet(`${codeSpan(arm.arm)}: ${armWords(arm)}`));
  const compared = differences.map((one) =>
    bullet(`${codeSpan(one.arm)} against ${codeSpan(one.against)}: ${differenceWords(one)}`),
  );
  const each = expectations.map(({ expectation, arms: own }) =>
    bullet(
      `${codeSpan(expectation)}: ${own.map(({ arm, passes, runs }) => `${codeSpan(arm)} ${passes} of ${runs}`).join(', ')}`,
    ),
  );
  return [`## ${oneLine(name)}`, [...all, ...compared, ...each].join('\n')];
}
