import type { Repository } from '../repository.ts';
import { runGit } from '../run-git.ts';

/** A commit, as far as it is told: of its author the name, never the address. */
export interface Commit {
  readonly author: string;
  /** When it was written: ISO 8601, in the author's time zone. */
  readonly date: string;
  readonly commit: string;
  /** History begins with it, or a shallow clone does. */
  readonly isBoundary: boolean;
}

/** A line of a committed file. */
export interface BlamedLine {
  readonly text: string;
  /** Null where the settings have git leave that commit out. */
  readonly commit: Commit | null;
}

/** Milliseconds for one file, and bytes of what git writes about it: a file has 4 MiB at most. */
const patience = 10_000;
const maxOutput = 128 * 1024 * 1024;

/**
 * Who wrote each line of a file, as `commit` has it; renames are followed, and the commits that are listed in `leftOut` are passed over.
 * No program is run that converts the text. Null where git cannot tell, or not in time.
 */
export async function blame(
  { world }: Pick<Repository, 'world'>,
  commit: string,
  file: string,
  leftOut: readonly string[] = [],
): Promise<readonly BlamedLine[] | null> {
  const ask = (lists: readonly string[]) => {
    // The lists that settings name may never end.
    const shape = ['--porcelain', '--no-textconv', '--encoding=UTF-8', '--no-ignore-revs-file'];
    const options = lists.map((list) => `--ignore-revs-file=${list}`);
    return runGit(world, ['blame', ...shape, ...options, commit, '--', file], patience, maxOutput);
  };
  const asked = await ask(leftOut);
  if (asked?.code === 0) return readPorcelain(asked.stdout);
  // A list may name what is no commit.
  if (leftOut.length === 0 || asked === null || asked.code === null) return null;
  const again = await ask([]);
  return again?.code === 0 ? readPorcelain(again.stdout) : null;
}

/** The lines of `git blame --porcelain`: what it says of a commit stands with its first line alone. */
function readPorcelain(output: string): BlamedLine[] {
  const commits = new Map<string, Commit>();
  const lines: BlamedLine[] = [];
  let id = '';
  let fields = new Map<string, string>();
  for (const line of output.split('\n')) {
    if (line.startsWith('\t')) {
      const commit = commits.get(id) ?? toCommit(id, fields);
      commits.set(id, commit);
      const isLeftOut = fields.has('ignored') || fields.has('unblamable');
      lines.push({ text: line.slice(1), commit: isLeftOut ? null : commit });
      id = '';
    } else if (id === '') {
      id = line.split(' ', 1)[0] ?? '';
      fields = new Map();
    } else {
      const space = line.indexOf(' ');
      if (space < 0) fields.set(line, '');
      else fields.set(line.slice(0, space), line.slice(space + 1));
    }
  }
  return lines;
}

function toCommit(id: string, fields: ReadonlyMap<string, string>): Commit {
  return {
    author: fields.get('author') ?? '',
    date: toIso(Number(fields.get('author-time')), fields.get('author-tz') ?? '+0000'),
    commit: id,
    isBoundary: fields.has('boundary'),
  };
}

/** Seconds since the epoch in a time zone like `+0130`, as ISO 8601. */
function toIso(seconds: number, zone: string): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const local = new Date((seconds + offset * 60) * 1000);
  if (Number.isNaN(local.getTime())) return '';
  return `${local.toISOString().slice(0, 19)}${offset === 0 ? 'Z' : `${sign}${hours}:${minutes}`}`;
}
