import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
import type { Target } from '../../clients/facts/target.ts';
import { reviewTargets, sharedTargets } from '../../clients/shared.ts';
import type { ExportTarget } from '../../model/names/export-targets.ts';

const all: readonly Client[] = Object.values(clients);

type TargetsOf<Row> = Row extends { readonly targets: infer Own } ? keyof Own : never;
type Described =
  | keyof typeof sharedTargets
  | keyof typeof reviewTargets
  | TargetsOf<(typeof clients)[keyof typeof clients]>;

/** Each target: its files and their heads. One that no file of `clients` has does not compile. */
export const targets: Readonly<Record<ExportTarget, Target>> = Object.assign(
  {} as Record<Described, Target>,
  sharedTargets,
  ...all.map((client) => client.targets),
  reviewTargets,
);

/** The client whose own files a target writes; undefined where several share them. */
export function ownerOf(target: ExportTarget): Client | undefined {
  return all.find((client) => client.targets?.[target] !== undefined);
}

/** The clients that read what a target writes, by name, and the services that do. */
export function readersOf(target: ExportTarget): readonly string[] {
  const row = targets[target];
  const reviewers = 'reviewers' in row ? row.reviewers : undefined;
  return [...all.filter(({ reads }) => reads.includes(target)).map(({ name }) => name), ...(reviewers ?? [])];
}
