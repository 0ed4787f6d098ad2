import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { project } from '../init/project.ts';
import { reportOf } from './imported.ts';

/**
 * The law of every import: each line with something in it is in a block, the scope has no errors, and a second import changes
 * nothing.
 */
export async function checkImport(files: Readonly<Record<string, string>>): Promise<void> {
  const shop = await project(files);
  const report = await reportOf(shop, '--write');
  expect(report.unaccounted).toBe(0);
  for (const { path: name, blocks } of report.sources) {
    // As it is on the disk, where half of a pair of surrogates is another character.
    const text = await readFile(path.join(shop.folder, name), 'utf8');
    const covered = new Set(
      blocks.flatMap(({ line, end_line }) =>
        Array.from({ length: end_line - line + 1 }, (_, at) => line + at),
      ),
    );
    const left = text.split(/\r\n|\r|\n/).filter((line, at) => line.trim() !== '' && !covered.has(at + 1));
    expect(left, name).toEqual([]);
  }
  const lint = await shop.precept('lint', '--format', 'json');
  const problems = JSON.parse(lint.stdout) as { severity: string }[];
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(await reportOf(shop, '--write')).toMatchObject({ written: false, files: {} });
}
