import { MasterError } from '../../federation/master-error.ts';
import type { Masters } from '../../federation/masters.ts';
import { type BundleReading, readBundle } from '../../federation/read-bundle.ts';
import type { RemoteScope, ResolvedScope } from '../../guidance/guidance.ts';
import { noNotes, resolveScope } from '../../guidance/resolve/resolve-scope.ts';
import { Fault } from '../../model/fault.ts';
import { formatProblem } from '../../model/problems/problem.ts';
import type { LoadedScopes } from '../compare/load/load-scopes.ts';
import { type AskMasters, gatherParts } from './content/gather-parts.ts';
import type { LayerReader } from './content/local-layers.ts';
import { passOver } from './content/pass-over.ts';
import { notesOf } from './content/scope-notes.ts';
import { writeBundle } from './content/write-bundle.ts';

/** What one source serves of a scope; both are null where it has no such scope. */
export interface ServedScope {
  readonly scope: ResolvedScope | null;
  /** Why it cannot be served. */
  readonly problem: string | null;
}

/** One of two sources that are compared. */
export interface Side {
  readonly names: readonly string[];
  serve(name: string): Promise<ServedScope>;
}

const nothing: ServedScope = { scope: null, problem: null };

/** The scopes of files that were read: their local layers alone, merged as they are for answers. */
export function localSide(loaded: LoadedScopes, maxDepth: number): Side {
  const layers: LayerReader = {
    layer: async (name) => loaded.get(name) ?? null,
    metadata: async (name) => loaded.get(name)?.metadata ?? null,
  };
  return {
    names: [...loaded.keys()],
    serve: (name) => serveLayers(layers, name, maxDepth),
  };
}

/** What layers alone, and with them what `ask` says, serve of a scope. */
export async function serveLayers(
  layers: LayerReader,
  name: string,
  maxDepth: number,
  ask: AskMasters = null,
): Promise<ServedScope> {
  const own = await layers.layer(name);
  if (own === null && ask === null) return nothing;
  const [mistake] = own?.errors ?? [];
  if (mistake !== undefined) return { scope: null, problem: formatProblem(mistake) };
  try {
    const gathered = await gatherParts(name, own?.layer ?? null, layers, ask, maxDepth);
    // A circle of local files is a mistake of theirs; what others name as a parent is passed over, as in answers.
    const { parts, passedOver } =
      ask === null ? { parts: gathered.parts, passedOver: [] } : passOver(name, gathered.parts, maxDepth);
    if (!parts.has(name)) return nothing;
    const { gaps } = notesOf(name, parts, gathered, { passedOver, maxDepth });
    return { scope: resolveScope(name, parts, { maxDepth, notes: { ...noNotes, gaps } }), problem: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { scope: null, problem: error.message };
  }
}

/** The scopes of a server, each as its bundle says. */
export function serverSide(masters: Masters, names: readonly string[]): Side {
  return {
    names,
    async serve(name) {
      const { values, unavailable } = await masters.scope(name, []);
      const [remote] = values;
      if (remote !== undefined) return { scope: fromBundle(name, remote), problem: null };
      const [missing] = unavailable;
      return missing === undefined ? nothing : { scope: null, problem: missing.reason };
    },
  };
}

/** A side as another server would be told of it, so that it compares with what a server tells. */
export function asBundles(side: Side, reading: BundleReading): Side {
  return {
    names: side.names,
    async serve(name) {
      const { scope, problem } = await side.serve(name);
      if (scope === null) return { scope, problem };
      try {
        const data: unknown = JSON.parse(JSON.stringify(writeBundle(scope, reading.wires)));
        return {
          scope: fromBundle(name, await readBundle(reading, { url: 'local', name }, data, 0)),
          problem,
        };
      } catch (error) {
        if (!(error instanceof MasterError)) throw error;
        return { scope: null, problem: `servers refuse it: ${error.message}` };
      }
    },
  };
}

function fromBundle(name: string, remote: RemoteScope): ResolvedScope {
  const parts = new Map([[name, { local: null, remotes: [remote] }]]);
  return resolveScope(name, parts, { maxDepth: 0, notes: noNotes });
}
