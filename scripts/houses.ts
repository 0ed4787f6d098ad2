// The folders of src/ as houses with doors and rooms, in numbers.
import { dirname } from 'node:path/posix';
import type { SourceFile } from './source-files.ts';

/** Folders that are words and tools for everybody: all of their files are doors. */
export const ground: readonly string[] = ['model', 'runtime', 'config'];

/** A folder of src/ with all below it. */
export interface House {
  readonly name: string;
  readonly files: readonly SourceFile[];
  /** Files that other folders import, sorted. */
  readonly entered: readonly string[];
}

/** The folder of a file: `faces/cli` and the like, else the first segment of its path. */
export function houseOf(file: string): string {
  const [first = file, second] = file.split('/');
  return first === 'faces' && second !== undefined ? `${first}/${second}` : first;
}

/** The folders of src/, the one with most files first. */
export function housesOf(files: readonly SourceFile[]): House[] {
  const entered = new Set<string>();
  for (const { path, imports } of files)
    for (const { target } of imports)
      if (target !== undefined && houseOf(target) !== houseOf(path)) entered.add(target);
  const houses = new Map<string, SourceFile[]>();
  for (const file of files) houses.set(houseOf(file.path), [...(houses.get(houseOf(file.path)) ?? []), file]);
  return [...houses]
    .map(([name, own]) => ({
      name,
      files: own,
      entered: own.map(({ path }) => path).filter((path) => entered.has(path)),
    }))
    .sort((a, b) => b.files.length - a.files.length);
}

/** How many files are directly in each folder. */
export function filesByFolder(files: readonly SourceFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

/** The share of the files outside of the ground that other folders import. */
export function enteredShare(houses: readonly House[]): number {
  const above = houses.filter(({ name }) => !ground.includes(name));
  const files = above.reduce((sum, house) => sum + house.files.length, 0);
  return above.reduce((sum, { entered }) => sum + entered.length, 0) / files;
}

/** Pairs of folders of which the first imports from the second. */
export function countArrows(files: readonly SourceFile[]): number {
  const arrows = new Set<string>();
  for (const { path, imports } of files)
    for (const { target } of imports)
      if (target !== undefined && houseOf(target) !== houseOf(path))
        arrows.add(`${houseOf(path)} ${houseOf(target)}`);
  return arrows.size;
}
