import { checksum } from '../compiled/checksum.ts';
import type { HookHome } from '../hook-home.ts';
import { type Claim, claimLine, lasting, readState, type SessionState } from './session-state.ts';

/** What one agent of one session has been shown. Hooks that run at the same time agree on who shows what. */
export interface Session {
  /** As it is now; empty where the session begins again. */
  now(): SessionState;
  /** Claims what is about to be shown. Gives what others had claimed by then: the first claim counts. */
  claim(claims: readonly Claim[]): Promise<SessionState>;
  /** Whether this is the first hook of the session that asks so with this word; never where nothing is remembered. */
  isFirst(word: string): Promise<boolean>;
}

/** Milliseconds that a session is remembered after its last change. */
export const sessionAge: number = 24 * 60 * 60 * 1000;

const nothing: SessionState = { shown: () => undefined, keys: () => [] };

/** The session of a client, by its name and that of its subagent; null remembers nothing. `begins`: its context is empty again. */
export function openSession(
  home: HookHome,
  who: { readonly client: string; readonly session: string; readonly agent: string | null } | null,
  begins: boolean,
): Session {
  if (who === null) return { now: () => nothing, claim: async () => nothing, isFirst: async () => false };
  const name = `${checksum(JSON.stringify([who.client, who.session, who.agent]))}.session`;
  const text = () => home.text(name, sessionAge);
  const isPast = () => Date.now() - (home.time(name) ?? Number.POSITIVE_INFINITY) > sessionAge;
  const add = async (claims: readonly Claim[], isNew: boolean) => {
    const by = newName();
    const begun = isNew || isPast() ? Date.now() : null;
    if (!(await home.append(name, claimLine(by, claims, begun)))) return null;
    const state = readState(text(), by);
    return state.isThere ? state : null;
  };
  return {
    now: () => (begins ? nothing : readState(text())),
    claim: async (claims) => (await add(claims, begins)) ?? nothing,
    async isFirst(word) {
      const key = lasting + word;
      if (readState(text()).shown(key) !== undefined) return false;
      const before = await add([[key, '1']], false);
      return before !== null && before.shown(key) === undefined;
    },
  };
}

/** A name that no other hook of the session has: they are few. */
function newName(): string {
  const half = () => Math.random().toString(36).slice(2, 12);
  return half() + half();
}
