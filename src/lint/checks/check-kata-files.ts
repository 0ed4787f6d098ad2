import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kata } from '../../guidance/katas/kata.ts';
import {
  maxKataBytes,
  maxKataFiles,
  whyBadName,
  whyBadPath,
  whyBadTogether,
} from '../../guidance/katas/kata-file.ts';
import { isInside, realPath } from '../../runtime/files/files.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Report } from '../report.ts';

const maxSkillName = 64;
const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Files that katas of a scope bring along, as they are on disk, and names that no skill can have. */
export async function checkKataFiles(
  { name, layer }: LintScope,
  rulesPath: string,
  report: Report,
): Promise<void> {
  const folder = join(rulesPath, name);
  for (const [category, { katas }] of layer.katas) {
    for (const kata of katas.values()) {
      const what = `kata \`${category}/${kata.name}\``;
      if (kata.name.length > maxSkillName || !skillName.test(kata.name))
        report.add(
          'kata-not-a-skill',
          spotOf(kata),
          `${what} is not served as a skill, because of its name`,
          `Write it in small letters and digits with single hyphens, at most ${maxSkillName}`,
        );
      for (const { path, why } of await badFiles(kata, folder)) {
        const shown = JSON.stringify(path.slice(0, 200));
        const hint = 'Name a file in the directory of the scope, as "scripts/check.sh: files/check.sh"';
        report.add('kata-file', spotOf(kata), `file ${shown} of ${what}: ${why}`, hint);
      }
    }
  }
}

async function badFiles({ files }: Kata, folder: string): Promise<{ path: string; why: string }[]> {
  const found: { path: string; why: string }[] = [];
  let sum = 0;
  for (const [path, file] of files) {
    const why = badNameOf(path) ?? ('from' in file ? await badFile(folder, file.from) : 0);
    if (typeof why === 'string') found.push({ path, why });
    else sum += why;
  }
  const first = [...files.keys()][0] ?? '';
  const together = whyBadTogether(files.keys());
  if (found.length === 0 && together !== null)
    found.push({ path: first, why: `with the others it ${together}` });
  if (files.size > maxKataFiles - 1)
    found.push({ path: first, why: `with ${files.size} files it has more than ${maxKataFiles - 1}` });
  if (sum > maxKataBytes)
    found.push({ path: first, why: `all files together have more than ${maxKataBytes} bytes` });
  return found;
}

function badNameOf(path: string): string | null {
  const bad = whyBadName(path);
  return bad === null ? null : `its name ${bad}`;
}

/** What is wrong with a file, or how many bytes it has. */
async function badFile(folder: string, from: string): Promise<string | number> {
  const bad = whyBadPath(from);
  if (bad !== null) return `"${from.slice(0, 200)}" ${bad}`;
  const [root, path] = await Promise.all([realPath(folder), realPath(join(folder, ...from.split('/')))]);
  if (!isInside(path, root)) return `${from} leads out of the directory of the scope`;
  const status = await stat(path).catch(() => null);
  if (status === null) return `${from} is not there`;
  return status.isFile() ? status.size : `${from} is not a file`;
}

function spotOf({ origin }: Kata) {
  return { file: origin.file, line: origin.line, column: origin.column ?? 1 };
}
