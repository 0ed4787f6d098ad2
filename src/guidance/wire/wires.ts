import { startTurns } from '../../runtime/async/turns.ts';
import type { Guidance } from '../guidance.ts';
import { type KindName, type KindTypes, kindNames, kinds } from '../kinds.ts';
import type { Wire, WireReader } from './wire.ts';

/** How each kind travels between servers, by its name. */
export type Wires = { readonly [Name in KindName]: Wire<KindTypes[Name]['merged']> };

/** Loads what turns guidance into bundles and bundles into guidance. */
export async function loadWires(): Promise<Wires> {
  const all = kindNames.map(async (kind) => [kind, await kinds[kind].loadWire()]);
  return Object.fromEntries(await Promise.all(all)) as Wires;
}

/** The guidance that the checked values of a bundle's keys stand for. */
export async function readWires(wires: Wires, values: object, tools: WireReader): Promise<Guidance> {
  const read = <Name extends KindName>(kind: Name) =>
    kinds[kind].merging.inOrder(wires[kind].read(values, tools));
  const turn = startTurns();
  const all: [KindName, unknown][] = [];
  for (const kind of kindNames) {
    all.push([kind, read(kind)]);
    await turn();
  }
  return Object.fromEntries(all) as unknown as Guidance;
}

/** The values of a bundle's keys. */
export function writeWires(wires: Wires, guidance: Guidance): object {
  return Object.assign({}, ...kindNames.map((kind) => writeKind(kind, wires, guidance)));
}

function writeKind<Name extends KindName>(kind: Name, wires: Wires, guidance: Guidance): object {
  return wires[kind].write(guidance[kind]);
}
