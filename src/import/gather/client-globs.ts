import { whyBadGlob } from '../../model/names/path-globs.ts';

export interface ReadGlobs {
  readonly globs: readonly string[];
  /** What is left out, and why. */
  readonly dropped: readonly string[];
}

/** How a client reads a glob. */
export interface GlobDialect {
  /** The folder that its files lie in, from the root of the project; empty for the root. */
  readonly folder: string;
  /** Whether a glob without `/` is about the root alone, as in Claude Code. */
  readonly isRooted: boolean;
}

/** Globs of a client as `paths` has them, counted from the root of the project. */
export function toPaths(written: readonly string[], { folder, isRooted }: GlobDialect): ReadGlobs {
  const globs: string[] = [];
  const dropped: string[] = [];
  for (const one of written.flatMap(splitAtCommas)) {
    const glob = unquoted(one)
      .replaceAll('\\', '/')
      .replace(/^\.?\/+(?=.)/, './');
    if (glob === '') continue;
    const isAll =
      /^(?:\.\/)?(?:\*\*?|\*\*\/\*|\*\*\/\*\*|\*\*\/\*\.\*)$/.test(glob) && !(isRooted && glob === '*');
    if (isAll && folder === '') return { globs: [], dropped };
    if (isAll) {
      globs.push(`${folder}/**`);
      continue;
    }
    const bad = whyBadGlob(glob);
    if (bad !== null) dropped.push(`${glob.slice(0, 60)} ${bad}`);
    else globs.push(placed(glob.endsWith('/') ? `${glob}**` : glob, folder, isRooted));
  }
  return { globs: [...new Set(globs)], dropped };
}

function placed(glob: string, folder: string, isRooted: boolean): string {
  const isBound = glob.startsWith('./');
  const bare = isBound ? glob.slice(2) : glob;
  const hasFolder = bare.includes('/');
  if (folder === '') return hasFolder ? bare : isBound || isRooted ? `./${bare}` : bare;
  return hasFolder || isBound || isRooted ? `${folder}/${bare}` : `${folder}/**/${bare}`;
}

/** The parts of a list that commas separate; those within braces belong to a glob. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}') depth = Math.max(depth - 1, 0);
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

export function unquoted(text: string): string {
  const plain = text.trim();
  return /^(["']).*\1$/s.test(plain) && plain.length > 1 ? plain.slice(1, -1).trim() : plain;
}
