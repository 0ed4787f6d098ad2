import { ConfigError, type Locks, type Trust } from '../config.ts';
import type { ConfigInput } from '../config-input.ts';
import { judgeFile, own } from './judge-file.ts';
import { readLocks, twins, withoutLocked } from './locked.ts';
import { type LayerFile, readLayers } from './read-layers.ts';

type Data = Readonly<Record<string, unknown>>;

/** A settings file, with what of it takes effect where no nearer one says otherwise. */
export interface OpenLayer extends LayerFile {
  readonly allowed: Data;
}

/** What was written in spite of a lock: the places, by key. */
export type Refusals = Map<string, string[]>;

/** Every settings file with what counts of it: no key that is locked, and of a checkout none that its user has not allowed. */
export async function openLayers(input: ConfigInput): Promise<{
  readonly layers: readonly OpenLayer[];
  readonly trust: Trust;
  readonly locks: Locks;
  readonly refusals: Refusals;
  readonly mistake: string | null;
}> {
  const files = await readLayers(input, (error) => throwOrTell(error, input));
  const { locks, mistake } = readLocks(files);
  const refusals: Refusals = new Map();
  const machine = files.find(({ of }) => of === 'machine')?.data ?? {};
  const open = files.map((layer): OpenLayer => {
    if (layer.of === 'machine') {
      const { locked: _, ...allowed } = layer.data;
      return { ...layer, allowed };
    }
    const { open: allowed, refused } = withoutLocked(layer.data, locks, machine);
    for (const key of refused) refuse(refusals, key, layer.file);
    return { ...layer, allowed };
  });
  const [nearest, ...farther] = open;
  if (nearest === undefined) return { layers: [], trust: own, locks, refusals, mistake };
  const behind: Data = Object.assign({}, ...farther.map(({ allowed }) => allowed).reverse());
  const { trust, allowed } = await judgeFile(input, nearest.file, nearest.allowed, nearest.project, behind);
  return { layers: withOneTwin([{ ...nearest, allowed }, ...farther]), trust, locks, refusals, mistake };
}

/** Notes that a key was written in spite of a lock. */
export function refuse(refusals: Refusals, key: string, place: string): void {
  refusals.set(key, [...(refusals.get(key) ?? []), place]);
}

/** The keys that a file gives a value. */
export function givenKeys(data: Data): string[] {
  return Object.keys(data).filter((key) => data[key] !== null && data[key] !== undefined);
}

/** Throws a mistake, unless who asks wants to go on. */
export function throwOrTell(error: unknown, { tolerate }: ConfigInput): void {
  if (tolerate === undefined || !(error instanceof ConfigError)) throw error;
  tolerate(error.message);
}

/** The same without what names masters in the other of the two ways than a nearer file does. */
function withOneTwin(layers: readonly OpenLayer[]): OpenLayer[] {
  const isHidden = (index: number, key: string) => {
    const twin = twins[key];
    return (
      twin !== undefined && layers.slice(0, index).some(({ allowed }) => givenKeys(allowed).includes(twin))
    );
  };
  return layers.map((layer, index) => ({
    ...layer,
    allowed: Object.fromEntries(Object.entries(layer.allowed).filter(([key]) => !isHidden(index, key))),
  }));
}
