import type { Lazy } from '../../runtime/lazy.ts';
import type { Database } from '../../store/database.ts';
import type { Fleet } from './fleet.ts';

/** Milliseconds for which the same sighting is not stored again. */
const pause = 60_000;
const maxRecent = 10_000;

/** Readers in the database, so that replicas know of all of them. */
export function createSharedFleet(store: Lazy<Database>): Fleet {
  const recent = new Map<string, number>();
  return {
    see(sighting) {
      const key = JSON.stringify(sighting);
      const now = Date.now();
      if (now - (recent.get(key) ?? 0) < pause) return;
      if (recent.size >= maxRecent) recent.clear();
      recent.set(key, now);
      void Promise.all([store(), import('../../store/stored-fleet.ts')]).then(
        ([database, { storeSighting }]) => storeSighting(database, sighting),
        () => {},
      );
    },
    async readers() {
      const [database, { storedReaders }] = await Promise.all([
        store(),
        import('../../store/stored-fleet.ts'),
      ]);
      return storedReaders(database);
    },
  };
}
