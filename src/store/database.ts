import querystring from 'node:querystring';
import postgres from 'postgres';
import { Fault } from '../model/fault.ts';
import { late } from '../runtime/async/time-limit.ts';
import { checkAddresses, type IdentityCheck } from '../runtime/http/check-addresses.ts';
import type { Logger } from '../runtime/log.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { createDeadlines } from './deadlines.ts';

export type Sql = postgres.Sql;

/** The PostgreSQL database that replicas share. */
export interface Database {
  /**
   * Works with it, for 3 seconds at most; with `seconds` in one transaction that may take as long as that (0: as long as it
   * takes). Fault: `store-unavailable`, whatever goes wrong there; the reason is its cause, without the password.
   */
  run<Result>(work: (sql: Sql) => Promise<Result>, options?: { readonly seconds?: number }): Promise<Result>;
  /** Whether it answers within a second, has its tables, and lets its user write there. */
  isUp(): Promise<boolean>;
  /** The program is about to end: nothing that runs, or is begun from now on, is waited for longer than a moment. */
  hurry(): void;
  /** Within a moment, whatever the database does. */
  close(): Promise<void>;
}

/** Seconds after which the database itself ends a statement, and milliseconds after which it is not waited for. */
const statementSeconds = 3;
const patience = 4000;
const probePatience = 1000;

/** Opens it when it is first used, and again after an outage. */
export function openDatabase(url: string, log: Pick<Logger, 'warn'>): Database {
  let opened: Sql | undefined;
  let isAway = false;
  let isReadOnly = false;
  let isFull = false;
  const deadlines = createDeadlines();
  // Throws for an address that the driver cannot read.
  const open = (): Sql =>
    postgres(url, {
      max: 10,
      connect_timeout: statementSeconds,
      // The driver would wait up to 20 s after some failures, and nobody could use a database that is back.
      backoff: () => 0.1,
      idle_timeout: 60,
      onnotice: () => {},
      connection: { application_name: 'precept', statement_timeout: statementSeconds * 1000 },
      ...identityOf(url),
    });
  /** Whoever comes next connects anew, perhaps to another server behind the same name. */
  function drop(sql: Sql): void {
    if (opened === sql) opened = undefined;
    void sql.end({ timeout: 0 }).catch(() => {});
  }
  const run: Database['run'] = async (work, { seconds } = {}) => {
    let sql: Sql | undefined;
    try {
      opened ??= open();
      sql = opened;
      const limit = seconds === undefined ? patience : seconds * 1000 + (seconds === 0 ? 0 : patience);
      const result = await deadlines.within(
        seconds === undefined ? work(sql) : atLength(sql, seconds, work),
        limit,
      );
      if (result !== late) {
        // With a full disk, it answers those who only read.
        if (isAway && !isFull) log.warn('the store answers again');
        isAway = isFull;
        return result;
      }
      throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
    } catch (error) {
      if (error instanceof Fault) throw error;
      const { code = '' } = Object(error) as { code?: string };
      if (sql !== undefined && elsewhere.has(code)) drop(sql);
      const fault = unavailable(error, url);
      isFull = code === full;
      if (!isAway) log.warn(`${fault.message} ${reasonOf(fault)}; this is not said again until it answers`);
      isAway = true;
      throw fault;
    }
  };
  async function look(): Promise<boolean> {
    try {
      if (isFull) {
        await run(takeRoom, { seconds: 1 });
        isFull = false;
      }
      const may = await run(mayWrite);
      if (!may && !isReadOnly) log.warn(readOnly);
      isReadOnly = !may;
      return may;
    } catch {
      return false;
    }
  }
  return {
    run,
    async isUp() {
      return (await deadlines.within(look(), probePatience)) === true;
    },
    hurry: deadlines.hurry,
    async close() {
      deadlines.hurry();
      // Its own limit ends what is under way, but waits for a server that has stopped to take leave.
      await deadlines.within(opened?.end({ timeout: 0.1 }) ?? Promise.resolve(), 200);
    },
  };
}

/** Ways of TLS that check no certificate. */
const unchecked: readonly unknown[] = [false, 'allow', 'prefer', 'require'];

/** What checks the certificate of an IP address; nothing where no host is one, or no certificate is checked. */
function identityOf(url: string): { readonly ssl?: IdentityCheck } {
  const { host: hosts, ssl } = postgres(url).options;
  const check = unchecked.includes(ssl) ? null : checkAddresses(hosts);
  return check === null ? {} : { ssl: check };
}

const readOnly =
  'The store, a PostgreSQL database, lets its user read and not write; "precept doctor" on the server says what is missing.';

/** Whether what every replica has to write can be written. */
async function mayWrite(sql: Sql): Promise<boolean> {
  const [row] = await sql`
    select current_setting('transaction_read_only') = 'off' and has_table_privilege('precept.feedback', 'insert')
      and has_table_privilege('precept.results', 'insert') as may`;
  return row?.may === true;
}

/** Writes what is dropped at once: the disk may have room again. Fault: that of the database where it has none. */
export async function takeRoom(sql: Sql): Promise<void> {
  await sql`create temp table precept_room on commit drop as select md5(n::text) from generate_series(1, 2000) n`;
}

async function atLength<Result>(
  sql: Sql,
  seconds: number,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const steps = async (begun: Sql) => {
    await begun.unsafe(`set local statement_timeout = ${Math.round(seconds * 1000)}`);
    return work(begun);
  };
  return (await sql.begin((begun) => unlessBroken(steps(begun as unknown as Sql)))) as Result;
}

/**
 * Settles as the steps of a transaction do, but not where their connection broke: the driver finds that out by itself, ends the
 * transaction, and would otherwise write a rollback to a socket that is gone, outside of every promise.
 */
async function unlessBroken<Result>(steps: Promise<Result>): Promise<Result> {
  try {
    return await steps;
  } catch (error) {
    const { code = '' } = Object(error) as { code?: string };
    return brokenConnection.test(code) ? await new Promise<never>(() => {}) : Promise.reject(error);
  }
}

/** Codes of Node and of the driver for a connection that is no more; those of PostgreSQL have digits. */
const brokenConnection = /^(?:E[A-Z]+|CONNECTION_[A-Z]+|ERR_(?:SSL|STREAM|TLS)_\w+)$/;

/**
 * Codes of a server in whose place another may answer: silent, read-only after a failover, ending, or gone. A connection of the
 * driver that broke may give the next question the answer of the last, or none.
 */
const elsewhere = new Set([
  ...['ETIMEDOUT', '25006', '57P01', '57P02'],
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE'],
]);
/** Codes of a database that has not been migrated: no such schema, table or column. */
const unmigrated = new Set(['3F000', '42P01', '42703']);
/** Codes of a database that turns its user away: no such user or password, or not the rights. */
const refusing = new Set(['28000', '28P01', '42501']);
/** The code of a server that has no database of that name. */
const unknown = '3D000';
/** The code of a database whose disk is full: it still answers questions. */
const full = '53100';

function unavailable(error: unknown, url: string): Fault {
  const { code = '' } = Object(error) as { code?: string };
  const isUnreadable = error instanceof URIError || code === 'ERR_INVALID_URL';
  const message = unmigrated.has(code)
    ? 'The store has no tables of this version; run "precept store migrate".'
    : refusing.has(code)
      ? 'The store, a PostgreSQL database, refuses its user; "precept doctor" on the server says what is missing.'
      : code === unknown
        ? 'The store has no database of the name that PRECEPT_STORE_URL gives; correct the name, or create the database.'
        : code === full
          ? 'The disk of the store, a PostgreSQL database, is full; try again later.'
          : isUnreadable
            ? 'The address of the store cannot be read; in PRECEPT_STORE_URL write special characters of a password like %40.'
            : 'The store, a PostgreSQL database, does not answer; try again later.';
  const reason = withoutPassword(error instanceof Error ? error.message : String(error), url);
  return new Fault('store-unavailable', message, { cause: new Error(`store: ${reason}`) });
}

/**
 * A text without the password of an address, as it is and as it is written there. A user whose name has the password in it is named as
 * it is: a name with a part blacked out would tell what is missing.
 */
function withoutPassword(text: string, url: string): string {
  const [, user = '', password = ''] = /^\w+:\/\/([^:@/]*):([^@]*)@/.exec(url) ?? [];
  if (password === '') return text;
  // Unlike decodeURIComponent it takes what is not well written.
  const secrets = [password, querystring.unescape(password)];
  const hide = (shown: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), shown);
  const name = querystring.unescape(user);
  if (secrets.includes(name) || !secrets.some((secret) => name.includes(secret))) return hide(text);
  // The database puts names into quotes.
  return text.split(`"${name}"`).map(hide).join(`"${name}"`);
}
