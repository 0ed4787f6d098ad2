import { openReading } from '../../../federation/read-bundle.ts';
import { type ContentSource, folderSource } from '../../../guidance/read/content-source.ts';
import { Fault } from '../../../model/fault.ts';
import type { Difference } from '../../compare/change.ts';
import {
  findSources,
  type Source,
  type SourcePlaces,
  UnknownSource,
} from '../../compare/load/find-source.ts';
import { type GitSource, openGitSource } from '../../compare/load/git-source.ts';
import { GitError } from '../../compare/load/git-stream.ts';
import { loadBoth, loadOne } from '../../compare/load/load-scopes.ts';
import { asBundles, localSide, type Side, serverSide } from '../../runtime/diff-sides.ts';
import { openLogin } from '../../runtime/federation/open-login.ts';
import { openMasters } from '../../runtime/federation/open-masters.ts';
import type { Service, ServiceWorld } from '../../service.ts';
import { compareSides, type Sides } from './compare-sides.ts';

export interface DiffRequest {
  /** A git ref, a folder or a server's URL; HEAD where it is left out. */
  readonly from: string | undefined;
  /** The work tree where it is left out. */
  readonly to: string | undefined;
  /** Compare this scope alone; null for all. */
  readonly scope: string | null;
}

/**
 * All that differs in what every scope serves between two sources. Throws UnknownSource for a source that is not there; fault
 * `not-found` for a server that cannot be asked, and where there is nothing to compare; `scope-not-found`.
 */
export async function diffContent(
  service: Pick<Service, 'config' | 'log'>,
  request: DiffRequest,
  world: ServiceWorld & { readonly home: string },
): Promise<Difference> {
  const { project, rulesPath, settings } = service.config;
  const places: SourcePlaces = { ...world, project, rulesPath };
  const [from, to] = await findSources(request.from, request.to, places);
  const notes: string[] = [];
  const open = { notes, maxDepth: settings.max_inheritance_depth, service, world };
  const { before, after, mayDiffer } = await openSides(from, to, open).catch((error: unknown) => {
    throw error instanceof GitError ? new Fault('not-found', `git cannot read it: ${error.message}`) : error;
  });
  return compareSides({ before, after, mayDiffer }, request.scope, {
    ...{ from: from.label, to: to.label, notes, folder: folderOf(to) },
  });
}

/** Whether an error says that a source is not there. */
export function isUnknownSource(error: unknown): error is Error {
  return error instanceof UnknownSource;
}

/** A difference in a format, whole. `cwd` is where paths begin that GitHub shows, and `colour` is for texts on terminals. */
export async function writeDifference(
  difference: Difference,
  format: 'text' | 'markdown' | 'json' | 'github',
  { cwd, colour }: { readonly cwd: string; readonly colour: boolean },
): Promise<string> {
  switch (format) {
    case 'json': {
      const { diffData } = await import('../../compare/formats/json-format.ts');
      return `${JSON.stringify(diffData(difference), null, 2)}\n`;
    }
    case 'markdown':
      return (await import('../../compare/formats/markdown-format.ts')).diffMarkdown(difference);
    case 'github':
      return (await import('../../compare/formats/github-format.ts')).diffGithub(difference, cwd);
    case 'text':
      return (await import('../../compare/formats/text-format.ts')).diffText(difference, { colour });
  }
}

interface Opening {
  readonly notes: string[];
  readonly maxDepth: number;
  readonly service: Pick<Service, 'config' | 'log'>;
  readonly world: ServiceWorld;
}

async function openSides(from: Source, to: Source, opening: Opening): Promise<Sides> {
  const { maxDepth } = opening;
  if (from.kind !== 'server' && to.kind !== 'server') {
    const sources = await Promise.all([contentOf(from, opening), contentOf(to, opening)]);
    try {
      const { before, after, mayDiffer } = await loadBoth(...sources);
      return { before: localSide(before, maxDepth), after: localSide(after, maxDepth), mayDiffer };
    } finally {
      for (const source of sources) source.close?.();
    }
  }
  const [before, after] = await Promise.all([sideOf(from, opening), sideOf(to, opening)]);
  return { before, after, mayDiffer: () => true };
}

/** A side that is compared with that of a server, or is one. */
async function sideOf(source: Source, opening: Opening): Promise<Side> {
  if (source.kind === 'server') return openServer(source.url, opening);
  const content = await contentOf(source, opening);
  try {
    return asBundles(localSide(await loadOne(content), opening.maxDepth), await openReading());
  } finally {
    content.close?.();
  }
}

function folderOf(source: Source): string | null {
  return source.kind === 'server' ? null : source.kind === 'folder' ? source.rulesPath : source.folder;
}

type Closable = ContentSource & Partial<Pick<GitSource, 'close'>>;

/** The files of a source; a rules folder that is not there has none. */
async function contentOf(source: Exclude<Source, { kind: 'server' }>, { notes }: Opening): Promise<Closable> {
  const nothing: ContentSource = {
    scopes: async () => [],
    has: async () => false,
    read: async () => null,
  };
  if (source.kind === 'folder') {
    if (source.rulesPath !== null) return folderSource(source.rulesPath);
    notes.push(`${source.label} has no rules folder, so nothing is served from it.`);
    return nothing;
  }
  const { repository, commit, folder, label } = source;
  const found = await openGitSource(repository.world, commit, folder);
  if (found === null) notes.push(`${label} has no folder ${folder}, so nothing is served from it.`);
  return found ?? nothing;
}

async function openServer(url: string, { service, world }: Opening): Promise<Side> {
  const { config, log } = service;
  const settings = { ...config.settings, master_server_url: [url], remote_keep_seconds: 0 };
  // It is no master of anybody here, so that what masters are warned of is said in other words below.
  const quiet = { ...log, warn: () => {} };
  const masters = await openMasters({ ...config, settings }, quiet, openLogin(config, log, world), {
    env: {},
  })?.();
  if (masters === undefined) throw new TypeError('a server has an address');
  const { values, unavailable } = await masters.names([]);
  const [missing] = unavailable;
  if (missing !== undefined)
    throw new Fault('not-found', `${url} cannot be compared with: ${missing.reason}.`);
  return serverSide(masters, values.flat());
}
