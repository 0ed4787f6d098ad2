import { isAbsolute, join } from 'node:path';
import { absolutePath } from '../../../config/values/absolute-path.ts';
import { findCommit, findRepository, type Repository } from '../../../git/repository.ts';
import { isDirectory } from '../../../runtime/files/files.ts';

/** Where guidance that is to be compared comes from; `label` is what people call it. */
export type Source =
  | { readonly kind: 'server'; readonly label: string; readonly url: string }
  /** `rulesPath` is null where the project has no rules folder. */
  | { readonly kind: 'folder'; readonly label: string; readonly rulesPath: string | null }
  | {
      readonly kind: 'commit';
      readonly label: string;
      readonly repository: Repository;
      readonly commit: string;
      /** The rules folder below the root of the repository. */
      readonly folder: string;
    };

/** Where sources are looked for. */
export interface SourcePlaces {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that `.precept` is in, or would be. */
  readonly project: string;
  /** The rules folder of the settings; null without one. */
  readonly rulesPath: string | null;
}

/** Nothing can be compared as it was asked for; the message says what to name instead. */
export class UnknownSource extends Error {
  override readonly name = 'UnknownSource';
}

const projectRules = ['.precept', 'rules'] as const;
/** What the source is called that is not named. */
const workTree = 'the work tree';

/**
 * The two sources to compare: the named ones, with the work tree in the place of the second and HEAD in the place of the
 * first where they are not named. Throws UnknownSource.
 */
export async function findSources(
  from: string | undefined,
  to: string | undefined,
  places: SourcePlaces,
): Promise<readonly [Source, Source]> {
  let found: Promise<Repository | string> | undefined;
  const repository = () =>
    (found ??= findRepository({ cwd: places.rulesPath ?? places.project, env: places.env }));
  const second: Source =
    to === undefined
      ? { kind: 'folder', label: workTree, rulesPath: places.rulesPath }
      : await findSource(to, places, repository);
  return [await findSource(from ?? 'HEAD', places, repository, from === undefined), second];
}

async function findSource(
  given: string,
  places: SourcePlaces,
  findRepository: () => Promise<Repository | string>,
  isDefault = false,
): Promise<Source> {
  if (/^https?:\/\//i.test(given)) return { kind: 'server', label: given, url: serverUrl(given) };
  const path = absolutePath(given, places.cwd, places.home);
  if (/^[.~]/.test(given) || isAbsolute(given)) {
    if (await isDirectory(path)) return folder(given, path);
    throw new UnknownSource(`"${given}" is not a folder`);
  }
  const repository = await findRepository();
  if (typeof repository !== 'string') {
    const commit = await findCommit(repository, given);
    const rules = places.rulesPath === null ? projectRules : [];
    const below = [repository.prefix, ...rules].filter((part) => part !== '').join('/');
    if (commit !== null) return { kind: 'commit', label: given, repository, commit, folder: below };
  }
  if (isDefault) throw new UnknownSource(noDefault(repository));
  if (await isDirectory(path)) return folder(given, path);
  throw new UnknownSource(`"${given}" is neither a git ref (${whyNoRef(given, repository)}) nor a folder`);
}

async function folder(label: string, path: string): Promise<Source> {
  const rules = join(path, ...projectRules);
  return { kind: 'folder', label, rulesPath: (await isDirectory(rules)) ? rules : path };
}

function serverUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || url.hostname === '') throw new UnknownSource(`"${given}" is not an address`);
  return given.replace(/\/+$/, '');
}

function noDefault(repository: Repository | string): string {
  return typeof repository === 'string'
    ? `there is no HEAD to compare with, since ${repository}; name a folder, a server's URL, or two of them`
    : "there is no HEAD to compare with, since the repository has no commit yet; name a folder or a server's URL";
}

function whyNoRef(given: string, repository: Repository | string): string {
  if (typeof repository === 'string') return repository;
  if (/\.\.+/.test(given)) return 'name the two ends of a range as two arguments';
  if (repository.isShallow)
    return 'this clone is shallow: fetch what is missing with "git fetch --unshallow"';
  return `the repository of ${repository.world.cwd} has none of that name`;
}
