import type { Lazy } from '../../../runtime/async/lazy.ts';
import type { Database } from '../../../store/database.ts';
import { type Fleet, keyOf, type Sighting } from './fleet.ts';
import { createRoster } from './reader-roster.ts';

/** Milliseconds for which a sighting like the last one of that reader and scope is not stored again. */
const pause = 60_000;
/** Milliseconds between two looks at whether the table has grown too long. */
const tidyEvery = 600_000;

/** What was stored of a reader and a scope last. */
interface Stored {
  readonly held: string;
  readonly at: number;
}

/** Readers in the database, so that replicas know of all of them. What one sender may name is bounded by each replica. */
export function createSharedFleet(store: Lazy<Database>): Fleet {
  const work = (
    go: (database: Database, module: typeof import('../../../store/tables/stored-fleet.ts')) => unknown,
  ) =>
    void Promise.all([store(), import('../../../store/tables/stored-fleet.ts')]).then(
      ([database, module]) => go(database, module),
      () => {},
    );
  const roster = createRoster<null, Stored>({
    now: Date.now,
    onCrowdedOut: ({ key, seen }) =>
      work((database, { forgetReader }) => forgetReader(database, key, Date.now() - seen)),
  });
  let tidied = Date.now();

  return {
    see(sighting) {
      const { scope, sender = null } = sighting;
      const now = Date.now();
      const key = keyOf(sighting);
      const reader = roster.see(key, sender, null);
      const last = reader.scopes.get(scope ?? '');
      const held = heldBy(sighting);
      if (last?.held === held && now - last.at < pause) return;
      roster.hold(reader, scope ?? '', { held, at: now });
      work((database, { storeSighting }) => storeSighting(database, key, sighting));
      if (now - tidied < tidyEvery) return;
      tidied = now;
      work((database, { tidySightings }) => tidySightings(database));
    },
    async readers() {
      const [database, { storedReaders }] = await Promise.all([
        store(),
        import('../../../store/tables/stored-fleet.ts'),
      ]);
      return storedReaders(database);
    },
  };
}

function heldBy({ version, etag }: Sighting): string {
  return JSON.stringify([version, etag]);
}
