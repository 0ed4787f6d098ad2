import { MasterError } from '../../../federation/master-error.ts';
import { openReading, readBundle } from '../../../federation/read-bundle.ts';
import type { RemoteScope, ResolvedScope } from '../../../guidance/guidance.ts';
import { whyBadName, whyBadPath } from '../../../guidance/katas/kata-file.ts';
import { readScope } from '../../../guidance/read/read-scope.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import type { PackSource } from '../../sources/sources.ts';
import type { LayerReader, LocalLayer } from '../content/local-layers.ts';
import { writeBundle } from '../content/write-bundle.ts';
import { serveLayers } from '../diff-sides.ts';

/** What a source says of one scope; null for both where it has none. */
interface ReadScope {
  readonly remote: RemoteScope | null;
  /** Why it cannot be served. */
  readonly problem: string | null;
}

/** Reads scopes of sources as if a master told of them: merged with what they inherit there, and not trusted. Each is read once. */
export interface ScopeReading {
  read(label: string, content: PackSource, name: string): Promise<ReadScope>;
  /** A file of a kata that was read, by its hash; null for none. */
  fileOf(content: PackSource, hash: string): Uint8Array | null;
}

export function createScopeReading(maxDepth: number, issuer: string | null): ScopeReading {
  const known = new WeakMap<PackSource, Map<string, Promise<ReadScope>>>();
  const files = new WeakMap<PackSource, Map<string, Uint8Array>>();
  return {
    read(label, content, name) {
      const scopes = known.get(content) ?? new Map<string, Promise<ReadScope>>();
      known.set(content, scopes);
      const found = scopes.get(name) ?? read(label, content, name);
      scopes.set(name, found);
      return found;
    },
    fileOf: (content, hash) => files.get(content)?.get(hash) ?? null,
  };

  async function read(label: string, content: PackSource, name: string): Promise<ReadScope> {
    const { scope, problem } = await serveLayers(layersOf(content), name, maxDepth);
    if (scope === null) return { remote: null, problem };
    try {
      const reading = await openReading();
      const bundle = withFiles(writeBundle(scope, reading.wires, issuer), scope, content);
      const data: unknown = JSON.parse(JSON.stringify(bundle), ownPaths(content, name));
      const remote = await readBundle(reading, { url: label, name }, data, 0);
      return { remote: { ...remote, ofSource: true }, problem: null };
    } catch (error) {
      if (!(error instanceof MasterError)) throw error;
      return { remote: null, problem: error.message };
    }
  }

  /** The bundle with what its katas bring: small files in it, since they are here. */
  function withFiles(bundle: object, scope: ResolvedScope, content: PackSource): object {
    const all = [...scope.katas.values()].flatMap(({ katas }) => [...katas.values()]);
    if (all.every(({ files }) => files.size === 0)) return bundle;
    const { katas: written = {} } = bundle as { katas?: Record<string, { katas: Record<string, object> }> };
    const katas = structuredClone(written);
    const told: string[] = [];
    for (const [category, { katas: own }] of scope.katas)
      for (const kata of own.values()) {
        if (kata.files.size === 0) continue;
        const found: Record<string, object> = {};
        for (const [path, about] of kata.files) {
          const bytes =
            'from' in about && isGood(path, about.from)
              ? content.file(`${content.ownName(kata.origin.scope)}/${about.from}`)
              : null;
          if (bytes === null) {
            told.push(
              `kata \`${category}/${kata.name}\` is left out: its file ${JSON.stringify(path.slice(0, 200))} is not in the source`,
            );
            break;
          }
          const hash = sha256(bytes);
          const byHash = files.get(content) ?? new Map<string, Uint8Array>();
          files.set(content, byHash);
          byHash.set(hash, bytes);
          found[path] = { sha256: hash, size: bytes.length };
        }
        const entry = katas[category]?.katas;
        if (entry === undefined) continue;
        if (Object.keys(found).length === kata.files.size)
          entry[kata.name] = { ...entry[kata.name], files: found };
        else delete entry[kata.name];
      }
    const { warnings = [] } = bundle as { warnings?: readonly string[] };
    return { ...bundle, katas, ...(told.length > 0 && { warnings: [...warnings, ...told] }) };
  }
}

function isGood(path: string, from: string): boolean {
  return whyBadName(path) === null && whyBadPath(from) === null;
}

/** The scopes of a source, whose parents have the prefix of the source where it has them. */
function layersOf(content: PackSource): LayerReader {
  const own = new Map<string, Promise<LocalLayer | null>>();
  const layer = (name: string) => {
    const found = own.get(name) ?? readLayer(name);
    own.set(name, found);
    return found;
  };
  async function readLayer(name: string): Promise<LocalLayer | null> {
    const found = await readScope(content, name);
    if (found === null) return null;
    const prefix = name.slice(0, name.length - (content.ownName(name) ?? name).length);
    const parents = found.layer.metadata.parents.map((parent) =>
      content.ownName(prefix + parent) === null ? parent : prefix + parent,
    );
    return {
      layer: { ...found.layer, metadata: { ...found.layer.metadata, parents } },
      errors: found.problems.filter(({ severity }) => severity === 'error'),
    };
  }
  return {
    layer,
    async metadata(name) {
      const found = await layer(name);
      if (found === null) return null;
      return found.errors.some(({ file }) => file === `${name}/metadata.yml`)
        ? 'broken'
        : found.layer.metadata;
    },
  };
}

/** Has places name the files as the source has them. */
function ownPaths(content: PackSource, name: string): ((key: string, value: unknown) => unknown) | undefined {
  const prefix = name.slice(0, name.length - (content.ownName(name) ?? name).length);
  if (prefix === '') return undefined;
  return (key, value) =>
    key === 'file' && typeof value === 'string' && value.startsWith(prefix)
      ? value.slice(prefix.length)
      : value;
}
