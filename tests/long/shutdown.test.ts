// Proves that a server is gone within a second however it is ended, that what is in flight is answered, and that no process stays:
// every way to run it (stdio, --http, --watch, serve, serve --reload) ended in every way (input closed, SIGTERM, SIGINT, parent
// killed) at work on nothing, on a slow master and on one that hangs, SHUTDOWN_ROUNDS times (5), and at any time of its start.
// Takes about 8 minutes.
import { beforeAll, expect, test } from 'vitest';
import {
  allRounds,
  createProject,
  endEarly,
  endOnce,
  flights,
  inTime,
  type Project,
} from '../shutdown/rounds.ts';

const times = Number(process.env.SHUTDOWN_ROUNDS ?? 5);

let project: Project;
beforeAll(async () => {
  project = await createProject();
});

function tell(what: string, took: number[]): void {
  took.sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(took[Math.floor((took.length - 1) * share)] ?? 0)} ms`;
  process.stderr.write(`${what}: ${took.length} ends, p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)}\n`);
}

test.each(flights)('at work on %s', async (flight) => {
  const rounds = allRounds.filter((round) => round.flight === flight);
  const took = await inTime(Array(times).fill(rounds).flat() as typeof rounds, (round) =>
    endOnce(round, project),
  );
  tell(`at work on ${flight}`, took);
  expect(took).toHaveLength(times * rounds.length);
});

test('while it starts', async () => {
  const rounds = allRounds.filter(({ flight }) => flight === 'nothing');
  const took = await inTime(
    Array(2 * times)
      .fill(rounds)
      .flat() as typeof rounds,
    (round) => endEarly(round, project),
  );
  tell('while it starts', took);
  expect(took).toHaveLength(2 * times * rounds.length);
});
