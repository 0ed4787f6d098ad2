import type { KeyObject } from 'node:crypto';
import { folderSource } from '../../../guidance/read/content-source.ts';
import { loadWires } from '../../../guidance/wire/wires.ts';
import { Fault } from '../../../model/fault.ts';
import { isInside, realPath } from '../../../runtime/files/files.ts';
import { withResults } from '../../answers/vision/story-results.ts';
import { loadOne } from '../../compare/load/load-scopes.ts';
import { compareTree, type Published, pruneTree, writeTree } from '../../publish/publish-tree.ts';
import { signatureTrouble } from '../../publish/signature-beside.ts';
import { writeBundle } from '../../runtime/content/write-bundle.ts';
import { localSide } from '../../runtime/diff-sides.ts';
import type { Service } from '../../service.ts';
import { withKataFiles } from '../skills/bundle-files.ts';
import type { KataFilesFrom } from '../skills/kata-files.ts';
import { whyRefused } from './refused-by-readers.ts';

export interface PublishRequest {
  /** Absolute. */
  readonly folder: string;
  readonly key: KeyObject | null;
  /** How long the manifest is good for; 0 for ever. */
  readonly expiresDays: number;
  /** Write nothing. */
  readonly check: boolean;
  /** Delete bundles that the manifest does not name. */
  readonly prune: boolean;
  /** Take scopes that are limited to roles too. */
  readonly includeRestricted: boolean;
}

export interface PublishOutcome {
  readonly scopes: number;
  /** Scopes that were left out, because they are limited to roles. */
  readonly restricted: readonly string[];
  /** What a reader will miss, or should know. */
  readonly notes: readonly string[];
  /** What differed from what the folder should hold. */
  readonly differences: readonly string[];
  /** What was done; null where nothing was to be written. */
  readonly published: Published | null;
}

/**
 * Writes the scopes of the rules folder, with their inheritance, as files that any web server can serve. Fault: `invalid-content` where
 * a scope cannot be served or read, or there are too many, `not-found` without a rules folder, `invalid-parameter` for restricted scopes
 * without an issuer whose roles count; nothing is written then. Failures of the system are thrown as they are.
 */
export async function publishContent(
  service: KataFilesFrom & Pick<Service, 'results' | 'whyEmpty'>,
  request: PublishRequest,
): Promise<PublishOutcome> {
  const { rulesPath } = service.config;
  if (rulesPath === null) throw new Fault('not-found', `There is nothing to publish: ${service.whyEmpty()}.`);
  const { folder, key, expiresDays, includeRestricted } = request;
  if (includeRestricted && service.config.settings.auth_issuer_url === null)
    throw new Fault(
      'invalid-parameter',
      'Nothing was published: --include-restricted publishes scopes with the roles they are limited to, and no auth_issuer_url says whose roles these are. Set auth_issuer_url and auth_audience as the servers have them that pass these scopes on, or leave out --include-restricted.',
    );
  if (isInside(await realPath(folder), await realPath(rulesPath)))
    throw new Fault('invalid-parameter', `${folder} is inside the rules folder; name a folder elsewhere.`);
  const { bundles, files, restricted, notes } = await bundlesOf(service, rulesPath, includeRestricted);
  const area = { within: isInside(folder, service.config.checkout) ? service.config.checkout : folder };
  const options = { folder, area, bundles, files, key, expiresDays, now: Date.now() };
  const state = await compareTree(options);
  const outcome = { scopes: bundles.size, restricted, notes, differences: state.differences };
  if (request.check) {
    const trouble = await signatureTrouble(folder);
    return {
      ...outcome,
      differences: [...outcome.differences, ...(trouble ? [trouble] : [])],
      published: null,
    };
  }
  const written = await writeTree(options, state);
  const removed = request.prune ? await pruneTree(options, state.entries) : [];
  const trouble = await signatureTrouble(folder);
  return { ...outcome, notes: [...notes, ...(trouble ? [trouble] : [])], published: { ...written, removed } };
}

/** The texts of all bundles, just as a server would give them, and the files that are too large to be in them. */
async function bundlesOf(
  service: KataFilesFrom & Pick<Service, 'results'>,
  rulesPath: string,
  includeRestricted: boolean,
) {
  const [loaded, wires, results] = await Promise.all([
    loadOne(folderSource(rulesPath)),
    loadWires(),
    service.results(),
  ]);
  const side = localSide(loaded, service.config.settings.max_inheritance_depth);
  const bundles = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const broken: string[] = [];
  const restricted: string[] = [];
  const notes = new Set<string>();
  const issuer = service.config.settings.auth_issuer_url;
  for (const name of [...side.names].sort()) {
    const { scope, problem } = await side.serve(name);
    if (scope === null) {
      broken.push(problem ?? `scope "${name}" cannot be read`);
      continue;
    }
    if (scope.access.length > 0 && !includeRestricted) {
      restricted.push(name);
      continue;
    }
    for (const { absent, text } of scope.gaps) if (absent !== null) notes.add(text);
    const stories = withResults(scope.stories, results);
    const plain = writeBundle({ ...scope, stories }, wires, issuer);
    const bundle = await withKataFiles(plain, scope, service, ({ sha256, bytes }) =>
      files.set(sha256, bytes),
    );
    for (const text of bundle.warnings ?? []) if (!plain.warnings?.includes(text)) broken.push(text);
    bundles.set(name, JSON.stringify(bundle));
  }
  if (broken.length > 0)
    throw new Fault(
      'invalid-content',
      `Nothing was published, because of mistakes in content: ${broken.join('; ')}. "precept lint" shows them all.`,
    );
  const refused = await whyRefused(bundles);
  if (refused !== null)
    throw new Fault('invalid-content', `Nothing was published, because in ${rulesPath} ${refused}.`);
  return { bundles, files, restricted, notes: [...notes] };
}
