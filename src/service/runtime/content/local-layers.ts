import type { ScopeLayer } from '../../../guidance/guidance.ts';
import type { ContentSource } from '../../../guidance/read/content-source.ts';
import { Fault } from '../../../model/fault.ts';
import type { ScopeMetadata } from '../../../model/guidance.ts';
import { formatProblem, type Problem } from '../../../model/problems/problem.ts';
import { createTtlCache } from '../../../runtime/async/cache.ts';
import type { Lazy } from '../../../runtime/async/lazy.ts';
import type { LayerForms } from './layer-forms.ts';
import type { RulesFolder } from './rules-folder.ts';

/** What the files of a scope say, and the mistakes that keep it from being served. */
export interface LocalLayer {
  readonly layer: ScopeLayer;
  readonly errors: readonly Problem[];
}

/** Gives what scopes are resolved from. */
export interface LayerReader {
  /** Null where there is no such scope. */
  layer(name: string): Promise<LocalLayer | null>;
  /** What a scope's metadata.yml says, its other files unread; null without one, `broken` for one with a mistake. */
  metadata(name: string): Promise<ScopeMetadata | 'broken' | null>;
}

export interface LocalLayers extends LayerReader {
  /** Sorted names of the local scopes. */
  names(): Promise<readonly string[]>;
  /** Forgets what one scope's files say, or everything, the list of names too. */
  clear(name?: string): void;
  /** Forgets the list of names. */
  clearNames(): void;
}

/**
 * The local scopes as read from a folder, or what stands in for it, each kept for `ttlSeconds`. Null has none. `forms` are those of the same
 * folder; null where there are none. With `folder`, what it is read from is known to have been there.
 */
export function createLocalLayers(
  from: string | ContentSource | null,
  ttlSeconds: number,
  forms: Lazy<LayerForms> | null = null,
  folder: RulesFolder | null = null,
): LocalLayers {
  const listings = createTtlCache<readonly string[]>({ ttlSeconds });
  const layers = createTtlCache<LocalLayer | null>({ ttlSeconds });
  // Small, and asked for every scope of a list.
  const metadata = createTtlCache<ScopeMetadata | 'broken' | 'none'>({ ttlSeconds, maxSize: 20_000 });
  const reader = () => import('../../../guidance/read/read-scope.ts');
  const reading: RulesFolder['reading'] = folder?.reading ?? ((read) => read());
  return {
    names: () =>
      listings.get('', async () =>
        from === null
          ? []
          : reading(
              async () => (await reader()).scopeNamesIn(from),
              (names) => names.length === 0,
            ),
      ),
    layer: (name) =>
      layers.get(name, async () => {
        if (from === null) return null;
        const content = await reading(
          async () => (forms === null ? (await reader()).readScope(from, name) : (await forms()).read(name)),
          (found) => found === null,
        );
        if (content === null) return null;
        return {
          layer: content.layer,
          errors: content.problems.filter(({ severity }) => severity === 'error'),
        };
      }),
    async metadata(name) {
      const found = await metadata.get(name, async () => {
        if (from === null) return 'none';
        const read = async () => (await reader()).readScopeMetadata(from, name);
        return (await reading(read, (said) => said === null || said === 'broken')) ?? 'none';
      });
      return found === 'none' ? null : found;
    },
    clear(name) {
      if (name === undefined) listings.clear();
      layers.clear(name);
      metadata.clear(name);
    },
    clearNames: () => listings.clear(),
  };
}

/** The fault of a scope whose files have mistakes: the first in the message, all of them as `errors`. */
export function invalidContent(name: string, errors: readonly Problem[]): Fault {
  const [first, ...others] = errors.map(formatProblem);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const problems = errors.slice(0, 100);
  return new Fault('invalid-content', `Scope "${name}" has invalid content: ${first}${more}`, {
    problems,
    errors: problems.map((problem) => ({
      path: `${problem.file}:${problem.line}:${problem.column}`,
      message: `${problem.message}. ${problem.hint}`,
    })),
  });
}
