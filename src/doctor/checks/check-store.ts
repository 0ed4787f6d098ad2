import { reasonOf } from '../../runtime/reason-of.ts';
import type { StoreState } from '../../store/inspect-store.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** The oldest PostgreSQL that Precept works with. */
const oldest = 13;

/** The database that the settings name: whether it answers, has the tables of this version, and lets its user work. */
export async function checkStore({ service }: Patient): Promise<Finding[]> {
  if (service.store === null) return [];
  const { inspectStore, tryWrite } = await import('../../store/inspect-store.ts');
  try {
    const findings = findingsOf(await inspectStore(await service.store()));
    // A database whose disk is full answers questions all the same.
    if (findings.every(({ level }) => level === 'ok')) await tryWrite(await service.store());
    return findings;
  } catch (error) {
    const reason = reasonOf(error).replace(/^store: /, '');
    const [, what, cure] = troubles.find(([pattern]) => pattern.test(reason)) ?? silent;
    return [fail('store', `${what}: ${reason}`, cure)];
  }
}

const silent = [
  /(?:)/,
  'the store does not answer',
  'Start the database, or correct PRECEPT_STORE_URL (host, port, user, password, name of the database).',
] as const;

/** What keeps a store from answering, what to call it, and what to do. */
const troubles: readonly (readonly [RegExp, string, string])[] = [
  [
    /too many (?:connections|clients)|remaining connection slots|no more connections allowed/i,
    'the store has no connection left',
    'Raise the limit (that of the role or database, or max_connections), put a pooler before it, or run fewer replicas: each takes up to 10.',
  ],
  [
    /no space/i,
    'the disk of the store is full',
    'Make room on the disk of the database. It needs no restart.',
  ],
  [
    /authentication failed|no password|role ".*" does not exist|SCRAM/i,
    'the store refuses its user',
    'Correct user or password in PRECEPT_STORE_URL (characters like @ and / as %40 and %2F), or in the database.',
  ],
  [
    /database ".*" does not exist/,
    'the store has no such database',
    'Correct the name at the end of PRECEPT_STORE_URL, or create the database and run "precept store migrate".',
  ],
  [
    /Invalid URL|URI malformed/,
    'the address of the store cannot be read',
    'In PRECEPT_STORE_URL, write special characters of the password like %40 for @, %23 for # and %2F for /.',
  ],
  [
    /altnames/,
    'the certificate of the store is for another name',
    'In PRECEPT_STORE_URL, write the name that the certificate has as the host, or have a certificate made for this host.',
  ],
  [
    /\bTLS\b|\bSSL\b|certificate/i,
    'the store gets no TLS connection',
    'Turn TLS on in the database, or take sslmode out of PRECEPT_STORE_URL; for a CA of your own, set NODE_EXTRA_CA_CERTS.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'the store does not answer',
    'DNS does not know the host: correct it in PRECEPT_STORE_URL, or check the network.',
  ],
];

function findingsOf(state: StoreState): Finding[] {
  const { server, serverNumber, isReadOnly, version, known, missing, user, mayMigrate } = state;
  const findings: Finding[] = [];
  const add = (level: typeof fail, message: string, cure: string) =>
    findings.push(level('store', message, cure));
  if (serverNumber < oldest * 10_000)
    add(warn, `the store is PostgreSQL ${server}`, `Upgrade it to ${oldest} or newer.`);
  if (isReadOnly)
    add(
      fail,
      'the store is read-only, as a standby is',
      'Name the primary in PRECEPT_STORE_URL, or several hosts with ?target_session_attrs=read-write. If it is the primary, turn off default_transaction_read_only for the server, the database and the user.',
    );
  if (missing.length > 0)
    add(
      fail,
      `the user ${user} of the store has no ${missing.slice(0, 3).join(', no ')}${missing.length > 3 ? `, and lacks ${missing.length - 3} more rights` : ''}`,
      `As the owner of the tables run: grant usage on schema precept to ${user}; grant select, insert, update, delete on all tables in schema precept to ${user}; grant usage on all sequences in schema precept to ${user};`,
    );
  else if (version > known)
    add(
      warn,
      `the store is at version ${version}, and this program knows ${known}`,
      'Install a newer Precept; this one works with it meanwhile.',
    );
  else if (version < known)
    add(
      fail,
      version === 0 ? 'the store has no tables' : `the store is at version ${version} of ${known}`,
      mayMigrate
        ? 'Run "precept store migrate".'
        : `Run "precept store migrate" with the user that owns the database in PRECEPT_STORE_URL; ${user} may not make tables. Then grant ${user} its rights (docs/store.md).`,
    );
  return findings.length > 0
    ? findings
    : [ok('store', `PostgreSQL ${server} answers, and has the tables of version ${version}`)];
}
