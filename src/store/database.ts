import querystring from 'node:querystring';
import postgres from 'postgres';
import { Fault } from '../model/fault.ts';

export type Sql = postgres.Sql;

/** The PostgreSQL database that replicas share. */
export interface Database {
  /** Works with it. Fault: `store-unavailable`, whatever goes wrong there; the reason is its cause, without the password. */
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Whether it answers and has its tables. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** Codes of a database that has not been migrated: no such schema, table or column. */
const unmigrated = new Set(['3F000', '42P01', '42703']);

/** Opens it when it is first used, and again after an outage. */
export function openDatabase(url: string): Database {
  let opened: Sql | undefined;
  // Throws for an address that the driver cannot read.
  const open = (): Sql =>
    postgres(url, {
      max: 10,
      connect_timeout: 3,
      idle_timeout: 60,
      onnotice: () => {},
      connection: { application_name: 'precept', statement_timeout: 15_000 },
    });
  async function run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    try {
      opened ??= open();
      return await work(opened);
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw unavailable(error, url);
    }
  }
  return {
    run,
    isUp: () =>
      run(async (sql) => void (await sql`select 1 from precept.feedback limit 1`)).then(
        () => true,
        () => false,
      ),
    close: async () => opened?.end({ timeout: 1 }),
  };
}

function unavailable(error: unknown, url: string): Fault {
  const { code = '' } = Object(error) as { code?: string };
  const isUnreadable = error instanceof URIError || code === 'ERR_INVALID_URL';
  const message = unmigrated.has(code)
    ? 'The store has no tables of this version; run "precept store migrate".'
    : isUnreadable
      ? 'The address of the store cannot be read; in PRECEPT_STORE_URL write special characters of a password like %40.'
      : 'The store, a PostgreSQL database, does not answer; try again later.';
  const reason = withoutPassword(error instanceof Error ? error.message : String(error), url);
  return new Fault('store-unavailable', message, { cause: new Error(`store: ${reason}`) });
}

/** A text without the password of an address, as it is and as it is written there. */
function withoutPassword(text: string, url: string): string {
  const [, password = ''] = /^\w+:\/\/[^:@/]*:([^@]*)@/.exec(url) ?? [];
  if (password === '') return text;
  // Unlike decodeURIComponent it takes what is not well written.
  return [password, querystring.unescape(password)].reduce(
    (shown, secret) => shown.replaceAll(secret, '***'),
    text,
  );
}
