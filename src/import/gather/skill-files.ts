import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { whyBadTogether } from '../../guidance/katas/kata-file.ts';
import { errorCode, readOptionalFile } from '../../runtime/files/files.ts';
import type { FoundFile } from '../report.ts';
import { isOfCheckout } from './is-of-checkout.ts';

/** What a skill may have, as clients take it. */
const mostFiles = 512;
const mostBytes = 16 * 1024 * 1024;

export interface SkillFiles {
  readonly files: readonly FoundFile[];
  /** Files that stay behind, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

/** The files beside a SKILL.md, links followed as far as they stay in `within`; hidden ones stay behind. */
export async function readSkillFiles(folder: string, within: string): Promise<SkillFiles> {
  const files: FoundFile[] = [];
  const left: { path: string; why: string }[] = [];
  const waiting = [''];
  const visited = new Set<string>();
  let total = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const real = await realpath(join(folder, path)).catch(() => null);
    if (real === null || visited.has(real)) continue;
    visited.add(real);
    const names = await readdir(real).catch(() => []);
    for (const name of names.sort()) {
      const below = path === '' ? name : `${path}/${name}`;
      if (below === 'SKILL.md') continue;
      const absolute = join(folder, ...below.split('/'));
      const why = await whyNot(absolute, name, within);
      if (why === 'folder') waiting.push(below);
      else if (why !== null) left.push({ path: below, why });
      else if (files.length >= mostFiles)
        left.push({ path: below, why: `a skill has at most ${mostFiles} files` });
      else {
        const bytes = await readOptionalFile(absolute, mostBytes).catch(() => null);
        if (bytes === null) left.push({ path: below, why: 'it cannot be read' });
        else if (total + bytes.length > mostBytes)
          left.push({ path: below, why: `a skill has at most ${mostBytes / 1024 / 1024} MiB` });
        else {
          total += bytes.length;
          files.push({ path: below, bytes });
        }
      }
    }
  }
  const bad = whyBadTogether(files.map(({ path }) => path));
  if (bad === null) return { files, left };
  return { files: [], left: [...left, ...files.map(({ path }) => ({ path, why: `its files ${bad}` }))] };
}

async function whyNot(path: string, name: string, within: string): Promise<string | null> {
  if (name.startsWith('.') || name === 'node_modules' || name === '__pycache__')
    return 'it is hidden or not its own';
  try {
    const target = await realpath(path);
    if (!isOfCheckout(target, within)) return 'it is a link that leads out of the checkout';
    const status = await lstat(target);
    return status.isDirectory() ? 'folder' : status.isFile() ? null : 'it is not a regular file';
  } catch (error) {
    return `it cannot be read (${errorCode(error)})`;
  }
}
