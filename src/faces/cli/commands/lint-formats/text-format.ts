import { markedLine } from '../../../../lint/marked-line.ts';
import { countProblems } from '../../../../model/problems/count-problems.ts';
import type { Problem, Severity } from '../../../../model/problems/problem.ts';
import { visible } from '../../../../model/text/visible-text.ts';

const colours: Readonly<Record<Severity, string>> = { error: '31', warning: '33', info: '36' };

/**
 * For people: a block for each file, each problem with its place, the offending line with carets below what is meant, and
 * the cure, and a summary. Of an info that a file has many times, the line and the cure stand below the first.
 */
export function lintText(problems: readonly Problem[], options: { readonly colour: boolean }): string {
  const paint = (code: string, text: string) => (options.colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const blocks = new Map<string, string[]>();
  const isRepeated = repeatedInfos(problems);
  for (const problem of problems) {
    const { file, line, column, severity, code, message, hint, excerpt, related = [] } = problem;
    const lines = blocks.get(file) ?? [];
    blocks.set(file, lines);
    const head = `  ${visible(file)}:${line}:${column}: ${paint(colours[severity], severity)}: ${visible(message)} `;
    lines.push(head + paint('2', `[${code}]`));
    if (isRepeated(problem)) continue;
    if (excerpt !== '') {
      const { before, within, after, carets } = markedLine(problem);
      lines.push(`      ${paint('2', '|')} ${before}${within}${after}`);
      if (carets !== '') lines.push(`      ${paint('2', '|')} ${paint(colours[severity], carets)}`);
    }
    for (const one of related) {
      lines.push(`      ${visible(one.file)}:${one.line}:${one.column}: ${visible(one.message)}`);
    }
    lines.push(`      ${visible(hint)}`);
  }
  const files = [...blocks].map(([file, lines]) => `${paint('1', visible(file))}\n${lines.join('\n')}\n\n`);
  return `${files.join('')}${summary(problems, blocks.size)}\n`;
}

/** Times that a file has the same info before all but the first are told on one line. */
const many = 3;

/** Tells which infos have the code, the file and the cure of an earlier one, of many. */
function repeatedInfos(problems: readonly Problem[]): (problem: Problem) => boolean {
  const alike = new Map<string, Problem[]>();
  for (const problem of problems) {
    const { file, code, hint, severity, related = [] } = problem;
    if (severity !== 'info' || related.length > 0) continue;
    const key = JSON.stringify([file, code, hint]);
    const all = alike.get(key);
    if (all === undefined) alike.set(key, [problem]);
    else all.push(problem);
  }
  const repeated = new Set([...alike.values()].flatMap((all) => (all.length < many ? [] : all.slice(1))));
  return (problem) => repeated.has(problem);
}

function summary(problems: readonly Problem[], files: number): string {
  if (problems.length === 0) return 'No problems found.';
  const { error, warning, info } = countProblems(problems);
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const parts = [plural(error, 'error'), plural(warning, 'warning'), `${info} info`];
  return `${parts.join(', ')} in ${plural(files, 'file')}.`;
}
