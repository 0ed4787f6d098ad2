import { fixFiles } from '../../../../lint/fixes/write-fixes.ts';
import type { Problem } from '../../../../model/problems/problem.ts';
import { isInside } from '../../../../runtime/files/files.ts';
import { toReportPath } from '../../../../runtime/files/report-path.ts';
import type { Printer } from '../../printer.ts';
import { unifiedDiff } from './unified-diff.ts';

export interface FixRun {
  readonly rulesPath: string;
  /** The folder that may have come from anybody, links in it too. */
  readonly checkout: string;
  readonly cwd: string;
  readonly dryRun: boolean;
  readonly printer: Printer;
  /** The problems of the rules with these texts in the place of files. */
  readonly lint: (unsaved: ReadonlyMap<string, string>) => Promise<readonly Problem[]>;
}

/**
 * Shows on stderr what `lint --fix` changes, and writes it unless that is not wanted. Gives what is left, and whether every
 * file could be written.
 */
export async function runFixes({ rulesPath, checkout, cwd, dryRun, printer, lint }: FixRun): Promise<{
  readonly problems: readonly Problem[];
  readonly isWritten: boolean;
}> {
  const prefix = toReportPath(rulesPath, cwd);
  const named = (file: string) => (prefix === '' ? file : `${prefix}/${file}`);
  // A folder outside is its user's own choice; one in the checkout may be a link to anywhere.
  const within = isInside(rulesPath, checkout) ? checkout : rulesPath;
  const { files, count, problems } = await fixFiles(rulesPath, { within, dryRun }, lint);
  for (const { file, failure } of files)
    if (failure !== null) printer.error(`${named(file)} is left as it was: ${failure}`);
  const written = files.filter(({ failure }) => failure === null);
  // What could not be written is told before what was.
  for (const { file, before, after } of written)
    printer.note(unifiedDiff(named(file), before, after).trimEnd());
  const isWritten = written.length === files.length;
  const what = `${plural(count, 'problem')} in ${plural(files.length, 'file')}`;
  if (count === 0) printer.note('Nothing can be fixed without you.');
  else if (dryRun) printer.note(`This would fix ${what}; without --dry-run it is written.`);
  else if (isWritten) printer.note(`Fixed ${what}.`);
  return { problems, isWritten };
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
