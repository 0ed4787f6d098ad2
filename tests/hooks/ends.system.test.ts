import { spawnSync } from 'node:child_process';
import { readdir, rm, watch } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { programFile, runProgram, startProgram } from '../support/program.ts';
import { runs } from '../support/runs.ts';
import { hasSignals } from '../support/system.ts';
import { newPlace, runHere, touch } from './hooks.ts';
import { mutations } from './mutations.ts';
import { payloadsOf } from './payloads.ts';

const file = 'src/api/orders.ts';
const payload = (project: string, session: string) =>
  JSON.stringify(payloadsOf('claude').touched({ cwd: project, session, file }));

test('mutated payloads give nothing or one line of JSON', async () => {
  const place = await newPlace();
  const outside = await tempFolder();
  await fc.assert(
    fc.asyncProperty(mutations(place.project, outside), async ({ words, input, isOutside }) => {
      const { stdout, stderr } = await runHere(place, words, input);
      expect(stderr).toBe('');
      if (stdout === '') return;
      expect(isOutside).toBe(false);
      expect(JSON.parse(stdout)).toBeTypeOf('object');
    }),
    { numRuns: runs(1_000) },
  );
}, 1_800_000);

test('the program ends with 0, and without a stack, whatever is written to it', async () => {
  const place = await newPlace();
  const env = { ...place.env, HOME: place.home, USERPROFILE: place.home };
  for (const { words, input } of fc.sample(mutations(place.project, place.home), runs(8))) {
    const usable = words.filter((word) => !word.includes('\0') && word !== '-h');
    const { status, stdout, stderr } = spawnSync(process.execPath, [programFile, 'hook', ...usable], {
      cwd: place.project,
      env: { PATH: process.env.PATH, ...env },
      input,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    if (stdout !== '') expect(JSON.parse(stdout)).toBeTypeOf('object');
  }
});

test.runIf(hasSignals)(
  'a hook that is killed while it writes leaves nothing that others would take',
  async () => {
    const place = await newPlace();
    const env = { ...place.env, HOME: place.home };
    const whole = await touch(place, 'claude', { session: 'first', file });
    for (let run = 0; run < runs(4); run++) {
      for (const name of await readdir(`${place.cache}/hooks`))
        if (!name.endsWith('.session')) await rm(`${place.cache}/hooks/${name}`);
      const events = watch(`${place.cache}/hooks`);
      const program = await startProgram(['hook', 'PreToolUse', '--client', 'claude'], {
        cwd: place.project,
        env,
      });
      program.stdin.end(payload(place.project, `killed-${run}`));
      let seen = 0;
      const killer = (async () => {
        for await (const _ of events) if (seen++ >= run % 4) return program.signal('SIGKILL');
      })();
      await Promise.race([program.ended, killer]);
      await program.ended;
      expect(await touch(place, 'claude', { session: `after-${run}`, file })).toBe(whole);
    }
  },
);

test.runIf(hasSignals)('a full disk keeps nothing from an agent', async () => {
  const place = await newPlace();
  const env = { PATH: process.env.PATH, ...place.env, HOME: place.home };
  const run = (input: string) =>
    spawnSync(
      'sh',
      ['-c', `ulimit -f 0; exec "${process.execPath}" "${programFile}" hook PreToolUse --client claude`],
      {
        cwd: place.project,
        env,
        input,
        encoding: 'utf8',
      },
    );
  for (let time = 0; time < 2; time++) {
    const { status, stdout, stderr } = run(payload(place.project, 'full'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Answer errors');
  }
  const { stdout } = await runProgram(['hook', 'PreToolUse', '--client', 'claude'], {
    cwd: place.project,
    env: { ...place.env, HOME: place.home },
    input: payload(place.project, 'full'),
  });
  expect(stdout).toContain('Answer errors');
});

test('programs that run at the same time show each rule once', async () => {
  const place = await newPlace();
  const env = { ...place.env, HOME: place.home, USERPROFILE: place.home };
  const all = await Promise.all(
    Array.from({ length: 8 }, () =>
      runProgram(['hook', 'PreToolUse', '--client', 'claude'], {
        cwd: place.project,
        env,
        input: payload(place.project, 'many'),
      }),
    ),
  );
  expect(all.map(({ code }) => code)).toEqual(all.map(() => 0));
  expect(all.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
});
