import { isGitName, repositoryIn } from '../../model/names/git-names.ts';

/**
 * A file that a kata brings along, a script for instance: of a local kata its path in the folder of the scope, of a master's what the
 * master said of it, with the bytes where they came along.
 */
export type KataFile =
  | { readonly from: string }
  | { readonly sha256: string; readonly size: number; readonly base64: string | null };

/** Files by their paths beside the kata, with forward slashes. */
export type KataFiles = ReadonlyMap<string, KataFile>;

/** What readers of skills take (agentskills.io): files with SKILL.md among them, and bytes of all together. */
export const maxKataFiles = 512;
export const maxKataBytes: number = 16 * 1024 * 1024;

/** Why a path cannot be that of a file below some folder, in words that follow it; null for one that can. */
export function whyBadPath(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.length > 500) return 'is longer than 500 characters';
  if (/[\\\p{Cc}\p{Cs}\u2028\u2029]/u.test(path)) return 'has a backslash or a control character';
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return 'is absolute';
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..'))
    return 'does not lead straight down';
  if (names.some(isGitName)) return 'leads into a folder of git';
  return null;
}

/** Why a path cannot be that of a kata's file beside its SKILL.md; null for one that can. */
export function whyBadName(path: string): string | null {
  if (/^skill\.md$/i.test(path)) return 'is that of the kata itself';
  return whyBadPath(path);
}

/**
 * Why files beside a SKILL.md cannot be there together, in words that follow "it" of one of them; null where they can. A folder of skills lies in a
 * checkout, where the next git command would take a repository in it for its own, and run what its settings name.
 */
export function whyBadTogether(paths: Iterable<string>): string | null {
  const all = new Set(paths);
  const folder = repositoryIn(all);
  if (folder !== null)
    return `would make a git repository${folder === '' ? '' : ` in ${folder.slice(0, 200)}`}`;
  for (const path of all)
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (all.has(path.slice(0, end)))
        return `would make ${path.slice(0, Math.min(end, 200))} a file and a folder`;
  return null;
}
