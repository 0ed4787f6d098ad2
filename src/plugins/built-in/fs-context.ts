import { readdir } from 'node:fs/promises';
import { platform } from 'node:os';
import path from 'node:path';
import { findUp, foldersUp } from '../../runtime/files/find-up.ts';
import type { Plugin } from '../define-plugin.ts';
import { languagesOf } from './languages.ts';

/** What the file system says of the working folder: the project is the git working tree around it, else the folder itself. */
export const fsContext: Plugin = {
  name: 'fs.context',
  description:
    'Name and root of the project, working folder, operating system, and languages by manifest files',
  async context(_scope, { cwd }) {
    const root = (await findUp(cwd, '.git')) ?? cwd;
    const all = foldersUp(cwd);
    const inside = all.slice(0, all.indexOf(root) + 1);
    const names = await Promise.all(inside.map((folder) => readdir(folder).catch(() => [])));
    return {
      project_name: path.basename(root),
      project_root: root,
      cwd,
      os: osName(platform()),
      languages: languagesOf(names.flat()),
    };
  },
};

/** `linux`, `macos` or `windows`; another system's own name. */
export function osName(name: string): string {
  return { darwin: 'macos', win32: 'windows' }[name] ?? name;
}
