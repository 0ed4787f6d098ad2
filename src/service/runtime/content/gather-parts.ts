import type { Masters } from '../../../federation/masters.ts';
import type { RemoteScope, ScopeLayer, ScopeParts } from '../../../guidance/guidance.ts';
import { emptyLayer } from '../../../guidance/read/empty-layer.ts';
import { type Gap, noMetadata, type UnavailableMaster } from '../../../model/guidance.ts';
import { brokenGap } from './gaps.ts';
import type { LayerReader } from './local-layers.ts';

/** What a scope can be resolved from. */
export interface GatheredParts {
  /** The scope and its ancestors, as far as they were found. */
  readonly parts: ReadonlyMap<string, ScopeParts>;
  /** Every scope that was looked for, with the place where it is named. */
  readonly namedAt: ReadonlyMap<string, string>;
  /** The gaps that local parents with a mistake leave, by their names. */
  readonly broken: ReadonlyMap<string, Gap>;
  /** What is missing besides. */
  readonly gaps: readonly Gap[];
  /** This server's masters that did not answer, in list order. */
  readonly unavailable: readonly UnavailableMaster[];
  /** The addresses of masters at which something else answers. */
  readonly foreign: readonly string[];
  /** Seconds it may be kept, because a master is missing; null where none is. */
  readonly keepSeconds: number | null;
}

/** Asks masters for scopes; null where none are asked. */
export type AskMasters = { readonly masters: Masters; readonly loop: readonly string[] } | null;

/** Ancestors that masters did not have, over all their bundles of one scope: a hostile one could name any number. */
const maxAbsent = 100;

/**
 * The parts of a scope: its own layer, the local layers of its ancestors a generation at a time, and what every master says
 * of each of them, all asked at once. Ancestors that a master names and does not have are looked for in the same way, here
 * and on the other masters.
 */
export async function gatherParts(
  name: string,
  own: ScopeLayer | null,
  local: LayerReader,
  ask: AskMasters,
  maxDepth: number,
): Promise<GatheredParts> {
  const layers = new Map<string, ScopeLayer>(own === null ? [] : [[name, own]]);
  const remotes = new Map<string, readonly RemoteScope[]>();
  const namedAt = new Map([[name, '']]);
  const broken = new Map<string, Gap>();
  const unavailable = new Map<string, UnavailableMaster>();
  const gaps = new Map<string, Gap>();
  let keepSeconds: number | null = null;

  for (let round = 0, wanted = [name]; wanted.length > 0 && round <= maxDepth; round++) {
    await readAncestors(wanted, local, { layers, namedAt, broken }, maxDepth);
    if (ask === null) break;
    const unasked = [...namedAt.keys()].filter((scope) => !remotes.has(scope));
    const gathered = await Promise.all(unasked.map((scope) => ask.masters.scope(scope, ask.loop)));
    gathered.forEach((answer, index) => {
      remotes.set(unasked[index] as string, answer.values);
      for (const gap of answer.gaps ?? []) gaps.set(gap.text, gap);
      for (const one of answer.unavailable) unavailable.set(one.url, older(unavailable.get(one.url), one));
      if (answer.keepSeconds !== null)
        keepSeconds = Math.min(keepSeconds ?? answer.keepSeconds, answer.keepSeconds);
    });
    wanted = absentOf(gathered.flatMap(({ values }) => values))
      .filter((scope) => !namedAt.has(scope.name))
      .map(({ name: scope, url }) => {
        namedAt.set(scope, `by ${url}`);
        return scope;
      });
  }

  const parts = new Map<string, ScopeParts>();
  for (const scope of namedAt.keys()) {
    const part = { local: layers.get(scope) ?? null, remotes: remotes.get(scope) ?? [] };
    if (part.local !== null || part.remotes.length > 0) parts.set(scope, part);
  }
  const away = ask?.masters.urls.flatMap((url) => unavailable.get(url) ?? []) ?? [];
  const foreign = ask?.masters.foreign() ?? [];
  return { parts, namedAt, broken, gaps: [...gaps.values()], unavailable: away, foreign, keepSeconds };
}

/** What is told of a master that was asked for several scopes: the copy that was confirmed longest ago. */
export function older(known: UnavailableMaster | undefined, next: UnavailableMaster): UnavailableMaster {
  if (known === undefined) return next;
  const times = [known.as_of, next.as_of].filter((time) => time !== undefined).sort();
  return times[0] === undefined ? known : { ...known, as_of: times[0] };
}

/** Reads the layers of scopes and of their ancestors, no further than may be served. */
async function readAncestors(
  start: readonly string[],
  local: LayerReader,
  into: {
    readonly layers: Map<string, ScopeLayer>;
    readonly namedAt: Map<string, string>;
    readonly broken: Map<string, Gap>;
  },
  maxDepth: number,
): Promise<void> {
  const { layers, namedAt, broken } = into;
  let generation = start;
  for (let depth = 0; generation.length > 0 && depth <= maxDepth + 1; depth++) {
    const parents: string[] = [];
    await Promise.all(
      generation.map(async (scope) => {
        if (!layers.has(scope)) {
          const { layer, gap } = await readParent(local, scope);
          if (gap !== null) broken.set(scope, gap);
          if (layer !== null) layers.set(scope, layer);
        }
      }),
    );
    for (const scope of generation) {
      const metadata = layers.get(scope)?.metadata;
      metadata?.parents.forEach((parent, index) => {
        if (namedAt.has(parent)) return;
        namedAt.set(parent, `at ${metadata.parentsAt?.[index]}`);
        parents.push(parent);
      });
    }
    generation = parents;
  }
}

/** The layer of a parent; of one with a mistake only its metadata, so that what lies above it is not lost too. */
async function readParent(
  local: LayerReader,
  name: string,
): Promise<{ layer: ScopeLayer | null; gap: Gap | null }> {
  const found = await local.layer(name);
  const [problem] = found?.errors ?? [];
  if (found === null || problem === undefined) return { layer: found?.layer ?? null, gap: null };
  const metadata = (await local.metadata(name)) ?? noMetadata;
  const losesParents = metadata === 'broken';
  return {
    layer: emptyLayer(name, losesParents ? noMetadata : metadata),
    gap: brokenGap(name, problem, losesParents),
  };
}

/** The ancestors that masters named and did not have, with who said so. */
function absentOf(remotes: readonly RemoteScope[]): { name: string; url: string }[] {
  return remotes
    .flatMap(({ url, absentParents }) => absentParents.map((name) => ({ name, url })))
    .slice(0, maxAbsent);
}
