import { forXml } from '../../../model/text/for-xml.ts';
import { armWords, missedWords, ruleWords } from './eval-text.ts';
import type { EvalData } from './report-data.ts';

/** The XML that build servers read: evaluations fail that miss their share, and rules that hurt; a rule of which nothing is shown is skipped. */
export function evalJunit(data: EvalData): string {
  const evals = data.evals.map(({ name, file, line, arms }) => {
    const failures = data.missed
      .filter((one) => one.eval === name)
      .map((one) => `<failure message="${forXml(missedWords(one))}"/>`);
    const said = arms.map((arm) => `${arm.arm}: ${armWords(arm)}`).join('\n');
    const seconds = arms.reduce((sum, arm) => sum + arm.seconds * arm.runs, 0);
    const head = `name="${forXml(name)}" classname="${forXml(data.scope_name)}" file="${forXml(file)}" line="${line}" time="${seconds.toFixed(3)}"`;
    return `<testcase ${head}>${failures.join('')}<system-out>${forXml(said)}</system-out></testcase>`;
  });
  const rules = data.rules.map((rule) => {
    const words = `${rule.verdict}: ${ruleWords(rule)}`;
    const outcome =
      rule.verdict === 'hurts'
        ? `<failure message="${forXml(words)}"/>`
        : rule.verdict === 'helps'
          ? `<system-out>${forXml(words)}</system-out>`
          : `<skipped message="${forXml(words)}"/>`;
    return `<testcase name="${forXml(rule.id)}" classname="${forXml(`${data.scope_name}.rules`)}">${outcome}</testcase>`;
  });
  const suites = [suite('evals', evals), suite('rules', rules)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function suite(name: string, tests: readonly string[]): string {
  const count = (element: string) => tests.filter((test) => test.includes(`<${element} `)).length;
  const head = `name="${name}" tests="${tests.length}" failures="${count('failure')}" skipped="${count('skipped')}"`;
  return `  <testsuite ${head}>\n${tests.map((test) => `    ${test}\n`).join('')}  </testsuite>\n`;
}
