import type { Logger } from '../../runtime/log.ts';
import { createClientTokens } from './client-token.ts';
import { subjectOf, subjectOfToken } from './login-subject.ts';
import { createMachineTokens } from './machine-token.ts';
import type { LoginSettings, MasterLogin } from './master-logins.ts';
import { createSession } from './session.ts';
import { createTokenStore, credentialsPath } from './token-store.ts';

/** Where the tokens of one master come from. All may throw AuthErrors. */
export interface LoginSource {
  /** Whether there is anything that could be sent. */
  isThere(): Promise<boolean>;
  /** A token for that address; null where there is none. `refused` is one that the master did not take. */
  token(address: URL, refused: string | null): Promise<string | null>;
  /** Who asks there, in words that nobody else has; empty for nobody, null where it cannot be told. */
  subject(address: URL): Promise<string | null>;
  /** What is sent there, in words; null for nothing. */
  describe(address: URL): Promise<string | null>;
  /** Settles when no new login is on its way that would be lost with the program. */
  settle(): Promise<void>;
}

interface SourceWorld {
  readonly home?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Warns of something once. */
  readonly warnOnce: (about: string, message: string) => void;
}

/**
 * The source of a master's tokens: its file, its variable, the secret of its client, the login of a person, the first that there is.
 * Null where none is set up.
 */
export function openLoginSource(master: MasterLogin, world: SourceWorld): LoginSource | null {
  const { tokenFile, tokenEnv, secretEnv, login } = master;
  if (tokenFile === null && tokenEnv === null && login === null) return null;
  const machine = createMachineTokens(master, world.env);
  const client = secretEnv !== null && login?.oidc_client_secret ? openClient(login, world) : null;
  const person =
    login === null || world.home === undefined ? null : openPerson(login, { ...world, home: world.home });
  const last = client ?? person;
  const wanting = [
    tokenFile && `${tokenFile} holds no token`,
    tokenEnv && `${tokenEnv} is not set`,
    secretEnv && client === null && `${secretEnv} is not set`,
  ].filter(Boolean);
  const why = [...wanting, ...(person === null ? [] : ['nobody is logged in'])].join(', and ');
  return {
    async isThere() {
      if ((await machine()) !== null || (await last?.isThere())) return true;
      if (wanting.length > 0) world.warnOnce(master.url, `master ${master.url} gets no token: ${why}`);
      return false;
    },
    async token(address, refused) {
      const found = await machine();
      // One that was refused is no better the second time; it may have been renewed meanwhile.
      if (found !== null) return found.token === refused ? null : found.token;
      return last === null ? null : last.token(address, refused);
    },
    async subject(address) {
      const found = await machine();
      if (found !== null) return subjectOfToken(found);
      return last === null ? '' : last.subject(address);
    },
    async describe(address) {
      const found = await machine();
      if (found !== null) return `the token of ${found.from}`;
      return last === null ? null : last.describe(address);
    },
    settle: async () => last?.settle(),
  };
}

/** The rest of a request's time belongs to the master. */
const patienceOf = (settings: LoginSettings) => (settings.remote_timeout_seconds * 1000) / 2;

function openClient(settings: LoginSettings, { log }: SourceWorld): LoginSource {
  const tokens = createClientTokens({ settings, log, now: Date.now, patience: patienceOf(settings) });
  const { oidc_issuer_url: issuer, oidc_client_id: client, oidc_audience: audience } = settings;
  return {
    isThere: async () => true,
    token: (_address, refused) => tokens(refused),
    subject: async () => JSON.stringify([issuer, client, audience, null]),
    describe: async () => `the client ${client} at ${issuer}`,
    settle: async () => {},
  };
}

function openPerson(
  settings: LoginSettings,
  { home, log, warnOnce }: SourceWorld & { readonly home: string },
): LoginSource | null {
  const store = createTokenStore(credentialsPath(home), log);
  const session = createSession({ settings, store, log, now: Date.now, patience: patienceOf(settings) });
  if (session === null) return null;
  const { issuer } = session;
  return {
    // Where nobody is logged in, that is nobody's news here.
    isThere: async () => (await store.read(issuer)) !== null,
    async token({ origin }, refused) {
      const login = await store.read(issuer);
      if (login?.origins?.includes(origin)) return session.token(refused);
      const made = login?.origins?.join(', ') || 'no master';
      const what =
        login?.origins === undefined
          ? `the login at ${issuer.url} is of an older version and does not say which masters it is for`
          : `the login at ${issuer.url} was made for ${made} and is not sent to ${origin}`;
      if (login !== null) warnOnce(origin, `${what}; run "precept login" to log in for ${origin}`);
      return null;
    },
    async subject({ origin }) {
      const login = await store.read(issuer);
      return login?.origins?.includes(origin) ? subjectOf(login) : '';
    },
    async describe({ origin }) {
      const login = await store.read(issuer);
      if (!login?.origins?.includes(origin)) return null;
      return `${login.name ?? login.subject ?? 'somebody'} at ${issuer.url}`;
    },
    settle: session.settle,
  };
}
