import type { ExportTarget } from '../../model/names/export-targets.ts';
import { formatTokens as formatNumber } from '../../model/text/tokens.ts';
import { ownerOf, readersOf, targets } from './targets.ts';

const cure = 'Use --budget or --categories to export less.';

/** A file as it will be. */
export interface Measured {
  /** As messages name it. */
  readonly path: string;
  readonly text: string;
}

/** What is wrong with a file for the client of a target: nothing may be written then. */
export function limitErrors(target: ExportTarget, { path, text }: Measured): string[] {
  const { shape } = targets[target];
  const owner = ownerOf(target);
  if (shape === 'skills' || owner === undefined) return [];
  const { fileBytes, fileCharacters, patterns: most = Number.POSITIVE_INFINITY } = owner.limits ?? {};
  const errors = [
    ...overLimit(owner.name, path, Buffer.byteLength(text), 'bytes', fileBytes),
    ...overLimit(owner.name, path, [...text].length, 'characters', fileCharacters),
  ];
  const patterns =
    shape === 'folder'
      ? (/^\uFEFF?---\r?\n([\s\S]*?)\n---\r?\n/.exec(text)?.[1]?.match(/^ {2}- /gm)?.length ?? 0)
      : 0;
  if (patterns > most)
    errors.push(
      `${path} is about ${formatNumber(patterns)} patterns, and ${owner.name} takes at most ${formatNumber(most)}. Write fewer globs, or leave the category out with --categories.`,
    );
  return errors;
}

function overLimit(
  client: string,
  path: string,
  size: number,
  unit: string,
  most = Number.POSITIVE_INFINITY,
) {
  if (size <= most) return [];
  return [
    `${path} would have ${formatNumber(size)} ${unit}, and ${client} reads at most ${formatNumber(most)} of a file. ${cure}`,
  ];
}

/** A file among those that a client reads together. */
export interface ChainFile {
  readonly path: string;
  readonly bytes: number;
  readonly isOurs: boolean;
}

/** What a client reads together in one folder: more than it takes is an error. */
export function chainOverLimit(
  client: string,
  most: number,
  folder: string,
  files: readonly ChainFile[],
): string[] {
  const sum = sizeOf(files);
  if (sum <= most) return [];
  const parts = files.map(({ path, bytes }) => `${path} ${formatNumber(bytes)}`).join(', ');
  const place = folder === '' ? '' : ` in ${folder}`;
  return [
    `${client}${place} would read ${formatNumber(sum)} bytes of instructions (${parts}), and takes at most ${formatNumber(most)} from the root down. ${fitting(files, most)}${cure}`,
  ];
}

/** The budget with which the first of our files fits, where the others leave it room. */
function fitting(files: readonly ChainFile[], most: number): string {
  const ours = files.filter(({ isOurs }) => isOurs);
  const others = sizeOf(files.filter(({ isOurs }) => !isOurs));
  const left = Math.floor((most - others) / Math.max(ours.length, 1) / 4) - 10;
  return ours.length > 0 && left > 0 ? `--budget ${left} fits. ` : '';
}

function sizeOf(files: readonly ChainFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** What is worth knowing of a file, though it may be written. */
export function sizeWarnings(target: ExportTarget, { path, text }: Measured): string[] {
  const owner = ownerOf(target);
  if (owner === undefined || targets[target].shape === 'skills') return [];
  const { reviewCharacters = Number.POSITIVE_INFINITY, advisedLines = Number.POSITIVE_INFINITY } =
    owner.limits ?? {};
  const found: string[] = [];
  const characters = [...text].length;
  if (characters > reviewCharacters)
    found.push(
      `${path} has ${formatNumber(characters)} characters, and ${owner.name}'s code review reads the first ${formatNumber(reviewCharacters)} only.`,
    );
  const lines = text.split('\n').length - 1;
  if (lines > advisedLines)
    found.push(`${path} has ${lines} lines; ${owner.name} advises at most ${advisedLines}.`);
  return found;
}

/** What one entry of an export writes into a folder. */
export interface Written {
  readonly scope: string;
  /** The scope and all that it inherits from. */
  readonly lineage: readonly string[];
  readonly target: ExportTarget;
}

/** Pairs of exports into one folder with the same rules that reach one client; `folder` is empty for the project. */
export function sharedReaders(chosen: readonly Written[], folder: string): string[] {
  const rules = chosen.filter(({ target }) => targets[target].shape !== 'skills');
  return rules.flatMap((one, index) =>
    rules.slice(index + 1).flatMap((other) => sharedBy(one, other, folder)),
  );
}

function sharedBy(one: Written, other: Written, folder: string): string[] {
  const isSame = one.scope === other.scope;
  if (isSame && one.target === other.target) return [];
  if (!one.lineage.some((name) => other.lineage.includes(name))) return [];
  const both = readersOf(one.target).filter((client) => readersOf(other.target).includes(client));
  if (both.length === 0) return [];
  const verb = both.length === 1 ? 'reads' : 'read';
  const place = folder === '' ? '' : ` in ${folder}`;
  const what = isSame
    ? `both targets ${one.target} and ${other.target}${place}: the same rules reach it twice`
    : `both ${one.target} of ${one.scope} and ${other.target} of ${other.scope}${place}: the rules that these share reach it twice`;
  return [`${both.join(', ')} ${verb} ${what}.`];
}
