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
  /** As messages name it; empty for the project. */
  readonly folder: string;
  /** Clients that read no AGENTS.md there, because of a file of their own. */
  readonly keptFromShared: readonly string[];
}

/** Targets whose files a client reads in a folder of the project too, beside those above that folder. */
const readBelow: ReadonlySet<ExportTarget> = new Set(['agents', 'claude', 'cursor', 'gemini'] as const);

/** Pairs of exports with the same rules that reach one client, of one folder and of a folder with one above it. */
export function sharedReaders(chosen: readonly Written[]): string[] {
  const rules = chosen.filter(({ target }) => targets[target].shape !== 'skills');
  return rules.flatMap((one, index) => rules.slice(index + 1).flatMap((other) => sharedBy(one, other)));
}

function sharedBy(one: Written, other: Written): string[] {
  const isSame = one.scope === other.scope && one.folder === other.folder;
  if (isSame && one.target === other.target) return [];
  if (!one.lineage.some((name) => other.lineage.includes(name))) return [];
  if (!(isBelow(one, other) || isBelow(other, one) || one.folder === other.folder)) return [];
  const all = readersOf(one.target).filter((client) => readersOf(other.target).includes(client));
  const kept = all.filter((client) => isKept(client, one, other));
  const both = all.filter((client) => !kept.includes(client));
  if (both.length === 0) return [];
  const [verb, whom] = both.length === 1 ? ['reads', 'it'] : ['read', 'each'];
  const what = isSame
    ? `both targets ${one.target} and ${other.target}${placeOf(one)}: the same rules reach ${whom} twice`
    : `both ${nameOf(one, other)} and ${nameOf(other, one)}${one.folder === other.folder ? placeOf(one) : ''}: the rules that these share reach ${whom} twice`;
  const own = one.target === 'agents' ? other.target : one.target;
  return [
    `${both.join(', ')} ${verb} ${what}${kept.map((client) => `; ${client} reads ${own} alone`).join('')}.`,
  ];
}

function isBelow({ folder, target }: Written, { folder: above }: Written): boolean {
  return folder !== above && readBelow.has(target) && (above === '' || folder.startsWith(`${above}/`));
}

function isKept(client: string, one: Written, other: Written): boolean {
  return [one, other].some(
    ({ target, keptFromShared }) => target === 'agents' && keptFromShared.includes(client),
  );
}

const placeOf = ({ folder }: Written) => (folder === '' ? '' : ` in ${folder}`);

function nameOf(one: Written, other: Written): string {
  return `${one.target} of ${one.scope}${one.folder === other.folder ? '' : placeOf(one)}`;
}
