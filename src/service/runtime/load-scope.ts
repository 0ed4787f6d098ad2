import type { ResolvedScope, ScopeParts } from '../../guidance/guidance.ts';
import { Fault } from '../../model/fault.ts';
import type { UnavailableMaster } from '../../model/guidance.ts';
import { createLru } from '../../runtime/cache.ts';
import type { Logger } from '../../runtime/log.ts';
import { startTurns } from '../../runtime/turns.ts';
import { tooLargeGap } from './gaps.ts';
import { type AskMasters, gatherParts } from './gather-parts.ts';
import { invalidContent, type LocalLayers } from './local-layers.ts';

/** Makes scopes of what files and masters say now. */
export interface ScopeLoader {
  /**
   * The scope, with the names of all that it was made of, or would have been had they existed. `ask` gives the masters to ask; null
   * for none. Throws MissingScope, and the faults `invalid-content`, `inheritance-cycle`, `inheritance-too-deep`.
   */
  load(
    name: string,
    ask: () => Promise<AskMasters>,
  ): Promise<{ readonly scope: ResolvedScope; readonly asked: readonly string[] }>;
  clear(): void;
}

export interface ScopeLoaderOptions {
  readonly local: LocalLayers;
  readonly hasMasters: boolean;
  readonly maxDepth: number;
  readonly log: Logger;
  /** Characters of masters' answers that all scopes together may hold; `onFull` is called for more. */
  readonly maxHeldSize: number;
  readonly onFull: () => void;
}

/** A scope with what it was made of. */
interface Resolution {
  readonly parts: ReadonlyMap<string, ScopeParts>;
  readonly warnings: readonly string[];
  readonly scope: ResolvedScope;
}

const maxRecent = 200;

/** Gives the same scope again where its parts are the same: each chain of servers asks for its own, and masters answer 304. */
export function createScopeLoader(options: ScopeLoaderOptions): ScopeLoader {
  const { local, hasMasters, maxDepth, log, maxHeldSize, onFull } = options;
  const recent = createLru<Resolution>(maxRecent);
  let heldSize = 0;

  function clear(): void {
    recent.clear();
    heldSize = 0;
  }

  /** Starts afresh when masters have filled the caches with more than they may hold. */
  function remember(parts: ReadonlyMap<string, ScopeParts>): void {
    for (const { remotes } of parts.values()) for (const { size } of remotes) heldSize += size;
    if (heldSize <= maxHeldSize) return;
    clear();
    onFull();
  }

  return {
    clear,
    async load(name, ask) {
      const own = await local.layer(name);
      if (own !== null && own.errors.length > 0) throw invalidContent(name, own.errors);
      const found = await gatherParts(name, own?.layer ?? null, local, await ask(), maxDepth);
      const { parts, asked, gaps, unavailable, keepSeconds } = found;
      if (!parts.has(name)) throw new MissingScope(unavailable);
      const warnings = [
        ...gaps.map(({ text }) => text),
        ...copyWarnings(unavailable),
        ...hiddenWarnings(parts),
      ];
      const before = recent.get(name);
      const isPast =
        before !== undefined && (before.scope.changesAt ?? Number.POSITIVE_INFINITY) <= Date.now();
      if (before !== undefined && !isPast && keepSeconds === null && isSame(before, { parts, warnings })) {
        return { scope: before.scope, asked };
      }
      // A master's outage has its own line in the log, and only one.
      if (unavailable.length === 0) for (const warning of warnings) log.warn(`scope "${name}": ${warning}`);
      const [{ resolveScope }, { leaveOutTooLarge, maxLocalSize }] = await Promise.all([
        import('../../guidance/resolve-scope.ts'),
        import('../../guidance/answer-size.ts'),
      ]);
      const fitting = leaveOutTooLarge(parts);
      if (fitting.localSize > maxLocalSize) throw tooLarge(name);
      if (!fitting.parts.has(name)) throw new MissingScope(unavailable);
      const leftOut = fitting.leftOut.map(tooLargeGap);
      for (const { text } of leftOut) log.warn(`scope "${name}": ${text}`);
      const notes = {
        gaps: [...gaps, ...leftOut],
        warnings: [...warnings, ...leftOut.map(({ text }) => text)],
        unavailable,
        keepSeconds,
      };
      const turn = startTurns();
      const scope = resolveScope(name, fitting.parts, { maxDepth, notes });
      await turn();
      remember(parts);
      if (hasMasters && keepSeconds === null) recent.set(name, { parts, warnings, scope });
      return { scope, asked };
    },
  };
}

function copyWarnings(unavailable: readonly UnavailableMaster[]): string[] {
  return unavailable.flatMap(({ url, as_of }) =>
    as_of === undefined ? [] : [`Master ${url} is unavailable; its content is as of ${as_of}.`],
  );
}

function hiddenWarnings(parts: ReadonlyMap<string, ScopeParts>): string[] {
  const cleaned = new Map<string, number>();
  for (const { url, cleaned: count } of [...parts.values()].flatMap(({ remotes }) => remotes)) {
    if (count > 0) cleaned.set(url, (cleaned.get(url) ?? 0) + count);
  }
  return [...cleaned].map(
    ([url, count]) => `Hidden characters were taken out of ${count} texts of master ${url}.`,
  );
}

/** Whether both are made of the very same layers, unchanged since they were read. */
function isSame(before: Resolution, now: Omit<Resolution, 'scope'>): boolean {
  return (
    before.parts.size === now.parts.size &&
    before.warnings.join('\n') === now.warnings.join('\n') &&
    [...now.parts].every(([name, { local, remotes }]) => {
      const known = before.parts.get(name);
      return (
        known !== undefined &&
        known.local === local &&
        known.remotes.length === remotes.length &&
        remotes.every((remote, index) => remote === known.remotes[index])
      );
    })
  );
}

/** There is no such scope. Several callers may share the load that found out, and each may know other scopes. */
export class MissingScope extends Error {
  readonly unavailable: readonly UnavailableMaster[];

  constructor(unavailable: readonly UnavailableMaster[]) {
    super('there is no such scope');
    this.unavailable = unavailable;
  }
}

function tooLarge(name: string): Fault {
  return new Fault(
    'invalid-content',
    `Scope "${name}" has invalid content: answers would be over 64 MiB, because texts of \`when\` are inherited by thousands of categories. Shorten the texts, or write the categories with fewer segments.`,
  );
}
