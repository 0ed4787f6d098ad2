// Proves that two replicas on one database lose nothing and serve guidance throughout: 64 clients for a minute, in which one replica
// and then the database is restarted.
import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { startPostgres, whyNoPostgres } from '../store/postgres.ts';
import { askReplicas, storedOf } from '../store/replicas.ts';

test.skipIf(whyNoPostgres !== '')(
  `64 clients of two replicas for a minute of restarts: each acknowledged entry once${whyNoPostgres}`,
  async () => {
    const database = await startPostgres();
    await precept(['store', 'migrate'], { env: { PRECEPT_STORE_URL: database.url } });
    const enough = (_: number, since: number) => Date.now() - since > 20_000;
    const { interruptions, ...told } = await askReplicas(database, { clients: 64, enough });
    const stored = await storedOf(database);
    console.log(
      `${told.feedback.length} entries acknowledged, ${told.refused} refused and sent again, ` +
        `${told.imports.length} imports, ${told.reads} reads, ${interruptions.length} interruptions`,
    );
    expect(interruptions).toEqual([]);
    const [feedback, imports] = [new Set(told.feedback), new Set(told.imports)];
    expect(stored.feedback.filter((id) => feedback.has(id))).toHaveLength(told.feedback.length);
    expect(stored.results.filter((name) => imports.has(name))).toHaveLength(told.imports.length);
    expect(stored.reads).toBe(told.reads);
  },
);
