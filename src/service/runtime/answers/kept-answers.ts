import type { Config } from '../../../config/config.ts';
import { templateVariables } from '../../../config/template-variables.ts';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { formatProblem } from '../../../model/problems/problem.ts';
import type { PluginContext, PluginHost } from '../../../plugins/host-types.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';
import { createLru } from '../../../runtime/async/cache.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { RenderFailure } from '../../../template/render/render-template.ts';
import type { CacheCount } from '../meters.ts';

/** What an answer is kept by, beside its scope. */
export interface AnswerKey {
  readonly operation: string;
  readonly input: readonly unknown[];
  /** Texts are given as written. */
  readonly raw: boolean;
  /** Changes with whatever else the answer is made from; null where that is nothing. */
  readonly version: string | null;
}

/** What renders the texts of a scope as they are now. */
export interface ScopeTexts {
  /** Changes with the values of plugins; null where there are none. */
  readonly key: string | null;
  /** Gives renderers, one for each answer. */
  open(): Promise<() => TextRenderer>;
}

/** Answers, each kept for as long as its scope. */
export interface KeptAnswers {
  /** `stable` keeps out whatever plugins give, so that the texts are the same on any machine at any time. */
  texts(scope: ResolvedScope, raw?: boolean, stable?: boolean): Promise<ScopeTexts>;
  /** The answer made before for the same scope and key, or a new one from `make`, which gets a renderer of its own, and more. */
  keep<Made extends object>(
    scope: ResolvedScope,
    key: AnswerKey,
    make: (texts: TextRenderer, another: () => TextRenderer) => Promise<Made>,
  ): Promise<Made>;
  /** The scope that alone decides an answer; undefined where plugins or anything else do too. */
  soleScopeOf(answer: object): ResolvedScope | undefined;
  readonly counts: CacheCount;
  /** Settles once the places of all templates that have failed so far are logged. */
  logged(): Promise<void>;
}

/** Answers kept for each resolved scope. */
const keptPerScope = 32;

export function createKeptAnswers(config: Config, plugins: PluginHost, log: Logger): KeptAnswers {
  const { settings } = config;
  const { rendererOf, logged } = createRenderers(config, plugins, log);
  const texts = async (scope: ResolvedScope, raw = false, stable = false): Promise<ScopeTexts> => {
    const isPlain = raw || stable || settings.enabled_plugins.length === 0;
    const plugin = isPlain ? null : await plugins.context(scope);
    return { key: plugin?.key ?? null, open: () => rendererOf(scope, raw, plugin) };
  };
  // By the resolved scope itself: when that is resolved anew, its answers are gone with it.
  const answers = new WeakMap<ResolvedScope, Map<string, object>>();
  const soleScopes = new WeakMap<object, ResolvedScope>();

  const counts = { hits: 0, misses: 0 };
  return {
    texts,
    counts,
    async keep<Made extends object>(
      scope: ResolvedScope,
      { operation, input, raw, version }: AnswerKey,
      make: (texts: TextRenderer, another: () => TextRenderer) => Promise<Made>,
    ) {
      let known = answers.get(scope);
      if (known === undefined) {
        known = createLru(keptPerScope);
        answers.set(scope, known);
      }
      const { key: values, open } = await texts(scope, raw);
      const key = JSON.stringify([operation, input, raw, version, values]);
      const found = known.get(key);
      // The operation's name is in the key, so that it is what this operation made.
      if (found !== undefined) {
        counts.hits += 1;
        return found as Made;
      }
      counts.misses += 1;
      const another = await open();
      const made = await make(another(), another);
      known.set(key, made);
      if (values === null && version === null) soleScopes.set(made, scope);
      return made;
    },
    soleScopeOf: (answer) => soleScopes.get(answer),
    logged,
  };
}

/** Gives what makes renderers for one answer of a scope. Its code is loaded with the first. */
function createRenderers(config: Config, plugins: PluginHost, log: Logger) {
  const { settings, rulesPath } = config;
  const variables = templateVariables(config);
  const logging = new Set<Promise<void>>();

  async function logPlace(scope: ResolvedScope, text: string, failure: RenderFailure): Promise<void> {
    if (rulesPath === null) return;
    const { locateTemplate } = await import('../../../guidance/resolve/locate-template.ts');
    const problems = await locateTemplate(rulesPath, scope.lineage, text, failure);
    for (const problem of problems) log.debug(formatProblem(problem));
  }

  async function rendererOf(
    scope: ResolvedScope,
    raw: boolean,
    plugin: PluginContext | null,
  ): Promise<() => TextRenderer> {
    const [{ createTextRenderer, rawRenderer }, { templateContext }, { createOriginOf }] = await Promise.all([
      import('../../../render/text-renderer.ts'),
      import('../../../guidance/resolve/template-context.ts'),
      import('../../../guidance/resolve/text-authors.ts'),
    ]);
    if (raw) return () => rawRenderer;
    const onFailure = (text: string, failure: RenderFailure) => {
      const work = logPlace(scope, text, failure)
        .catch((error: unknown) => log.debug(`the place of a template that failed was not found: ${error}`))
        .finally(() => logging.delete(work));
      logging.add(work);
    };
    const { localTexts } = scope;
    const context = templateContext(variables, scope, plugin?.values);
    const options = {
      ...(localTexts !== null && {
        localContext: templateContext(variables, scope, plugin?.values, localTexts.tags),
      }),
      originOf: createOriginOf(scope),
      filters: plugin === null ? new Map() : await plugins.filters(),
      pluginValues: plugin?.values ?? {},
      withoutHidden: scope.sources.some((source) => source !== 'local'),
      ...(settings.log_level === 'debug' && { onFailure }),
    };
    return () => createTextRenderer(context, options);
  }

  return { rendererOf, logged: async () => void (await Promise.all(logging)) };
}
