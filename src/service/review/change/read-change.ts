import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ownExcludes } from '../../../git/own-excludes.ts';
import type { Repository } from '../../../git/repository.ts';
import { filterSettings, runGit, withoutFilters } from '../../../git/run-git.ts';
import { Fault } from '../../../model/fault.ts';
import { mostPatchBytes, tooLargePatch } from '../../../model/patch-limit.ts';
import { readSmallFile } from '../../../runtime/files/files.ts';
import type { ChangedFile } from './changed-file.ts';
import { type Ends, unknownRange } from './find-ends.ts';
import { parsePatch } from './parse-patch.ts';

const patience = 60_000;
/** Bytes of a file that git does not have yet: of a larger one only the path is told. */
const mostFileBytes = mostPatchBytes;
/** The tree of a repository before its first commit. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const diffOptions = [
  '-r',
  '--patch',
  '--unified=0',
  '--find-renames',
  '-l1000',
  '--full-index',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--no-color',
  // What the attributes of the change itself say of its files: programs that show them, and that nobody shall look into them.
  '--no-ext-diff',
  '--no-textconv',
  '--text',
  '--submodule=short',
  // Looking into submodules would run git, with their settings, in each of them.
  '--ignore-submodules=dirty',
];

/**
 * The files that differ between two ends, those of the work tree that git does not know yet among them. Paths count from the folder that
 * git runs in; what lies outside of it is left out. Faults: `invalid-parameter` where git cannot tell, `payload-too-large`.
 */
export async function readChange(
  repository: Repository,
  { base, target }: Ends,
): Promise<readonly ChangedFile[]> {
  const { world } = repository;
  const filters = await filtersOff(repository);
  const from = base ?? emptyTree;
  const args =
    typeof target === 'object'
      ? ['diff-tree', ...diffOptions, from, target.commit]
      : ['diff-index', ...(target === 'index' ? ['--cached'] : []), ...diffOptions, from];
  const asked = await runGit(world, [...filters, ...args, '--'], patience, mostPatchBytes);
  if (asked?.code === null) throw tooLargePatch();
  if (asked?.code !== 0)
    throw unknownRange(`git cannot tell what changed: ${asked?.stderr.trim() ?? 'it is not installed'}`);
  // The index has no content for them, so that a review of what is staged would leave them out.
  const unmerged = target === 'index' ? unmergedIn(asked.stdout) : [];
  if (unmerged.length > 0) throw unmergedFiles(unmerged);
  const files = parsePatch(asked.stdout);
  return target === 'work tree' ? [...files, ...(await untracked(repository, filters))] : files;
}

/** The files with conflicts: git names each in a line of its own, where all lines of content begin with a sign. */
function unmergedIn(patch: string): readonly string[] {
  const word = '* Unmerged path ';
  const lines = patch.split('\n').filter((line) => line.startsWith(word));
  return [...new Set(lines.map((line) => line.slice(word.length)))];
}

/** Conflicts that are named at most. */
const mostNamed = 5;

function unmergedFiles(paths: readonly string[]): Fault {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  const named = `${paths.slice(0, mostNamed).join(', ')}${more}`;
  const message = `a merge left conflicts in ${named}; resolve them, stage each with "git add", then review again`;
  return new Fault('invalid-parameter', message, { errors: [{ path: 'staged', message }] });
}

/** Arguments by which git runs no filter over files of the work tree. Fault where there are too many to turn off. */
async function filtersOff({ world }: Repository): Promise<readonly string[]> {
  const asked = await runGit(world, ['config', '-z', '--get-regexp', `^${filterSettings}$`], patience);
  const names = (asked?.code === 0 ? asked.stdout : '').split('\0').map((one) => one.split('\n', 1)[0] ?? '');
  const off = withoutFilters(names.filter((name) => name.startsWith('filter.')));
  if (off === null) throw unknownRange('the filters of this repository cannot be turned off');
  return off;
}

async function untracked({ world }: Repository, filters: readonly string[]): Promise<readonly ChangedFile[]> {
  const args = ['ls-files', '-z', '--others', '--exclude-standard'];
  const excludes = await ownExcludes(world);
  const asked = await runGit(world, [...filters, ...excludes, ...args], patience, mostPatchBytes);
  if (asked?.code !== 0) throw unknownRange('git cannot tell which files are new');
  const names = asked.stdout.split('\0').filter((name) => name !== '');
  const files: ChangedFile[] = [];
  for (const path of names) files.push(await newFile(join(world.cwd, path), path));
  return files;
}

async function newFile(file: string, path: string): Promise<ChangedFile> {
  const nothing = { status: 'added', added: [] } as const;
  // A repository inside of this one.
  if (path.endsWith('/')) return { path: path.slice(0, -1), kind: 'submodule', ...nothing };
  const status = await lstat(file).catch(() => null);
  if (status?.isSymbolicLink()) return { path, kind: 'link', ...nothing };
  const bytes = status?.isFile() ? readSmallFile(file, mostFileBytes) : null;
  if (bytes === null || bytes.includes(0)) return { path, kind: 'binary', ...nothing };
  return { path, status: 'added', kind: 'text', added: linesOf(bytes.toString('utf8')) };
}

/** The lines of a text, as those of a file that is new. */
export function linesOf(text: string): ChangedFile['added'] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((one, index) => ({ line: index + 1, text: one.endsWith('\r') ? one.slice(0, -1) : one }));
}
