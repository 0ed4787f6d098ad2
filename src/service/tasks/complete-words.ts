import { exportTargets } from '../../model/names/export-targets.ts';
import type { Service } from '../service.ts';

/** What a word of a command line names. */
export type WordKind = 'scope' | 'category' | 'kata' | 'target';

/** What a word of that kind can be, sorted; `scope` is the scope that the line names, if any. Nothing for a scope that is not there. */
export async function wordsOf(
  kind: WordKind,
  scope: string | null,
  service: Pick<Service, 'config' | 'scope' | 'scopes'>,
): Promise<readonly string[]> {
  if (kind === 'target') return exportTargets;
  if (kind === 'scope') return [...(await service.scopes()).names].sort();
  const name = scope ?? service.config.settings.default_scope;
  if (name === null) return [];
  const found = await service.scope(name);
  if (kind === 'kata') return sorted([...found.katas.values()].flatMap(({ katas }) => [...katas.keys()]));
  return sorted([...found.commandments.keys(), ...found.suggestions.keys(), ...found.katas.keys()]);
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
