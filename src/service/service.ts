import type { Config } from '../config/config.ts';
import { templateVariables } from '../config/template-variables.ts';
import type { ResolvedScope } from '../model/guidance.ts';
import type { TextRenderer } from '../render/text-renderer.ts';
import { createLru } from '../runtime/cache.ts';
import type { Logger } from '../runtime/log.ts';
import { createResultLog, type Results } from '../vision/result-log.ts';
import type { Answer } from './answer.ts';
import { createScopeResolver } from './scopes.ts';

export interface ScopeDetails {
  readonly name: string;
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly parents: readonly string[];
  readonly sources: readonly string[];
}

/** What operations work with: configuration, resolved scopes, and answers kept for as long as their scope is. */
export interface Service {
  readonly config: Config;
  readonly log: Logger;
  scopeNames(): Promise<readonly string[]>;
  scopeDetails(names: readonly string[]): Promise<readonly ScopeDetails[]>;
  scope(name: string): Promise<ResolvedScope>;
  /** The imported test results as they are now. */
  results(): Promise<Results>;
  /** Why there are no scopes, for messages. */
  whyEmpty(): string;
  /**
   * The answer for this scope, raw or rendered, and key: the one given before, or a new one from `make`, which gets
   * a function that makes a fresh renderer for each text it writes.
   */
  answer(
    scope: ResolvedScope,
    debug: boolean,
    key: string,
    make: (texts: () => TextRenderer) => Promise<Answer>,
  ): Promise<Answer>;
  /** Empties every cache; files are read again on the next request. */
  reload(): void;
  /** Calls `listener` after each reload, until the returned function is called. */
  onReload(listener: () => void): () => void;
}

/** The service over one configuration. It holds caches only: nothing to close. */
export function createService(config: Config, log: Logger): Service {
  const { settings, rulesPath } = config;
  const scopes = createScopeResolver({
    rulesPath,
    cacheTtlSeconds: settings.cache_ttl_seconds,
    maxDepth: settings.max_inheritance_depth,
    log,
  });
  const resultLog = createResultLog(settings.validation_file);
  const variables = templateVariables(config);
  const listeners = new Set<() => void>();
  // Keyed by the resolved scope itself: when that is resolved anew, its answers are gone with it.
  const answers = new WeakMap<ResolvedScope, Map<string, Answer>>();

  return {
    config,
    log,
    scopeNames: () => scopes.names(),
    scope: (name) => scopes.resolve(name),
    async scopeDetails(names) {
      const found = await Promise.all(
        names.map(async (name) => {
          const scope = await scopes.resolve(name).catch(() => null);
          if (scope === null) return { name, description: '', tags: {}, parents: [], sources: ['local'] };
          const { description, tags, parents } = scope.metadata;
          return { name, description, tags, parents, sources: scope.sources };
        }),
      );
      return found;
    },
    results: () => resultLog.read(),
    whyEmpty: () =>
      rulesPath === null
        ? `no rules folder was found (looked for ${config.searched.join(', ')}); name one with --rules-path`
        : `the rules folder ${rulesPath} has no scope directories`,
    async answer(scope, debug, key, make) {
      let known = answers.get(scope);
      if (known === undefined) {
        known = createLru(32);
        answers.set(scope, known);
      }
      const full = `${debug ? 'raw' : 'rendered'} ${key}`;
      let answer = known.get(full);
      if (answer === undefined) {
        const { createTextRenderer, rawRenderer } = await import('../render/text-renderer.ts');
        const { templateContext } = await import('../render/template-context.ts');
        const context = templateContext(variables, scope);
        answer = await make(debug ? () => rawRenderer : () => createTextRenderer(context));
        known.set(full, answer);
      }
      return answer;
    },
    reload() {
      scopes.clear();
      for (const listener of listeners) listener();
    },
    onReload(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
