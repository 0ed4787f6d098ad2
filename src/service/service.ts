import type { Authorize } from '../auth/authorizer.ts';
import type { Claims } from '../auth/roles.ts';
import type { Config } from '../config/config.ts';
import { createInstanceId, isLoop } from '../federation/loop.ts';
import type { MasterState } from '../federation/master-health.ts';
import type { Masters } from '../federation/masters.ts';
import { anyChange } from '../guidance/content-files.ts';
import type { ResolvedScope } from '../guidance/guidance.ts';
import { createResultLog, type Results } from '../guidance/stories/results/result-log.ts';
import type { Change } from '../model/change.ts';
import { createPluginHost, type PluginHost } from '../plugins/host.ts';
import type { Logger } from '../runtime/log.ts';
import { scopesFor } from './access.ts';
import { createFeedbackDesk, type FeedbackDesk } from './feedback-desk.ts';
import { isTouched } from './is-touched.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import { createLocalLayers } from './local-layers.ts';
import { createScopeResolver, type Loop, type ScopeListing } from './scopes.ts';

/** The process around a service, as far as plugins may see it. */
export interface ServiceWorld {
  readonly cwd: string;
  /** Where logins are kept; without it there are none. */
  readonly home?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Who asks, where that matters. */
export interface Caller {
  /** The servers that the request has passed (RFC 8586). */
  readonly hops: readonly string[];
  /** What the caller's token says, roles among it; null where nobody has to log in. */
  readonly claims: Claims | null;
}

export interface ReloadedMaster {
  readonly url: string;
  readonly ok: boolean;
  readonly error?: string;
}

/** What operations work with: configuration, resolved scopes, and answers kept for as long as their scope is. */
export interface Service {
  readonly config: Config;
  readonly log: Logger;
  readonly plugins: PluginHost;
  readonly feedback: FeedbackDesk;
  /** The same service for one caller. */
  for(caller: Caller): Service;
  scopes(): Promise<ScopeListing>;
  scope(name: string): Promise<ResolvedScope>;
  /** The imported test results as they are now. */
  results(): Promise<Results>;
  /** How each master is, in list order. */
  masterStates(): Promise<readonly MasterState[]>;
  /** Why there are no scopes, for messages. */
  whyEmpty(): string;
  /** Answers of operations about one scope. */
  readonly answers: KeptAnswers;
  /** Whether an answer would be given again now. False also where that takes more than a look at the cache to tell. */
  isCurrent(answer: object): boolean;
  /** Empties every cache, so that files are read again, and asks the masters to do the same; each with its result. */
  reload(): Promise<readonly ReloadedMaster[]>;
  /** Empties of the caches what a change touches, and nothing else. */
  changed(change: Change): void;
  /** Calls `listener` after each change and reload, until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void;
  /** Whether a change may show in a scope; false for a scope that the caller may not read. */
  isTouched(scope: string, change: Change): Promise<boolean>;
  /** Ends what runs in the background; to be awaited before the program ends. */
  close(): Promise<void>;
}

/** The service over one configuration. */
export function createService(config: Config, log: Logger, world: ServiceWorld): Service {
  const { settings, rulesPath } = config;
  const instanceId = createInstanceId();
  const local = createLocalLayers(rulesPath, settings.cache_ttl_seconds);
  const authorize = openLogin(config, log, world.home);
  const masters = openMasters(config, log, authorize);
  const scopes = createScopeResolver({
    local,
    masters,
    cacheTtlSeconds: settings.cache_ttl_seconds,
    maxDepth: settings.max_inheritance_depth,
    log,
  });
  const resultLog = createResultLog(settings.validation_file);
  const plugins = createPluginHost({
    enabled: settings.enabled_plugins,
    settingsFile: config.file,
    log,
    ...world,
  });
  const feedback = createFeedbackDesk(config, log, authorize);
  const answers = createKeptAnswers(config, plugins, log);
  const listeners = new Set<(change: Change) => void>();

  function forCaller({ hops, claims }: Caller): Service {
    const loop: Loop = isLoop(hops, instanceId) ? null : [...hops, instanceId];
    const { mayRead, ...access } = scopesFor(scopes, local, loop, claims);
    return {
      config,
      log,
      plugins,
      feedback,
      answers,
      isCurrent(given) {
        const scope = claims === null ? answers.soleScopeOf(given) : undefined;
        return scope !== undefined && scopes.isCached(scope, loop);
      },
      for: (caller) => (caller.hops.length === 0 && caller.claims === null ? service : forCaller(caller)),
      ...access,
      results: () => resultLog.read(),
      masterStates: async () => (masters === null ? [] : (await masters()).states()),
      whyEmpty: () =>
        claims !== null
          ? 'none is open to your token'
          : rulesPath === null
            ? `no rules folder was found (looked for ${config.searched.join(', ')}); name one with --rules-path, or start one with "precept init"`
            : 'the rules folder has no scope directories',
      async reload() {
        // It has come round, so this server has reloaded before it asked the next.
        if (hops.includes(instanceId)) return [];
        scopes.clear();
        const results = masters === null || loop === null ? [] : await (await masters()).reload(loop);
        // What was read while a master still had its old content, or is being read, is forgotten too.
        if (results.length > 0) scopes.clear();
        for (const listener of listeners) listener(anyChange);
        return results;
      },
      changed(change) {
        if (change.scopes === null) scopes.clear();
        else scopes.forget(change.scopes, change.names);
        for (const listener of listeners) listener(change);
      },
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      isTouched: async (name, change) =>
        (await mayRead(name)) && (change.kinds.has('results') || isTouched(local, name, change)),
      close: () => feedback.close(),
    };
  }

  const service = forCaller({ hops: [], claims: null });
  return service;
}

/** Loads the code of logins when a master is first asked; without a login in the settings, never. */
function openLogin({ settings }: Config, log: Logger, home: string | undefined): Authorize {
  if (home === undefined || settings.oidc_issuer_url === null || settings.oidc_client_id === null)
    return async () => ({});
  let opening: Promise<Authorize> | undefined;
  return async (url, refused) => {
    opening ??= import('../auth/authorizer.ts').then(({ createAuthorizer }) =>
      createAuthorizer(settings, home, log),
    );
    return (await opening)(url, refused);
  };
}

/** Loads the federation code when masters are first asked; null where none are configured. */
function openMasters(config: Config, log: Logger, authorize: Authorize): (() => Promise<Masters>) | null {
  const { settings } = config;
  const urls = settings.master_server_url;
  if (urls.length === 0) return null;
  let opening: Promise<Masters> | undefined;
  const open = async () => {
    const { createMasters } = await import('../federation/masters.ts');
    return createMasters({
      urls,
      timeoutSeconds: settings.remote_timeout_seconds,
      maxRetries: settings.remote_max_retries,
      retrySeconds: settings.remote_retry_seconds,
      caBundle: settings.remote_ssl_ca_bundle,
      verifyTls: settings.remote_ssl_verify,
      authorize,
      now: Date.now,
      log,
    });
  };
  return () => {
    opening ??= open();
    return opening;
  };
}
