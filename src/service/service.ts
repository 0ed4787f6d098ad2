import { isAccepted } from '../auth/callers/roles.ts';
import type { Config } from '../config/config.ts';
import type { ContentSource } from '../guidance/read/content-source.ts';
import type { Claims } from '../model/claims.ts';
import { createInstanceId, isLoop } from '../model/loop.ts';
import { createPluginHost } from '../plugins/host.ts';
import { createTtlCache } from '../runtime/async/cache.ts';
import { lazy } from '../runtime/async/lazy.ts';
import { isInside } from '../runtime/files/files.ts';
import type { Logger } from '../runtime/log.ts';
import { type Answers, answersFor } from './parts/answers.ts';
import type { Basis } from './parts/basis.ts';
import { type Content, contentFor } from './parts/content.ts';
import { type Federation, federationFor } from './parts/federation.ts';
import { createRecords, type Records } from './parts/records.ts';
import type { Shared } from './parts/shared.ts';
import { type Watching, watchingFor } from './parts/watching.ts';
import { scopesFor } from './runtime/access.ts';
import { createAnnouncer } from './runtime/announcer.ts';
import { createFinders } from './runtime/answers/finders.ts';
import { createKeptAnswers } from './runtime/answers/kept-answers.ts';
import { noteSettings } from './runtime/changed-settings.ts';
import { createLocalLayers } from './runtime/content/local-layers.ts';
import { createRulesFolder } from './runtime/content/rules-folder.ts';
import { createScopeResolver, type Loop } from './runtime/content/scope-resolver.ts';
import { openLogin } from './runtime/federation/open-login.ts';
import { openMasters } from './runtime/federation/open-masters.ts';
import type { LockedAt } from './runtime/sources/open-sources.ts';
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
  /** The commit that precept.lock is read of. */
  readonly at?: LockedAt;
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

/** All parts, as the faces have them; whatever works for one request takes the parts that it needs, and no others. */
export interface Service extends Basis, Content, Answers, Federation, Records, Watching {
  /** The same service for one caller. */
  for(caller: Caller): Service;
  /** Has a store that hangs keep nobody waiting from now on; to be called where answers under way are to finish before `close`. */
  hurry(): void;
  /** Ends what runs in the background; to be awaited before the program ends. */
  close(): Promise<void>;
}

/** Seconds for which masters that were looked at are not asked again, whoever wants to know. */
const surveyKept = 5;

/** The service over one configuration. */
export function createService(config: Config, log: Logger, world: ServiceWorld): Service {
  const shared = createShared(config, log, world);
  const anyone = { hops: [], claims: null };
  const forCaller = (caller: Caller): Service =>
    caller.hops.length === 0 && caller.claims === null && !caller.network
      ? service
      : serviceFor(shared, caller, forCaller);
  const service = serviceFor(shared, anyone, forCaller);
  return service;
}

function createShared(config: Config, log: Logger, world: ServiceWorld): Shared {
  const { settings, rulesPath, pluginFolder } = config;
  const content = world.content ?? rulesPath;
  const forms =
    typeof content === 'string'
      ? lazy(async () =>
          (await import('./runtime/content/layer-forms.ts')).openLayerForms(content, config, world),
        )
      : null;
  const folder = typeof content === 'string' ? createRulesFolder(content, log) : null;
  const local = createLocalLayers(content, settings.cache_ttl_seconds, forms, folder);
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
  return {
    config,
    log,
    instanceId,
    content,
    folderTrouble: async () => (await folder?.trouble()) ?? null,
    local,
    forms,
    masters,
    authorize,
    scopes,
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
    async checkoutFiles() {
      const isIts = settings.default_scope !== null || isInside(rulesPath ?? '/', config.checkout);
      if (rulesPath === null || settings.auth_issuer_url !== null || !isIts) return null;
      const { checkoutFiles } = await import('./checks/checkout-files.ts');
      return checkoutFiles({ cwd: config.checkout, env: world.env });
    },
    plugins,
    records: createRecords(config, log, authorize, {
      caches: () => ({ ...scopes.counts, answers: answers.counts }),
      masters: async () => (masters === null ? [] : (await masters()).states()),
    }),
    answers,
    finders: createFinders(settings, answers),
    announcer: createAnnouncer(instanceId),
    surveys: createTtlCache({ ttlSeconds: surveyKept }),
    watch: { isOn: false },
    changedSettings: noteSettings(config),
    closing: new AbortController(),
  };
}

/** The service as one caller may use it. */
function serviceFor(shared: Shared, caller: Caller, forCaller: (caller: Caller) => Service): Service {
  const { config, log, local, masters, authorize, scopes, plugins, records, answers } = shared;
  const { hops, claims, network = false } = caller;
  const { auth_issuer_url: issuer } = config.settings;
  const loop: Loop = isLoop(hops, shared.instanceId) ? null : [...hops, shared.instanceId];
  const access = scopesFor(scopes, local, loop, { claims, network, issuer });
  const hurry = () => void records.store?.peek()?.then((database) => database.hurry());
  return {
    config,
    log,
    plugins,
    isAdmin: isAdmin(config, claims),
    ...contentFor(shared, access, claims),
    ...answersFor(shared, { claims, loop }),
    ...federationFor(shared, { hops, loop }),
    ...records,
    ...watchingFor(shared, { hops, loop, mayRead: access.mayRead }),
    for: (other) => forCaller({ network, ...other }),
    hurry,
    async close() {
      shared.closing.abort();
      hurry();
      const asked = masters?.peek()?.then((all) => all.close());
      const kept = shared.forms?.peek()?.then((all) => all.close());
      await Promise.all([records.feedback.close(), records.usage.close(), answers.logged(), asked, kept]);
      await authorize.settle?.();
      await (await records.store?.peek())?.close();
    },
  };
}

function isAdmin({ settings }: Config, claims: Claims | null): boolean {
  const { admin_roles: acceptedRoles, roles_claim: rolesClaim } = settings;
  return claims === null || isAccepted({ acceptedRoles, rolesClaim }, claims);
}
