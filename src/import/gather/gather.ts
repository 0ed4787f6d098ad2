import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { errorCode, isInside, readOptionalFile } from '../../runtime/files/files.ts';
import { ImportError } from '../import-error.ts';
import { type ReadSource, skippedSource } from '../report.ts';
import { maxSourceBytes } from './decode.ts';
import { filesBelow, findClientFiles } from './find-files.ts';
import { clientFolders, formatOf, isUnread, plainFormat, stemOf } from './formats.ts';
import { exportedWhy, isExported } from './generated.ts';
import { isOfCheckout } from './is-of-checkout.ts';
import { isOwnPlan } from './own-plan.ts';
import { type Candidate, followAll, lineCount, slashed, wholePointer } from './pointers.ts';
import { withProposedPaths } from './proposed-paths.ts';
import { readSkill } from './read-skill.ts';
import { readText } from './read-text.ts';
import { readSkillFiles } from './skill-files.ts';

export interface GatherRequest {
  /** The project's folder, which paths count from. */
  readonly project: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files and folders as a user names them; none: what clients read in the project. */
  readonly named: readonly string[];
  readonly mustByDefault: boolean;
  /** The tool whose files alone are read. */
  readonly from: 'rulesync' | 'toml' | null;
  /** The category of skills. */
  readonly skillCategory: string;
}

/** Reads all sources that a user names, or that are found in the project, and what they point to. Faults: ImportError. */
export async function gatherSources(request: GatherRequest): Promise<ReadSource[]> {
  const waiting = await candidates(request);
  const read: ReadSource[] = [];
  const seen = new Map<string, string>();
  const titles = new Map<string, number>();
  const numberOf = (title: string) => {
    const number = titles.get(title) ?? titles.size + 1;
    titles.set(title, number);
    return number;
  };
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { sources, more } = await readCandidate(next, request, seen, numberOf);
    read.push(...sources);
    waiting.unshift(...more);
  }
  return read;
}

async function candidates(request: GatherRequest): Promise<Candidate[]> {
  const project = await realpath(request.project);
  if (request.named.length === 0) return found({ ...request, project }, project, '');
  const all: Candidate[] = [];
  for (const name of request.named) {
    const absolute = resolve(request.cwd, name);
    const status = await stat(absolute).catch((error: unknown) => {
      const message = `"${name}" cannot be read (${errorCode(error)}); name a file or a folder`;
      throw new ImportError(message, { isUsage: true });
    });
    // Its own folders may be links; what matters is what it is called.
    const real = join(await realpath(dirname(absolute)), basename(absolute));
    const isOurs = isInside(real, project);
    if (status.isDirectory()) {
      const root = isOurs ? project : real;
      all.push(...(await found({ ...request, project: root }, root, slashed(relative(root, real)))));
    } else {
      const path = isOurs ? slashed(relative(project, real)) : slashed(real);
      const known = formatOf(path.replace(/^(?:[A-Za-z]:)?\//, ''));
      const format =
        known === null || known.kind === 'unread'
          ? plainFormat(path)
          : isOurs
            ? known
            : { ...known, folder: '' };
      const within = isOurs ? project : dirname(real);
      all.push({ absolute: real, path, format, within, isNamed: true, isMeant: true, hops: 0 });
    }
  }
  return all;
}

/** What clients read below a folder; of a folder that a user names and no client knows, all its Markdown. */
async function found(
  { project, env, named, from }: GatherRequest,
  within: string,
  folder: string,
): Promise<Candidate[]> {
  let paths = await findClientFiles(
    { cwd: project, env },
    folder,
    (path) => from === null || /(?:^|\/)\.rulesync\//.test(path),
  );
  const isAny = paths.every(isUnread) && named.length > 0 && from === null;
  if (isAny) paths = (await filesBelow(project, folder)).filter((path) => /\.(?:mdc?|markdown)$/i.test(path));
  return paths.map((path) => ({
    absolute: join(project, ...path.split('/')),
    path,
    format: (isAny ? null : formatOf(path)) ?? plainFormat(path),
    within,
    isNamed: false,
    isMeant: folder.split('/').some((name) => clientFolders.has(name)),
    hops: 0,
  }));
}

async function readCandidate(
  candidate: Candidate,
  request: GatherRequest,
  seen: Map<string, string>,
  numberOf: (title: string) => number,
): Promise<{ sources: ReadSource[]; more: Candidate[] }> {
  const { absolute, path, format, within, isNamed, isMeant, hops } = candidate;
  const only = (source: ReadSource) => ({ sources: [source], more: [] });
  let bytes: Buffer;
  try {
    const real = await realpath(absolute);
    if (!isOfCheckout(real, within) && !(isNamed && !(await lstat(absolute)).isSymbolicLink()))
      return only(skippedSource(path, 'a link that leads out of the checkout'));
    const same = seen.get(real);
    // What a pointer leads to a second time is reported where it points from.
    if (same !== undefined)
      return hops > 0 ? { sources: [], more: [] } : only(skippedSource(path, `same as ${same}`));
    seen.set(real, path);
    bytes = (await readOptionalFile(real, maxSourceBytes)) ?? Buffer.alloc(0);
  } catch (error) {
    const why = errorCode(error) || 'it is not a regular file';
    return only(
      skippedSource(path, errorCode(error) === 'ENOENT' ? 'a link to nothing' : `it cannot be read (${why})`),
    );
  }
  if (bytes.length > maxSourceBytes) return only(skippedSource(path, 'it has more than 1 MiB'));
  if (isNamed && isOwnPlan(path, bytes))
    throw new ImportError(
      `"${path}" is a plan of precept import, which is not read again; change the plan with --edit, or name the files that it was made of`,
      { isUsage: true },
    );
  if (format.kind === 'other') return only(skippedSource(path, 'it holds neither rules nor procedures'));
  if (format.kind === 'unread')
    return only(
      skippedSource(path, 'its client does not read it; name the file to import it', lineCount(bytes)),
    );
  if (format.kind === 'command')
    return only(readSkill(bytes, { path, category: 'commands', folder: stemOf(path), files: [] }));
  if (format.kind === 'skill') return { sources: await readOneSkill(candidate, bytes, request), more: [] };
  const whole = await wholePointer(candidate, bytes);
  if (whole !== null) return whole;
  const { mustByDefault } = request;
  const dialect = { folder: format.folder, isRooted: format.isRooted };
  const isRoot = format.isRoot || isRulesyncRoot(path, bytes);
  const read = readText(bytes, {
    path,
    stem: stemOf(path),
    isRoot,
    dialect,
    mustByDefault,
    isNamed: isMeant,
    numberOf,
  });
  const ofFolder = format.isRoot && format.folder !== '' ? { folder: format.folder } : {};
  const proposed = await withProposedPaths(read, within);
  return followAll(candidate, { ...proposed, ...ofFolder, ...(!isRoot && { isPart: true }) });
}

/** Of the files of rulesync one says that it is the root. */
function isRulesyncRoot(path: string, bytes: Buffer): boolean {
  return (
    path.includes('.rulesync/rules/') &&
    /^\uFEFF?---\r?\n(?:(?!---).*\r?\n)*?root:\s*true\b/.test(bytes.toString('utf8', 0, 4096))
  );
}

async function readOneSkill(
  candidate: Candidate,
  bytes: Buffer,
  request: GatherRequest,
): Promise<ReadSource[]> {
  const { absolute, path, within, isMeant } = candidate;
  if (!isMeant && isExported(bytes)) return [skippedSource(path, exportedWhy, lineCount(bytes))];
  const folder = dirname(absolute);
  const { files, left } = await readSkillFiles(folder, within);
  const category = request.skillCategory;
  const skill = readSkill(bytes, { path, category, folder: basename(folder), files });
  const above = path.slice(0, path.lastIndexOf('/') + 1);
  const kata = skill.findings.find(({ procedure }) => procedure !== undefined)?.kata;
  const copied = files.map((file): ReadSource => {
    const lines = lineCount(file.bytes);
    const finding = {
      line: 1,
      end_line: lines,
      as: 'kata' as const,
      category,
      ...(kata !== undefined && { kata }),
    };
    return { path: `${above}${file.path}`, filled: [], paths: [], findings: [finding] };
  });
  return [skill, ...copied, ...left.map(({ path: name, why }) => skippedSource(`${above}${name}`, why))];
}
