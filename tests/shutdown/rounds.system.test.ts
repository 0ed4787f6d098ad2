import { beforeAll, expect, test } from 'vitest';
import { createProject, endEarly, endOnce, inTime, type Project, type Round } from './rounds.ts';

// tests/mcp/shutdown.system.test.ts holds what one server over stdio does; tests/long/shutdown.test.ts ends every kind in every way.

let project: Project;
beforeAll(async () => {
  project = await createProject();
});

const rounds: readonly Round[] = [
  { kind: 'stdio --http', end: 'SIGTERM', flight: 'slow' },
  { kind: 'stdio --watch', end: 'its parent is killed', flight: 'hang' },
  { kind: 'stdio --http', end: 'its input ends', flight: 'hang' },
  { kind: 'serve --reload', end: 'SIGTERM', flight: 'slow' },
  { kind: 'serve --reload', end: 'its parent is killed', flight: 'nothing' },
];

test.each(rounds)('$kind is gone within a second when $end, at work on $flight', async (round) => {
  expect(await inTime([round], (one) => endOnce(one, project))).toHaveLength(1);
});

test('and so it is while it starts', async () => {
  const early = [rounds[0], rounds[4]].flatMap((round) => round ?? []);
  expect(await inTime(early, (one) => endEarly(one, project))).toHaveLength(2);
});
