import { isAbsolute } from 'node:path';
import type { Config } from '../../config/config.ts';
import { absolutePath } from '../../config/values/absolute-path.ts';
import { baseFolder } from '../../config/values/base-folder.ts';
import { type SourceEntry, sourceLabel } from '../../config/values/source-entries.ts';
import type { KeptFiles } from '../../runtime/files/kept-files.ts';
import { type Pack, packText, readPack, SourceError } from './content/pack.ts';
import { type PackSource, packSource } from './content/pack-source.ts';
import type { FetchWorld } from './fetch/fetch-git.ts';
import type { SourceLock } from './source-lock.ts';

export { SourceError } from './content/pack.ts';
export type { PackSource } from './content/pack-source.ts';
export { lockText, readLock, type SourceLock } from './source-lock.ts';

/** What fetching needs of the world. */
export interface SourceWorld extends FetchWorld {
  readonly home: string;
  readonly cwd: string;
}

/** A source by the name that commands take: its prefix, or the last part of its address. */
function nameOfSource({ git, archive, as }: SourceEntry): string {
  const last =
    (git ?? archive ?? '')
      .replace(/[?#].*$/, '')
      .replace(/[\\/]+$/, '')
      .split(/[\\/:]/)
      .at(-1) ?? '';
  return as?.replace(/[-_]+$/, '') || last.replace(/\.(?:git|zip|tar\.gz|tgz)$/i, '') || 'source';
}

/** Packs by the ids of their trees, kept in the cache folder: each is checked against its id whenever it is read. */
export interface PackStore {
  /** Null where it is not there, or damaged. */
  read(tree: string): Promise<Pack | null>;
  write(pack: Pack): Promise<boolean>;
}

/** The name of the file of a pack in the cache folder. */
export function packFile(tree: string): string {
  return `source-${tree}.json`;
}

export function createPackStore(files: KeptFiles | null): PackStore {
  return {
    async read(tree) {
      const kept = await files?.read(packFile(tree));
      if (kept == null) return null;
      try {
        return readPack(kept.bytes.toString('utf8'), tree);
      } catch (error) {
        if (error instanceof SourceError) return null;
        throw error;
      }
    },
    write: async (pack) => (await files?.write(packFile(pack.tree), packText(pack), Date.now())) ?? false,
  };
}

/** The content of a source for readers of scopes; null where the store does not have it. */
export async function openContent(
  store: PackStore,
  { tree }: SourceLock,
  entry: SourceEntry,
): Promise<PackSource | null> {
  const pack = await store.read(tree);
  return pack === null ? null : packSource(pack, entry.as ?? '');
}

/** What a source's ref, or archive, is now; with its content, which the store then has. Throws SourceError. */
export async function fetchSource(
  entry: SourceEntry,
  at: { readonly commit?: string | undefined },
  store: PackStore,
  world: SourceWorld,
  config: Config,
): Promise<SourceLock> {
  const pack = await (async (): Promise<{ commit?: string; pack: Pack }> => {
    const { path = '', archive, sha256 = '' } = entry;
    if (archive !== undefined) {
      const { fetchArchive } = await import('./fetch/fetch-archive.ts');
      const { remote_ssl_ca_bundle: caBundle, remote_ssl_verify: verifyTls } = config.settings;
      return { pack: await fetchArchive({ address: archive, sha256, path }, { caBundle, verifyTls }) };
    }
    const { fetchGit } = await import('./fetch/fetch-git.ts');
    return fetchGit(
      { address: addressOf(entry, config, world), ref: at.commit ?? entry.ref ?? 'HEAD', path },
      world,
    );
  })();
  if (!(await store.write(pack.pack))) throw new SourceError('its content cannot be kept in cache_dir');
  if ((await store.read(pack.pack.tree)) === null)
    throw new SourceError(
      'its content cannot be kept: it is too large, or a folder of it is empty; name a folder of it in path',
    );
  return { ...(pack.commit !== undefined && { commit: pack.commit }), tree: pack.pack.tree };
}

/** The commit that a source's ref stands for now; null for an archive. Throws SourceError. */
export async function newestCommit(
  entry: SourceEntry,
  world: SourceWorld,
  config: Config,
): Promise<string | null> {
  if (entry.git === undefined) return null;
  const { askCommit } = await import('./fetch/fetch-git.ts');
  return askCommit({ address: addressOf(entry, config, world), ref: entry.ref ?? 'HEAD' }, world);
}

/** A path that is not an address starts from the folder of the settings that name it. */
function addressOf({ git = '' }: SourceEntry, config: Config, { cwd, home }: SourceWorld): string {
  const isAddress = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(git) || (/^[^/\\]+:/.test(git) && !isAbsolute(git));
  return isAddress ? git : absolutePath(git, baseFolder(config, 'sources', cwd), home);
}

/** The name and the label of each source, for messages. */
export function describeSource(entry: SourceEntry): { readonly name: string; readonly label: string } {
  return { name: nameOfSource(entry), label: sourceLabel(entry) };
}
