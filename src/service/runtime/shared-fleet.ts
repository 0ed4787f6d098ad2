import type { Lazy } from '../../runtime/lazy.ts';
import type { Database } from '../../store/database.ts';
import type { Fleet } from './fleet.ts';

/** Milliseconds for which a sighting like the last one of that reader and scope is not stored again. */
const pause = 60_000;
const maxRecent = 10_000;

/** Readers in the database, so that replicas know of all of them. */
export function createSharedFleet(store: Lazy<Database>): Fleet {
  const recent = new Map<string, { readonly held: string; readonly at: number }>();
  return {
    see(sighting) {
      const { name, version, scope, etag } = sighting;
      const key = JSON.stringify(name === null ? [null, version, scope] : [name, scope]);
      const held = JSON.stringify([version, etag]);
      const last = recent.get(key);
      const now = Date.now();
      if (last?.held === held && now - last.at < pause) return;
      if (recent.size >= maxRecent) recent.clear();
      recent.set(key, { held, at: now });
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
