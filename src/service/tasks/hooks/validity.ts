import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { preceptFolders, settingsPlaces } from '../../../config/load/settings-file.ts';
import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Stamps, Validity } from '../../../hooks/compiled/compiled-scope.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import { cacheFolder } from '../../../runtime/files/cache-folder.ts';
import { fileStamp, stampAsOf } from '../../../runtime/files/files.ts';
import { pathsOfConsent } from '../../../trust/judge.ts';
import { lockPath, readLockText } from '../../runtime/sources/open-sources.ts';
import type { Service } from '../../service.ts';
import { packFile, readLock } from '../../sources/sources.ts';

/** What decided the settings of a service, beside its configuration. */
export interface SettingsWorld {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The settings file that a flag names. */
  readonly named: string | undefined;
}

const atOnce = 16;
/** What no hook shows: a change of these files leaves it as it is. */
const unused = new Set(['tenka']);

/**
 * What a scope's texts hold for as they are: the settings and content files, and whatever else decides them, all unchanged since `since`,
 * when none of them had been read; null where that cannot be told.
 */
export async function validityOf(
  { config }: Pick<Service, 'config'>,
  scope: ResolvedScope,
  world: SettingsWorld,
  since: number,
): Promise<Validity | null> {
  const expires = expiryOf(config, scope);
  if (expires !== null && expires <= Date.now()) return null;
  const paths = [...settingPaths(config, world), ...(await sourcePaths(config, world))];
  const around = await stampsOf(paths, since);
  // A file that comes changes its folder, so that those which are not there need no look.
  const content = (await stampsOf(contentPaths(config, scope), since)).filter(
    ([, stamp]) => stamp !== 'absent',
  );
  const stamps = [...around, ...content];
  return stamps.some(([, stamp]) => stamp === 'unknown') ? null : { stamps, expires };
}

async function stampsOf(paths: readonly string[], since: number): Promise<Stamps> {
  return inBatches([...new Set(paths)], atOnce, async (path) => [
    path,
    stampAsOf(await fileStamp(path), since),
  ]);
}

/** When masters are to be asked again, or a waiver ends; null for never. */
function expiryOf({ settings }: Config, { keepSeconds, changesAt }: ResolvedScope): number | null {
  const { master_server_url: masters, cache_ttl_seconds: seconds } = settings;
  const own = masters.length === 0 ? null : seconds;
  const kept = keepSeconds === null ? own : Math.min(keepSeconds, own ?? keepSeconds);
  const ends = [
    ...(kept === null ? [] : [Date.now() + kept * 1000]),
    ...(changesAt === null ? [] : [changesAt]),
  ];
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Every place where settings, the rules folder, the user's consent or a login may be, whether something is there or not. */
function settingPaths(config: Config, { named, ...world }: SettingsWorld): readonly string[] {
  const flags = named === undefined ? {} : { config: named };
  const around = { ...world, project: config.checkout, platform: undefined };
  const own = join(world.home, '.config', 'precept');
  return [
    ...settingsPlaces({ ...around, flags }),
    ...settingsPlaces({ ...around, env: {}, flags: {} }),
    ...preceptFolders(around).map((folder) => join(folder, 'rules')),
    join(own, 'trust.json'),
    ...(config.file === null ? [] : pathsOfConsent(world.home, config.file)),
    ...(config.settings.master_server_url.length === 0 ? [] : [join(own, 'credentials.json')]),
  ];
}

/** Where the commits of sources are named, and where their content is kept: it may be fetched later, or removed. */
async function sourcePaths(config: Config, { env, home }: SettingsWorld): Promise<readonly string[]> {
  const { sources, cache_dir: named } = config.settings;
  const folder = named ?? cacheFolder(env, home || undefined);
  if (sources.length === 0) return [];
  const text = await readLockText(config).catch(() => null);
  let locks: ReturnType<typeof readLock> = [];
  try {
    locks = readLock(text, sources);
  } catch {
    // The scope says what is wrong with it.
  }
  const trees = locks.flatMap((lock) => (lock === null ? [] : [lock.tree]));
  return [lockPath(config), ...(folder === null ? [] : trees.map((tree) => join(folder, packFile(tree))))];
}

/** The rules folder, in which scopes come and go, and of each scope its folder, in which files do, and the files themselves. */
function contentPaths({ rulesPath }: Config, { parts }: ResolvedScope): readonly string[] {
  if (rulesPath === null) return [];
  const files = contentKinds.filter((kind) => !unused.has(kind)).map(contentFile);
  const scopes = [...parts].flatMap(([name, { local }]) => (local === null ? [] : [join(rulesPath, name)]));
  return [rulesPath, ...scopes.flatMap((folder) => [folder, ...files.map((file) => join(folder, file))])];
}
