import { isAbsolute } from 'node:path';
import { githubCommand } from '../../../model/problems/github-command.ts';
import { toReportPath } from '../../../runtime/files/report-path.ts';
import type { Difference, ToldChange } from '../change.ts';
import { reachText } from '../reach.ts';
import { changedTexts, movedText, notableChanges, subjectOf } from './describe-change.ts';

/** Characters of a text that are shown. */
const maxText = 500;

/** Workflow commands, which GitHub shows beside the lines of a change; `cwd` is the folder that paths are relative to. */
export function diffGithub(difference: Difference, cwd: string): string {
  const { scopes, lineages, folder } = difference;
  const prefix = folder !== null && isAbsolute(folder) ? toReportPath(folder, cwd) : folder;
  const broken = scopes.flatMap(({ name, problems }) =>
    problems.map((problem) =>
      githubCommand(problem.startsWith('now') ? 'error' : 'warning', { title: `${name} is broken` }, problem),
    ),
  );
  const notices = notableChanges(difference).map((change) => {
    const { op, count, scopes: reached } = change;
    const times = count > 1 ? `, ${count} times` : '';
    const title = `${subjectOf(change)}: ${op}${times}`;
    const message = `${detail(change)}\nin ${reachText(reached, lineages)}`;
    return githubCommand('notice', { ...placeOf(change, prefix), title }, message);
  });
  return [...broken, ...notices].join('');
}

/** What is gone has no line any more. */
function placeOf({ place, op }: ToldChange, prefix: string | null): { file?: string; line?: number } {
  if (place === null || prefix === null || place.server !== 'local') return {};
  const file = prefix === '' ? place.file : `${prefix}/${place.file}`;
  return op === 'removed' ? { file } : { file, line: place.line };
}

function detail(change: ToldChange): string {
  return change.op === 'moved'
    ? movedText(change)
    : [changedTexts(change, maxText).join('\n-> '), change.text ?? ''].filter(Boolean).join('\n');
}
