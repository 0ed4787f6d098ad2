import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { startPostgres, whyNoPostgres } from './postgres.ts';
import { askReplicas, storedOf } from './replicas.ts';

test.skipIf(whyNoPostgres !== '')(
  `two replicas serve guidance while one and then the database is restarted, and store all once${whyNoPostgres}`,
  async () => {
    const database = await startPostgres();
    await precept(['store', 'migrate'], { env: { PRECEPT_STORE_URL: database.url } });
    const told = await askReplicas(database, { clients: 8, enough: (acknowledged) => acknowledged >= 24 });
    expect(told.interruptions).toEqual([]);
    const stored = await storedOf(database);
    expect(stored.feedback.filter((id) => told.feedback.includes(id)).sort()).toEqual(
      [...told.feedback].sort(),
    );
    expect(new Set(stored.feedback).size).toBe(stored.feedback.length);
    expect(stored.results.filter((name) => told.imports.includes(name)).sort()).toEqual(
      [...told.imports].sort(),
    );
    expect(stored.reads).toBe(told.reads);
  },
);
