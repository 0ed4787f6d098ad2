import path from 'node:path';
import { createTtlCache } from '../../runtime/async/cache.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { withinLimit } from '../../runtime/async/time-limit.ts';
import { readOptionalFile, realPath } from '../../runtime/files/files.ts';
import { leftOutLists } from '../left-out.ts';
import { findCommit, findRepository, type Repository } from '../repository.ts';
import { type GitWorld, runGit } from '../run-git.ts';
import { alignLines } from './align-lines.ts';
import { type BlamedLine, blame } from './blame.ts';
import { editLink } from './edit-link.ts';
import { findRemote } from './find-remote.ts';

/** A line of a file below the rules folder. */
export interface FileLine {
  /** With forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** What git knows of a line; nothing of one that is not committed. */
export interface LineAuthorship {
  readonly author?: string;
  /** ISO 8601. */
  readonly date?: string;
  readonly commit?: string;
  readonly edit_url?: string;
  /** The commit is one that a shallow clone lacks. */
  readonly authorship?: 'shallow';
}

export interface Authorship {
  /** What git knows of these lines as they stand in the files now, in their order. With `authors` false, edit links alone. */
  of(lines: readonly FileLine[], options?: { readonly authors: boolean }): Promise<readonly LineAuthorship[]>;
}

/** Files that one answer tells of. */
const maxFiles = 100;
/** Milliseconds for all of them; what is found out later is there the next time. */
const patience = 5000;
const atOnce = 2;
const keptFiles = 64;
/** Seconds for which files that git could not tell of are let alone. */
const restSeconds = 60;

interface Blamed {
  readonly lines: readonly BlamedLine[] | null;
}

/** Who wrote the content of a rules folder, by git. Nothing is asked before the first call. */
export function createAuthorship(rulesPath: string, env: GitWorld['env']): Authorship {
  const blamed = createTtlCache<Blamed>({
    ttlSeconds: Number.POSITIVE_INFINITY,
    maxSize: keptFiles,
    ttlOf: ({ lines }) => (lines === null ? restSeconds : Number.POSITIVE_INFINITY),
  });

  async function linesOf(
    repository: Repository,
    leftOut: readonly string[],
    commit: string,
    file: string,
    blob: string,
  ) {
    const { world, isShallow } = repository;
    const key = JSON.stringify([file, blob, isShallow]);
    const known = await blamed.get(key, async () => ({
      lines: await blame(repository, commit, file, leftOut),
    }));
    if (known.lines === null) return null;
    const bytes = await readOptionalFile(path.join(world.cwd, file)).catch(() => null);
    const now = splitLines(bytes?.toString('utf8') ?? '');
    const places = alignLines(
      known.lines.map(({ text }) => withoutReturn(text)),
      now,
    );
    return places.map((place) => (place === null ? null : (known.lines?.[place]?.commit ?? null)));
  }

  return {
    async of(lines, { authors } = { authors: true }) {
      const nothing = lines.map(() => ({}));
      const world = { cwd: await realPath(rulesPath), env };
      const repository = await findRepository(world);
      if (typeof repository === 'string') return nothing;
      const commit = await findCommit(repository, 'HEAD');
      if (commit === null) return nothing;
      const files = [...new Set(lines.map(({ file }) => file))].slice(0, maxFiles);
      const [blobs, remote, leftOut] = await Promise.all([
        findBlobs(world, commit, files),
        findRemote(repository),
        authors ? leftOutLists(repository) : [],
      ]);
      const found = new Map<string, Awaited<ReturnType<typeof linesOf>>>();
      const all = inBatches([...(authors ? blobs : [])], atOnce, async ([file, blob]) => {
        found.set(file, await linesOf(repository, leftOut, commit, file, blob));
      });
      await withinLimit(all, patience);
      const { prefix, isShallow } = repository;
      return lines.map(({ file, line }): LineAuthorship => {
        if (!blobs.has(file)) return {};
        const place = { path: prefix === '' ? file : `${prefix}/${file}`, line };
        const link = remote === null ? null : editLink(remote.remote, { ...place, branch: remote.branch });
        return {
          ...authorOf(found.get(file)?.[line - 1] ?? null, isShallow),
          ...(link !== null && { edit_url: link }),
        };
      });
    },
  };
}

function authorOf(commit: BlamedLine['commit'], isShallow: boolean): LineAuthorship {
  if (commit === null) return {};
  const { author, date, commit: id, isBoundary } = commit;
  return isBoundary && isShallow ? { authorship: 'shallow' } : { author, date, commit: id };
}

/** The committed files among these, with the ids of what they hold. */
async function findBlobs(
  world: GitWorld,
  commit: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0) return new Map();
  const listed = await runGit(world, ['ls-tree', '-z', commit, '--', ...files], patience);
  if (listed?.code !== 0) return new Map();
  return new Map(
    listed.stdout.split('\0').flatMap((record): [string, string][] => {
      const [, blob, file] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(record) ?? [];
      return blob === undefined || file === undefined ? [] : [[file, blob]];
    }),
  );
}

function splitLines(text: string): string[] {
  return text.split('\n').map(withoutReturn);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
