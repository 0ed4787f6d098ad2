import { createHash, type KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesFolder, manifestName } from '../../model/names/manifest-name.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { isDirectory, readOptionalFile } from '../../runtime/files/files.ts';
import { makeOwnFolder } from '../../runtime/files/own-file.ts';
import type { Area } from '../../runtime/files/own-place.ts';
import { isDraft, putFile, removeFile } from '../../runtime/files/write-file.ts';
import { isSignedBy, signed } from '../../signing/envelope.ts';
import {
  type Manifest,
  type ManifestEntry,
  manifestText,
  manifestType,
  type ReadManifest,
  readManifest,
} from '../../signing/manifest.ts';
import { publicKeyOf } from '../../signing/public-key.ts';

export interface TreeOptions {
  readonly folder: string;
  /** Where all that is written has to lie. */
  readonly area: Area;
  /** The bundles' texts by scope. */
  readonly bundles: ReadonlyMap<string, string>;
  /** Files of katas that are in no bundle, by SHA-256. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Null for a manifest that is not signed. */
  readonly key: KeyObject | null;
  /** How long the manifest is good for; 0 for ever. */
  readonly expiresDays: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** How a folder is, compared with what it should hold. */
export interface TreeState {
  /** What differs, in words; nothing where the folder is as it should be. */
  readonly differences: readonly string[];
  /** Whether the manifest can stay, byte for byte. */
  readonly isManifestGood: boolean;
  readonly entries: Readonly<Record<string, ManifestEntry>>;
  /** Bundles and files to write: paths below the folder, and what is in them. */
  readonly missing: ReadonlyMap<string, string | Uint8Array>;
  readonly before: ReadManifest | null;
}

export interface Published {
  readonly version: number;
  readonly expiresAt: string | null;
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

const day = 86_400_000;
/** No publisher ever had a higher one; whoever wrote it must not spoil the ones to come. */
const maxVersion = 2 ** 50;
const atOnce = 16;
const bundleFolder = 'bundles';
const ownName = /^[0-9a-f]{64}\.json$/;
const ownFile = /^[0-9a-f]{64}$/;

/** Compares a folder with the bundles that it should hold, and writes nothing. Failures of the system are thrown as they are. */
export async function compareTree(options: TreeOptions): Promise<TreeState> {
  const { folder, bundles, files, key, expiresDays, now } = options;
  const texts = new Map<string, string | Uint8Array>();
  const entries = Object.fromEntries(
    [...bundles].map(([name, text]): [string, ManifestEntry] => {
      const sha256 = hashOf(text);
      const path = `${bundleFolder}/${sha256}.json`;
      texts.set(path, text);
      return [name, { path, sha256, size: Buffer.byteLength(text) }];
    }),
  );
  for (const [sha256, bytes] of files) texts.set(`${filesFolder}/${sha256}`, bytes);
  const missing = new Map<string, string | Uint8Array>();
  await inBatches([...texts], atOnce, async ([path, text]) => {
    const there = await readOptionalFile(join(folder, path)).catch(() => null);
    if (there === null || !there.equals(Buffer.from(text))) missing.set(path, text);
  });
  const before = await readBefore(folder);
  const differences: string[] = [];
  if (before === null) {
    differences.push(`there is no manifest ${join(folder, manifestName)} that can be read`);
  } else {
    const changed = changedScopes(before.manifest.scopes, entries);
    if (changed.length > 0) differences.push(`the content of ${changed.join(', ')} differs`);
    if (!isSignedAs(before, key))
      differences.push(
        key === null
          ? 'it is signed, and no key is given to sign it with (--sign)'
          : 'it is not signed with this key',
      );
    const end = endDifference(before.manifest, expiresDays, now);
    if (end !== null) differences.push(end);
  }
  const isManifestGood = differences.length === 0;
  if (missing.size > 0 && isManifestGood)
    differences.push(`${missing.size} of ${texts.size} bundles are missing or damaged`);
  return { differences, isManifestGood, entries, missing, before };
}

/** Writes what differs: bundles first, the manifest last, so that whoever reads meanwhile has a whole tree before or after. */
export async function writeTree(
  options: TreeOptions,
  { isManifestGood, entries, missing, before }: TreeState,
): Promise<Omit<Published, 'removed'>> {
  const { folder, area, key, expiresDays, now } = options;
  for (const place of options.files.size > 0 ? [bundleFolder, filesFolder] : [bundleFolder])
    await makeOwnFolder(join(folder, place, manifestName), area.within);
  const put = (path: string, text: string | Uint8Array) =>
    putFile(join(folder, path), text, area, { mode: 0o644, durable: true });
  for (const [path, text] of missing) await put(path, text);
  if (before !== null && isManifestGood) {
    const { version, expires_at: expiresAt } = before.manifest;
    return { version, expiresAt, written: [...missing.keys()] };
  }
  const last = before?.manifest.version ?? 0;
  const version = Math.max(last < maxVersion ? last + 1 : 0, Math.floor(now / 1000));
  const expiresAt = expiresDays === 0 ? null : new Date(now + expiresDays * day).toISOString();
  const manifest: Manifest = {
    format: 1,
    version,
    issued_at: new Date(now).toISOString(),
    expires_at: expiresAt,
    scopes: entries,
  };
  const text = manifestText(manifest);
  const whole = key === null ? text : `${JSON.stringify(signed(manifestType, text, key), null, 2)}\n`;
  await put(manifestName, whole);
  return { version, expiresAt, written: [...missing.keys(), manifestName] };
}

/**
 * Deletes bundles that the manifest does not name, files that no bundle needs, and what a publisher that was killed left; only files
 * named as ours are.
 */
export async function pruneTree(
  { folder, area, files }: Pick<TreeOptions, 'folder' | 'area' | 'files'>,
  entries: TreeState['entries'],
): Promise<string[]> {
  const named = new Set([
    ...Object.values(entries).map(({ path }) => path),
    ...[...files.keys()].map((sha256) => `${filesFolder}/${sha256}`),
  ]);
  const old = [
    ...(await ownIn(folder, bundleFolder, ownName)),
    ...(await ownIn(folder, filesFolder, ownFile)),
  ].filter((path) => !named.has(path));
  for (const path of old) await removeFile(join(folder, path), area);
  return old;
}

/** The paths of what is named as ours in a folder below `folder`, drafts too. */
async function ownIn(folder: string, below: string, own: RegExp): Promise<string[]> {
  const place = join(folder, below);
  const names = (await isDirectory(place)) ? await readdir(place) : [];
  return names
    .filter((name) => own.test(name) || (isDraft(name) && own.test(name.replace(/\.[^.]+\.tmp$/, ''))))
    .map((name) => `${below}/${name}`);
}

async function readBefore(folder: string): Promise<ReadManifest | null> {
  const bytes = await readOptionalFile(join(folder, manifestName));
  const found = bytes === null ? '' : readManifest(bytes.toString('utf8'));
  return typeof found === 'string' ? null : found;
}

function changedScopes(before: TreeState['entries'], now: TreeState['entries']): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.filter((name) => {
    const [was, is] = [before[name], now[name]];
    return was?.sha256 !== is?.sha256 || was?.path !== is?.path || was?.size !== is?.size;
  });
}

function isSignedAs({ envelope }: ReadManifest, key: KeyObject | null): boolean {
  if (key === null || envelope === null) return key === null && envelope === null;
  return envelope.signatures.length === 1 && isSignedBy(envelope, [publicKeyOf(key)]);
}

/** Why the end of a manifest's time asks for a new one: it is another than wanted, or its last quarter has begun. */
function endDifference(manifest: Manifest, days: number, now: number): string | null {
  const { issued_at: issued, expires_at: end } = manifest;
  if (end === null) return days === 0 ? null : 'it never expires';
  if (now > Date.parse(end)) return `it expired at ${end}`;
  const lifetime = Date.parse(end) - Date.parse(issued);
  if (lifetime !== days * day) return `it is good for another time than ${days} days`;
  return now <= Date.parse(end) - lifetime / 4 ? null : `it expires at ${end}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
