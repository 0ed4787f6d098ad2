import { alternativesOf } from '../../../model/names/path-globs.ts';

/**
 * Globs as clients read them alike: braces written out, since several clients split at every comma; `**` in front of a name that may
 * be anywhere; nothing in brackets, which some clients take to match nothing.
 */

export interface PortableGlobs {
  readonly patterns: readonly string[];
  /** Globs of ours that the clients cannot be told, each with the reason. */
  readonly refused: readonly { readonly glob: string; readonly reason: string }[];
}

/** The globs of a category for clients that split at commas. */
export function portableGlobs(paths: readonly string[]): PortableGlobs {
  const patterns = new Set<string>();
  const refused: { glob: string; reason: string }[] = [];
  for (const glob of paths) {
    const reason = whyNotPortable(glob);
    if (reason === null) for (const one of alternativesOf(glob)) patterns.add(portable(one));
    else refused.push({ glob, reason });
  }
  return { patterns: [...patterns], refused };
}

function whyNotPortable(glob: string): string | null {
  if (/[[\]]/.test(glob)) return 'has brackets, which clients take for a choice of characters';
  if (glob.startsWith('!')) return 'begins with "!"';
  if (/[\p{Cc}\u2028\u2029]/u.test(glob)) return 'has a line break';
  if (glob.includes('---')) return 'has "---", which ends the head of a file';
  const expanded = alternativesOf(glob);
  if (expanded.length === 0) return 'expands to too many patterns';
  if (expanded.some((one) => one.includes(','))) return 'has a comma, at which clients split';
  if (expanded.some((one) => /[{}]/.test(one))) return 'has braces without a choice';
  return null;
}

function portable(glob: string): string {
  if (glob.startsWith('./')) return glob.slice(2);
  return glob.includes('/') ? glob : `**/${glob}`;
}
