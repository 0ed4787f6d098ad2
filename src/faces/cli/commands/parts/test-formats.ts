import { githubCommand } from '../../../../model/problems/github-command.ts';
import type { Problem } from '../../../../model/problems/problem.ts';
import { forXml } from '../../../../model/text/for-xml.ts';
import type { TestResult, TestRun } from '../../../../service/tasks/tests/guidance-tests.ts';

/** Whether all tests passed, and all of them could be read. */
export function isGreen({ results, problems }: TestRun): boolean {
  return results.every(({ passed }) => passed) && !problems.some(isError);
}

/** For people: a line a test, below it what is not as it expects, and a summary. */
export function testText({ results, problems }: TestRun): string {
  const lines = problems.map((problem) => `${problem.severity}  ${place(problem)}: ${describe(problem)}`);
  for (const { scope, name, passed, differences } of results) {
    lines.push(`${passed ? 'ok    ' : 'FAILED'}  ${scope}  ${oneLine(name)}`);
    for (const difference of differences)
      lines.push(`        ${place(difference)}: ${oneLine(difference.message)}`);
  }
  return `${[...lines, summary(results, problems)].join('\n')}\n`;
}

/** For programs. */
export function testJson({ results, problems }: TestRun): string {
  const failed = results.filter(({ passed }) => !passed).length;
  const tests = results.map(({ milliseconds: _, ...test }) => test);
  const mistakes = problems.map(({ code, severity, file, line, column, message, hint }) => ({
    code,
    severity,
    file,
    line,
    column,
    message,
    hint,
  }));
  const report = { passed: results.length - failed, failed, tests, problems: mistakes };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Workflow commands, which GitHub shows beside the lines of a change; nothing for what passes. */
export function testGithub({ results, problems }: TestRun): string {
  const at = ({ file, line, column }: Located) => ({ file, line, col: column });
  const mistakes = problems.map((problem) =>
    githubCommand(
      problem.severity === 'info' ? 'notice' : problem.severity,
      { ...at(problem), title: problem.code },
      describe(problem),
    ),
  );
  const failures = results.flatMap(({ scope, name, differences }) =>
    differences.map((difference) =>
      githubCommand('error', { ...at(difference), title: `${scope}: ${name}` }, difference.message),
    ),
  );
  return [...mistakes, ...failures].join('');
}

/** The XML that build servers read; a tests.yml that cannot be read is a test that fails. */
export function testJunit({ results, problems }: TestRun): string {
  const suites = new Map<string, string[]>();
  const add = (suite: string, test: string) => suites.set(suite, [...(suites.get(suite) ?? []), test]);
  for (const { scope, name, file, line, differences, milliseconds } of results) {
    const failures = differences.map(
      (one) =>
        `<failure message="${forXml(one.message)}">${forXml(`${place(one)}: ${one.message}`)}</failure>`,
    );
    const time = (milliseconds / 1000).toFixed(3);
    const head = `name="${forXml(name)}" classname="${forXml(scope)}" file="${forXml(file)}" line="${line}" time="${time}"`;
    add(scope, `<testcase ${head}>${failures.join('')}</testcase>`);
  }
  for (const problem of problems.filter(isError)) {
    const error = `<error message="${forXml(describe(problem))}">${forXml(`${place(problem)}: ${describe(problem)}`)}</error>`;
    add(
      problem.file,
      `<testcase name="${forXml(problem.code)}" classname="${forXml(problem.file)}">${error}</testcase>`,
    );
  }
  const written = [...suites].map(([name, tests]) => {
    const count = (element: string) => tests.filter((test) => test.includes(`<${element} `)).length;
    const head = `name="${forXml(name)}" tests="${tests.length}" failures="${count('failure')}" errors="${count('error')}"`;
    return `  <testsuite ${head}>\n${tests.map((test) => `    ${test}\n`).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${written.join('')}</testsuites>\n`;
}

interface Located {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function place({ file, line, column }: Located): string {
  return `${file}:${line}:${column}`;
}

function describe({ message, hint }: Problem): string {
  return `${message}. ${hint}`;
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function summary(results: readonly TestResult[], problems: readonly Problem[]): string {
  const failed = results.filter(({ passed }) => !passed).length;
  const errors = problems.filter(isError).length;
  const broken = errors === 0 ? '' : `, ${errors} ${errors === 1 ? 'error' : 'errors'} in tests.yml`;
  if (results.length === 0 && errors === 0)
    return 'There are no tests: write them into tests.yml of a scope.';
  return `${results.length - failed} passed, ${failed} failed${broken}.`;
}
