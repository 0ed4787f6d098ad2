import { late, withinLimit } from '../../runtime/async/time-limit.ts';
import type { HttpClient } from '../../runtime/http/http-client.ts';
import { IssuerAway } from '../../runtime/http/send-with-login.ts';
import type { Asking } from '../ask-master.ts';
import type { MasterError } from '../master-error.ts';
import type { MasterHealth, Missing, Subject } from '../master-health.ts';
import type { Copies, CopyPlace, HeldCopy } from './copies.ts';
import type { OutageMarks } from './outage-marks.ts';

/** What a master answered: a value (null where it has no such scope), or why it did not, with its copy where there is one. */
export type MasterAnswer<Value> =
  | { readonly ok: true; readonly value: Value | null }
  | ({ readonly ok: false; readonly copy: { readonly value: Value | null } | null } & Missing);

/** What a master's content is kept by; null where nothing is kept. */
export interface Keeping {
  readonly copies: Copies;
  readonly marks: OutageMarks;
}

/** What is on disk for one question. */
export interface HeldValue<Value> {
  readonly place: CopyPlace;
  readonly copy: HeldCopy | null;
  /** The copy as a value; null where it says that there is none, undefined where it cannot be read or relied on. */
  open(): Promise<Value | null | undefined>;
}

/** How something is asked of a master, and read from a copy of what it said. */
export interface Question<Value> {
  readonly subject: Subject;
  ask(asking: Asking, held: HeldValue<Value> | null): Promise<Value | null>;
  /** Throws for a copy that cannot be read, or that is not what its master vouches for. */
  open(copy: HeldCopy, loop: readonly string[]): Promise<Value | null>;
}

/** Milliseconds that a master gets before its copy serves. What it says later counts for the next answer. */
const patience = 1000;

export interface AnsweringOptions {
  readonly url: string;
  readonly client: HttpClient;
  readonly health: MasterHealth;
  readonly keeping: Keeping | null;
  readonly timeoutSeconds: number;
  readonly retrySeconds: number;
  readonly now: () => number;
  /** Translates whatever can go wrong. */
  readonly toError: (error: unknown) => MasterError;
}

/**
 * Asks a master that may be asked, and gives its copy where it does not answer in time; `patiently` only where it does not answer at all.
 * What it makes never rejects.
 */
export function createAnswering(
  options: AnsweringOptions,
): <Value>(
  question: Question<Value>,
  loop: readonly string[],
  patiently?: boolean,
) => Promise<MasterAnswer<Value>> {
  const { client, keeping, toError } = options;
  const limit = limitOf(options);
  const absence = createAbsence(options);

  async function ask<Value>(
    { subject, ask: work }: Question<Value>,
    loop: readonly string[],
    held: HeldValue<Value> | null,
    asOf: string | null,
  ): Promise<{ value: Value | null } | { missing: Missing; isRefused: boolean }> {
    try {
      const value = await client.withinDeadline((signal) => work({ loop, signal }, held));
      await absence.answered(subject);
      return { value };
    } catch (failure) {
      const error = toError(failure);
      if (error.status === 401 || error.status === 403) await held?.place.drop();
      // A manifest that is not there is no outage, though perhaps a mistake.
      const isRefused = [401, 403, 404].includes(error.status ?? 0);
      const missing = await absence.failed(subject, error, isRefused ? null : asOf);
      return { missing, isRefused };
    }
  }

  return async <Value>(question: Question<Value>, loop: readonly string[], patiently = false) => {
    const held = keeping === null ? null : await hold(question, keeping, loop);
    const asOf = held?.copy?.isFresh ? new Date(held.copy.time).toISOString() : null;
    const missing = await absence.blocked(question.subject, patiently ? null : asOf);
    if (missing !== null) return inPlaceOf(missing, held, asOf);
    const asking = ask(question, loop, held, asOf);
    // Most often it has not changed, and then this is what is wanted.
    if (held?.copy) void held.open();
    const answer = asOf === null || patiently ? await asking : await withinLimit(asking, limit);
    if (answer === late) return inPlaceOf(await absence.late(), held, asOf);
    if ('value' in answer) return { ok: true, value: answer.value };
    const { missing: away, isRefused } = answer;
    return isRefused ? { ok: false, ...away, copy: null } : inPlaceOf(away, held, asOf);
  };
}

function limitOf({ timeoutSeconds }: AnsweringOptions): number {
  return Math.min(timeoutSeconds * 1000, patience);
}

/** Knows when a master is not asked, from its health and from what other processes noted; notes the same for them. */
function createAbsence(options: AnsweringOptions) {
  const { url, health, keeping, retrySeconds, now } = options;
  /** It did not answer within the limit when it was asked last; what there is a copy of need not wait for it until then. */
  let slowUntil = 0;

  const mark = async (
    reason: string,
    { unavailable }: Missing,
    isSlow: boolean,
    trouble?: MasterError['trouble'],
  ) => keeping?.marks.write({ reason, since: Date.parse(unavailable.since), isSlow, trouble });

  const slow = (seconds: number): Missing => ({
    unavailable: {
      url,
      reason: `no answer within ${limitOf(options) / 1000} s`,
      since: new Date(now()).toISOString(),
    },
    keepSeconds: seconds,
  });

  return {
    /** Why the master is not asked now, as far as this process or another knows. */
    async blocked(subject: Subject, asOf: string | null): Promise<Missing | null> {
      const known = health.blocked(subject);
      if (known !== null || keeping === null) return known;
      const found = await keeping.marks.read();
      if (found !== null && !found.isSlow) return health.believe(found, asOf);
      const until = Math.max(slowUntil, found?.until ?? 0);
      return asOf !== null && now() < until ? slow((until - now()) / 1000) : null;
    },
    async answered(subject: Subject): Promise<void> {
      health.succeeded(subject);
      slowUntil = 0;
      await keeping?.marks.clear();
    },
    async failed(subject: Subject, error: MasterError, asOf: string | null): Promise<Missing> {
      const missing = health.failed(subject, error, asOf);
      // Other processes may have a token all the same.
      const isMarked = error.kind === 'connection' && !(error.cause instanceof IssuerAway);
      if (isMarked) await mark(error.message, missing, false, error.trouble);
      return missing;
    },
    /** It has not answered within the limit. */
    async late(): Promise<Missing> {
      slowUntil = now() + retrySeconds * 1000;
      const missing = slow(retrySeconds);
      await mark(missing.unavailable.reason, missing, true);
      return missing;
    },
  };
}

/** What is given in the place of an answer: the copy as of then, where there is one that can be read. */
async function inPlaceOf<Value>(
  { unavailable, keepSeconds }: Missing,
  held: HeldValue<Value> | null,
  asOf: string | null,
): Promise<MasterAnswer<Value>> {
  const value = asOf === null ? undefined : await held?.open();
  if (asOf === null || value === undefined) return { ok: false, unavailable, keepSeconds, copy: null };
  return { ok: false, unavailable: { ...unavailable, as_of: asOf }, keepSeconds, copy: { value } };
}

async function hold<Value>(
  question: Question<Value>,
  { copies }: Keeping,
  loop: readonly string[],
): Promise<HeldValue<Value> | null> {
  const place = await copies(question.subject, loop);
  if (place === null) return null;
  const copy = await place.find();
  let opened: Promise<Value | null | undefined> | undefined;
  const open = () => {
    opened ??= copy === null ? Promise.resolve(undefined) : question.open(copy, loop).catch(() => undefined);
    return opened;
  };
  return { place, copy, open };
}
