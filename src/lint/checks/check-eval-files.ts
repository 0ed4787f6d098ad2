import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isAddress } from '../../guidance/evals/read-evals.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Report } from '../report.ts';

/** Folders and patches that evaluations of a scope begin with, and that are not on disk. Repositories elsewhere are not asked. */
export async function checkEvalFiles(
  { name, evals }: LintScope,
  rulesPath: string,
  report: Report,
): Promise<void> {
  const folder = resolve(rulesPath, name);
  const find = (path: string) => stat(resolve(folder, path)).catch(() => null);
  for (const repo of evals.repos) {
    if (isAddress(repo.text) || (await find(repo.text))?.isDirectory() === true) continue;
    const hint = 'Write its path from the folder of evals.yml, or the URL of a git repository';
    report.add('eval-file', repo, `there is no folder ${shown(repo.text)}`, hint);
  }
  for (const diff of evals.diffs) {
    if ((await find(diff.text))?.isFile() === true) continue;
    const hint = 'Write its path from the folder of evals.yml';
    report.add('eval-file', diff, `there is no patch ${shown(diff.text)}`, hint);
  }
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}
