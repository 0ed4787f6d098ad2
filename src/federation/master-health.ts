import type { UnavailableMaster } from '../model/guidance.ts';
import { createLru } from '../runtime/async/cache.ts';
import type { Logger } from '../runtime/log.ts';
import type { ManifestTrouble, MasterError } from './master-error.ts';

/** How a master is, as far as anyone has asked it. */
export interface MasterState {
  readonly url: string;
  readonly state: 'untried' | 'available' | 'unavailable';
  readonly reason: string | null;
  /** ISO 8601, UTC: since when it is unavailable. */
  readonly since: string | null;
  /** ISO 8601, UTC. */
  readonly last_success: string | null;
  /** Seconds since then. */
  readonly age_seconds: number | null;
  /** What is wrong with a manifest that must be signed. */
  readonly trouble?: ManifestTrouble;
  /** ISO 8601, UTC: how long the last manifest that was signed as it must be is good for. */
  readonly signed_until?: string;
}

/** Why a master has no part in an answer, and for how many seconds that answer may be kept. */
export interface Missing {
  readonly unavailable: UnavailableMaster;
  readonly keepSeconds: number;
}

/** What is asked of a master, for memory and messages: a scope by its name, or the list of scopes. */
export type Subject = string;
export const listOfScopes: Subject = '/scopes';

export interface MasterHealth {
  /** Why the master must not be asked for this now; null where it may. */
  blocked(subject: Subject): Missing | null;
  succeeded(subject: Subject): void;
  /** `asOf` is when the copy that is served in its place was confirmed (ISO 8601); null without one. */
  failed(subject: Subject, error: MasterError, asOf: string | null): Missing;
  /** Takes the word of another process for it that the master cannot be reached until then. */
  believe(
    mark: {
      readonly reason: string;
      readonly since: number;
      readonly until: number;
      readonly trouble?: ManifestTrouble | undefined;
    },
    asOf: string | null,
  ): Missing;
  state(): MasterState;
  /** Whether the last answer was that the login is missing or not enough (401, 403). */
  isDenied(): boolean;
  /** Lets everything be asked again at once. */
  forget(): void;
}

export interface MasterHealthOptions {
  readonly url: string;
  readonly retrySeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

/** One time of trouble: it is reported when it begins and when it ends, however many requests fail in between. */
interface Outage {
  over: boolean;
}

interface Trouble {
  readonly reason: string;
  readonly since: number;
  /** Not to be asked before. */
  until: number;
  readonly outage: Outage;
}

/** Why the master failed when it was asked last, and since when it does. */
interface Failing {
  readonly reason: string;
  readonly since: number;
  readonly status: number | undefined;
  readonly trouble: ManifestTrouble | undefined;
}

const maxTroubles = 500;
/** The subject of trouble with the connection; no scope has this name. */
const everything: Subject = '*';

/**
 * Remembers how a master is. Connections fail for the whole master and unusable answers for what was asked; neither is
 * asked again for `retrySeconds`. After an HTTP error the next request may ask. One warning per outage, one line when it
 * is over.
 */
export function createMasterHealth(options: MasterHealthOptions): MasterHealth {
  const { url, retrySeconds, now } = options;
  const troubles = createTroubles(options);
  let failing: Failing | null = null;
  let lastSuccess: number | null = null;

  const missing = ({ reason, since }: Trouble, keepSeconds: number): Missing => ({
    unavailable: { url, reason, since: time(since) },
    keepSeconds,
  });

  return {
    blocked(subject) {
      const at = now();
      const trouble = troubles.before(subject, at);
      return trouble === undefined ? null : missing(trouble, (trouble.until - at) / 1000);
    },
    succeeded(subject) {
      troubles.end(subject);
      failing = null;
      lastSuccess = now();
    },
    failed(subject, { kind, status, trouble, message: reason }, asOf) {
      const key = kind === 'connection' ? everything : subject;
      // Whoever answers, with an error or not, can be reached.
      if (kind !== 'connection') troubles.drop(everything);
      const since = now();
      const wait = kind === 'status' ? 0 : retrySeconds;
      const noted = troubles.note(key, { reason, since, until: since + wait * 1000, asOf });
      failing = { reason, since: failing?.since ?? since, status, trouble };
      return missing(noted, wait);
    },
    believe({ reason, since, until, trouble }, asOf) {
      failing ??= { reason, since, status: undefined, trouble };
      return missing(troubles.note(everything, { reason, since, until, asOf }), (until - now()) / 1000);
    },
    state: () => ({
      url,
      state: failing !== null ? 'unavailable' : lastSuccess === null ? 'untried' : 'available',
      reason: failing?.reason ?? null,
      since: failing === null ? null : time(failing.since),
      last_success: lastSuccess === null ? null : time(lastSuccess),
      age_seconds: lastSuccess === null ? null : Math.round((now() - lastSuccess) / 1000),
      ...(failing?.trouble !== undefined && { trouble: failing.trouble }),
    }),
    isDenied: () => failing?.status === 401 || failing?.status === 403,
    forget: troubles.lapse,
  };
}

/** What could not be read of a master, by subject, with the outage it is part of; logs where one begins and ends. */
function createTroubles({ url, log }: MasterHealthOptions) {
  const troubles = createLru<Trouble>(maxTroubles);
  // The outage that what fails now belongs to: it has begun, and nothing has succeeded since.
  let outage: Outage | null = null;

  return {
    /** What stands in the way of asking for a subject at a time. */
    before: (subject: Subject, at: number) =>
      [troubles.get(everything), troubles.get(subject)].find((one) => one && at < one.until),
    /** Reports an outage when it begins, and remembers it for the subject `key`. */
    note(
      key: Subject,
      { reason, since, until, asOf }: Pick<Trouble, 'reason' | 'since' | 'until'> & { asOf: string | null },
    ): Trouble {
      const known = troubles.get(key);
      if (known === undefined || known.outage.over) {
        if (outage === null || outage.over) {
          outage = { over: false };
          const what = key === everything ? '' : about(key);
          const instead = asOf === null ? 'its content is left out' : `its content as of ${asOf} is served`;
          log.warn(`master ${url} is unavailable${what}: ${reason}; ${instead}`);
        }
      } else {
        outage = known.outage;
      }
      const trouble = { reason, since: known?.since ?? since, until, outage };
      troubles.set(key, trouble);
      return trouble;
    },
    drop(key: Subject): void {
      troubles.delete(key);
    },
    /** Ends the outages that an answer about a subject disproves. */
    end(subject: Subject): void {
      for (const key of [everything, subject]) {
        const trouble = troubles.get(key);
        troubles.delete(key);
        if (trouble === undefined || trouble.outage.over) continue;
        trouble.outage.over = true;
        log.warn(`master ${url} is back${key === everything ? '' : about(subject)}`);
      }
      outage = null;
    },
    /** Has nothing stand in the way any longer. */
    lapse(): void {
      for (const trouble of troubles.values()) trouble.until = 0;
    },
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}

function about(subject: Subject): string {
  return subject === listOfScopes ? ' for the list of scopes' : ` for scope ${subject}`;
}
