import { isAccepted } from '../auth/callers/roles.ts';
import type { Config } from '../config/config.ts';
import { noRulesFolder } from '../config/load/no-rules-folder.ts';
import { sourceLabel } from '../config/values/source-entries.ts';
import type { MasterState } from '../federation/master-health.ts';
import type { Masters } from '../federation/masters.ts';
import type { Authorship } from '../git/authorship/authorship.ts';
import type { ResolvedScope } from '../guidance/guidance.ts';
import type { ContentSource } from '../guidance/read/content-source.ts';
import type { ResultStore } from '../guidance/stories/results/result-store.ts';
import type { Results } from '../guidance/stories/results/results-of.ts';
import { type Change, isOfKind } from '../model/change.ts';
import type { Claims } from '../model/claims.ts';
import { createInstanceId, isLoop } from '../model/loop.ts';
import { createPluginHost, type PluginHost } from '../plugins/host.ts';
import { createTtlCache, type TtlCache } from '../runtime/async/cache.ts';
import { type Lazy, lazy } from '../runtime/async/lazy.ts';
import type { Logger } from '../runtime/log.ts';
import type { Database } from '../store/database.ts';
import type { MasterQuestion } from './explain/explain-scope.ts';
import type { MasterWord } from './explain/explain-shape.ts';
import type { Authors } from './explain/place-shape.ts';
import { scopesFor } from './runtime/access.ts';
import { createAnnouncer } from './runtime/announcer.ts';
import { createFinders, type Finders } from './runtime/answers/finders.ts';
import { createKeptAnswers, type KeptAnswers } from './runtime/answers/kept-answers.ts';
import { isTouched } from './runtime/content/is-touched.ts';
import { createLocalLayers, type LocalLayers } from './runtime/content/local-layers.ts';
import { createScopeResolver, type Loop, type ScopeListing } from './runtime/content/scope-resolver.ts';
import { openLogin } from './runtime/federation/open-login.ts';
import { openMasters } from './runtime/federation/open-masters.ts';
import { createMeters, type Gauges, type Meters } from './runtime/meters.ts';
import { createFeedbackDesk, type FeedbackDesk } from './runtime/records/feedback-desk.ts';
import { createFleet, type Fleet } from './runtime/records/fleet.ts';
import { openStore } from './runtime/records/open-store.ts';
import { createResultDesk, type ResultDesk } from './runtime/records/result-desk.ts';
import { createSharedFleet } from './runtime/records/shared-fleet.ts';
import { createUsageDesk, type UsageDesk } from './runtime/records/usage-desk.ts';
import { applyChange, type Refreshable, reloadAll, startFollowing } from './runtime/refresh.ts';
import { createVision } from './runtime/vision.ts';

/** The process around a service, as far as plugins may see it. */
export interface ServiceWorld {
  readonly cwd: string;
  /** Where logins are kept; without it there are none. */
  readonly home?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether what a user has allowed is still as it was: asked before a plugin's code is loaded. */
  readonly mayLoad?: (() => boolean) | undefined;
  /** What stands in for the files of the rules folder. */
  readonly content?: ContentSource;
}

/** Who asks, where that matters. */
export interface Caller {
  /** The servers that the request has passed (RFC 8586). */
  readonly hops: readonly string[];
  /** What the caller's token says, roles among it; null where nobody has to log in. */
  readonly claims: Claims | null;
  /** The request came over HTTP, so that the conditions of masters bind it; false unless given. */
  readonly network?: boolean;
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
  /** Where the files of scopes are read: the rules folder, or what stands in for it; null without one. */
  readonly content: string | ContentSource | null;
  readonly plugins: PluginHost;
  readonly feedback: FeedbackDesk;
  /** The database that replicas share; null without one. */
  readonly store: Lazy<Database> | null;
  /** What was given out, counted. */
  readonly usage: UsageDesk;
  /** The same service for one caller. */
  for(caller: Caller): Service;
  scopes(): Promise<ScopeListing>;
  scope(name: string): Promise<ResolvedScope>;
  /** The imported test results as they are now; while a store does not answer, those that were read last. */
  results(): Promise<Results>;
  /** Where test results are kept. */
  resultStore(): Promise<ResultStore>;
  /** Whether there are user stories: in a scope of the rules folder, or perhaps on a master. */
  hasVision(): Promise<boolean>;
  /** Who wrote what is in the rules folder; null where the settings turn it off, and without a folder. */
  authorship(): Promise<(Authorship & Pick<Authors, 'elsewhere'>) | null>;
  /** What masters say themselves of what came from them; nothing for another server, which asks its own. */
  masterWords(questions: readonly MasterQuestion[]): Promise<readonly MasterWord[]>;
  /** How each master is now, in list order: all are asked, at most each few seconds. */
  surveyMasters(): ReturnType<Masters['survey']>;
  /** The file of that hash from the scope of a master; null where it does not give it. */
  masterFile(url: string, scope: string, sha256: string): Promise<Uint8Array | null>;
  /** How each master was when it was asked last, in list order. */
  masterStates(): Promise<readonly MasterState[]>;
  /** The scopes that masters name and do not give; all are asked for. */
  lackingScopes(): ReturnType<Masters['lacking']>;
  /** The masters that answered last that the login is missing or not enough. */
  deniedMasters(): Promise<readonly string[]>;
  /** Whether the caller may read a scope, and so may know of it. */
  mayRead(name: string): Promise<boolean>;
  /** Whether the caller may see what others reported and read, of whatever scope; everybody where nobody logs in. */
  readonly isAdmin: boolean;
  /** Counts durations; null unless the settings ask for metrics. */
  readonly metrics: Meters | null;
  /** The readers that have asked for scopes. */
  readonly fleet: Fleet;
  /** Why there are no scopes, for messages. */
  whyEmpty(): string;
  /** Answers of operations about one scope. */
  readonly answers: KeptAnswers;
  /** What scopes are searched by, kept for as long as they are. */
  readonly finders: Finders;
  /** Whether an answer would be given again now. False also where that takes more than a look at the cache to tell. */
  isCurrent(answer: object): boolean;
  /**
   * Empties every cache, so that files are read again, and asks the masters to do the same; each with its result. With `tree` the
   * servers that watch this one hear of it too.
   */
  reload(options?: { readonly tree?: boolean }): Promise<readonly ReloadedMaster[]>;
  /** Hears of changes on masters from now on, where the setting watch_masters wants it; for programs that stay. */
  followMasters(): void;
  /** Empties of the caches what a change touches, and nothing else. */
  changed(change: Change): void;
  /** Whether changes of the rules folder are heard of at once; `watchContent` turns it on. */
  readonly watch: { isOn: boolean };
  /** Calls `listener` after each change and reload, until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void;
  /** Whether a change may show in a scope; false for a scope that the caller may not read. */
  isTouched(scope: string, change: Change): Promise<boolean>;
  /** Has a store that hangs keep nobody waiting from now on; to be called where answers under way are to finish before `close`. */
  hurry(): void;
  /** Ends what runs in the background; to be awaited before the program ends. */
  close(): Promise<void>;
}

/** Seconds for which masters that were looked at are not asked again, whoever wants to know. */
const surveyKept = 5;

/** What all callers of a service share. */
interface Parts extends Refreshable {
  readonly content: Service['content'];
  readonly local: LocalLayers;
  /** Null where there are none; loaded when first asked. */
  readonly masters: Lazy<Masters> | null;
  readonly resultDesk: ResultDesk;
  readonly authorship: () => Promise<(Authorship & Pick<Authors, 'elsewhere'>) | null>;
  readonly plugins: PluginHost;
  readonly feedback: FeedbackDesk;
  readonly store: Lazy<Database> | null;
  readonly usage: UsageDesk;
  readonly metrics: Meters | null;
  readonly fleet: Fleet;
  readonly answers: KeptAnswers;
  readonly finders: Finders;
  readonly surveys: TtlCache<Awaited<ReturnType<Masters['survey']>>>;
  readonly watch: { isOn: boolean };
}

/** The service over one configuration. */
export function createService(config: Config, log: Logger, world: ServiceWorld): Service {
  const parts = createParts(config, log, world);
  const anyone = { hops: [], claims: null };
  const forCaller = (caller: Caller): Service =>
    caller.hops.length === 0 && caller.claims === null && !caller.network
      ? service
      : serviceFor(parts, caller, forCaller);
  const service = serviceFor(parts, anyone, forCaller);
  return service;
}

function createParts(config: Config, log: Logger, world: ServiceWorld): Parts {
  const { settings, rulesPath, pluginFolder } = config;
  const content = world.content ?? rulesPath;
  const local = createLocalLayers(content, settings.cache_ttl_seconds);
  const authorize = openLogin(config, log, world);
  const masters = openMasters(config, log, authorize, world);
  const plugins = createPluginHost({
    enabled: settings.enabled_plugins,
    folder: pluginFolder,
    log,
    ...world,
  });
  const answers = createKeptAnswers(config, plugins, log);
  const instanceId = createInstanceId();
  const scopes = createScopeResolver({
    local,
    masters,
    cacheTtlSeconds: settings.cache_ttl_seconds,
    maxDepth: settings.max_inheritance_depth,
    log,
  });
  const store = openStore(config, log);
  const feedback = createFeedbackDesk(config, log, authorize, store);
  const usage = createUsageDesk(config, log, authorize, store);
  const gauges: Gauges = {
    caches: () => ({ ...scopes.counts, answers: answers.counts }),
    masters: async () => (masters === null ? [] : (await masters()).states()),
    waiting: async () => (await feedback.open()).waiting(),
    store: store === null ? null : async () => (await store()).isUp(),
    sessions: usage.isOn ? () => usage.sessions() : null,
  };
  return {
    config,
    log,
    instanceId,
    content,
    local,
    masters,
    scopes,
    resultDesk: createResultDesk(config, log, store),
    vision: createVision(config),
    authorship: lazy(async () => {
      if (!settings.authorship) return null;
      const own =
        rulesPath === null
          ? null
          : (await import('../git/authorship/authorship.ts')).createAuthorship(rulesPath, world.env);
      if (settings.sources.length === 0) return own;
      const { openSourcePlaces } = await import('./runtime/sources/source-places.ts');
      return openSourcePlaces(own, config, log, world);
    }),
    plugins,
    feedback,
    store,
    usage,
    metrics: settings.metrics ? createMeters(gauges) : null,
    fleet: store === null ? createFleet() : createSharedFleet(store),
    answers,
    finders: createFinders(settings, answers),
    announcer: createAnnouncer(instanceId),
    surveys: createTtlCache({ ttlSeconds: surveyKept }),
    watch: { isOn: false },
    closing: new AbortController(),
  };
}

/** The service as one caller may use it. */
function serviceFor(parts: Parts, caller: Caller, forCaller: (caller: Caller) => Service): Service {
  const { config, log, local, masters, scopes, resultDesk, vision, plugins } = parts;
  const { feedback, usage, answers, finders, announcer } = parts;
  const { hops, claims, network = false } = caller;
  const { auth_issuer_url: issuer } = config.settings;
  const loop: Loop = isLoop(hops, parts.instanceId) ? null : [...hops, parts.instanceId];
  const { mayRead, ...access } = scopesFor(scopes, local, loop, { claims, network, issuer });
  const hurry = () => void parts.store?.peek()?.then((database) => database.hurry());
  return {
    config,
    log,
    content: parts.content,
    plugins,
    feedback,
    usage,
    answers,
    finders,
    isCurrent(given) {
      const scope = claims === null ? answers.soleScopeOf(given) : undefined;
      return scope !== undefined && scopes.isCached(scope, loop);
    },
    metrics: parts.metrics,
    fleet: parts.fleet,
    store: parts.store,
    for: (other) => forCaller({ network, ...other }),
    ...access,
    mayRead,
    isAdmin: isAdmin(config, claims),
    results: () => resultDesk.read(),
    resultStore: () => resultDesk.open(),
    hasVision: () => vision.isThere(),
    authorship: parts.authorship,
    masterFile: async (url, scope, sha256) =>
      masters === null || loop === null ? null : (await masters()).file(url, scope, sha256, loop),
    async masterWords(questions) {
      if (masters === null || loop === null || hops.length > 0 || questions.length === 0) return [];
      const { masterWords } = await import('./runtime/federation/master-words.ts');
      // Sources are here, and have nothing to add.
      const ofSources = new Set(config.settings.sources.map(sourceLabel));
      return masterWords(
        await masters(),
        questions.filter(({ url }) => !ofSources.has(url)),
        loop,
      );
    },
    surveyMasters: async () =>
      masters === null || loop === null
        ? []
        : parts.surveys.get('', async () => (await masters()).survey(loop)),
    masterStates: async () => (masters === null ? [] : (await masters()).states()),
    lackingScopes: async () => (masters === null || loop === null ? [] : (await masters()).lacking(loop)),
    deniedMasters: async () => (masters === null ? [] : (await masters()).denied()),
    whyEmpty: () => whyEmpty(config, claims),
    reload: ({ tree = false } = {}) => reloadAll(parts, { hops, loop, tree }),
    followMasters: () => startFollowing(parts),
    changed: (change) => applyChange(parts, change),
    watch: parts.watch,
    onChange: announcer.listen,
    isTouched: async (name, change) =>
      (await mayRead(name)) && (isOfKind(change, ['results']) || isTouched(local, name, change)),
    hurry,
    async close() {
      parts.closing.abort();
      hurry();
      const asked = masters?.peek()?.then((all) => all.close());
      await Promise.all([feedback.close(), usage.close(), answers.logged(), asked]);
      await (await parts.store?.peek())?.close();
    },
  };
}

function isAdmin({ settings }: Config, claims: Claims | null): boolean {
  const { admin_roles: acceptedRoles, roles_claim: rolesClaim } = settings;
  return claims === null || isAccepted({ acceptedRoles, rolesClaim }, claims);
}

function whyEmpty(config: Config, claims: Claims | null): string {
  if (claims !== null) return 'none is open to your token';
  return config.rulesPath === null ? noRulesFolder(config) : 'the rules folder has no scope directories';
}
