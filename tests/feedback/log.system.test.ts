import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FeedbackEntry } from '../../src/feedback/entry.ts';
import { createFeedbackLog } from '../../src/feedback/feedback-log.ts';
import { readEntries } from '../../src/feedback/read-entries.ts';
import { appendLines } from '../../src/runtime/files/append-lines.ts';
import { confirmLines } from '../../src/runtime/files/confirm-lines.ts';
import { precept } from '../cli/command-line.ts';
import { httpClient, problemOf } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';
import { hasRights, hasShell } from '../support/system.ts';
import { missed, newLog, readLog } from './support.ts';

const entry = (task: string, more: Partial<FeedbackEntry> = {}): FeedbackEntry => ({
  timestamp: new Date().toISOString(),
  id: randomUUID(),
  ...missed,
  categories: [...missed.categories],
  task,
  ...more,
});
const tasksOf = (entries: readonly FeedbackEntry[]) => entries.map(({ task }) => task);

async function readAll(file: string): Promise<(FeedbackEntry | null)[]> {
  const all: (FeedbackEntry | null)[] = [];
  for await (const found of readEntries(file)) all.push(found);
  return all;
}

/** Runs a command that reports, with a limit on the size of files in blocks of 1,024 bytes. */
function report(file: string, task: string, blocks: number, env: NodeJS.ProcessEnv) {
  const args = `feedback missed-categories --task "${task}" --category a --reason b`;
  const command = `ulimit -f ${blocks}; exec "${process.execPath}" "${programFile}" ${args}`;
  return spawnSync('bash', ['-c', command], {
    env: { ...env, PRECEPT_FEEDBACK_FILE: file },
    encoding: 'utf8',
  });
}

describe('a log', () => {
  test('is made with its folders, one line an entry, in the order of arrival', async () => {
    const file = await newLog();
    const log = createFeedbackLog(file);
    await Promise.all(Array.from({ length: 500 }, (_, index) => log.append(entry(`${index}`))));
    expect(tasksOf(await readLog(file))).toEqual(Array.from({ length: 500 }, (_, index) => `${index}`));
  });

  test('closes a torn last line and keeps it', async () => {
    const file = await newLog();
    const log = createFeedbackLog(file);
    await log.append(entry('first'));
    const torn = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"miss';
    await appendFile(file, torn);
    await log.append(entry('second'));
    await log.append(entry('third'));
    expect((await readFile(file, 'utf8')).split('\n')[1]).toBe(torn);
    expect(tasksOf(await readLog(file, (line) => line === torn))).toEqual(['first', 'second', 'third']);
    expect((await readAll(file)).map((found) => found?.task ?? null)).toEqual([
      'first',
      null,
      'second',
      'third',
    ]);
  });

  test('may be moved away between two entries', async () => {
    const file = await newLog();
    const log = createFeedbackLog(file);
    await log.append(entry('old', { id: 'k' }), { once: true });
    await rename(file, `${file}.1`);
    await log.append(entry('new', { id: 'k' }), { once: true });
    expect(tasksOf(await readLog(file))).toEqual(['new']);
  });

  test('finds an id that another process has stored, and one below a torn line', async () => {
    const file = await newLog();
    const [one, other] = [createFeedbackLog(file), createFeedbackLog(file)];
    await one.append(entry('a', { id: 'first' }), { once: true });
    await other.append(entry('b', { id: 'second' }), { once: true });
    await appendFile(file, '{"id":"third","ty');
    expect(await one.append(entry('c', { id: 'second' }), { once: true })).toMatchObject({ task: 'b' });
    await one.append(entry('d', { id: 'third' }), { once: true });
    expect(await other.append(entry('e', { id: 'third' }), { once: true })).toMatchObject({ task: 'd' });
  });

  test('is read past what is not ours, whatever its length', async () => {
    const file = await newLog();
    await createFeedbackLog(file).append(entry('first'));
    const foreign = ['', '  ', '{}', '[]', 'x'.repeat(3_000_000), '{"type":"missed_categories"}'];
    const python =
      '{"timestamp": "2026-01-01T00:00:00+00:00", "type": "contradictory_rules", "task": "py", "rules": [], "categories": null, "host": 1}';
    await appendFile(file, [...foreign, python, ''].join('\n'));
    const all = await readAll(file);
    expect(all.map((found) => found?.task ?? null)).toEqual(['first', null, null, null, null, 'py']);
    expect(all.at(-1)).not.toHaveProperty('host');
  });
});

describe('what another process does at the same moment', () => {
  test('a line that got glued to a torn one is cut loose', async () => {
    const file = path.join(await tempFolder(), 'log');
    const line = JSON.stringify(entry('mine'));
    const fs = await import('node:fs/promises');
    await writeFile(file, '{"whole":1}\n');
    const { size } = await stat(file);
    const handle = await fs.open(file, 'a+');
    // Between our look at the end and our write, another process died within its write.
    await handle.appendFile(`{"torn":"x${line}\n`);
    expect(
      await confirmLines(handle, file, size, [{ bytes: Buffer.from(`${line}\n`), prefixed: false }]),
    ).toEqual(['stored']);
    await handle.close();
    expect((await readFile(file, 'utf8')).split('\n')).toEqual(['{"whole":1}', '{"torn":"', line, '']);
  });

  test('a torn line that two processes closed leaves no blank line', async () => {
    const file = path.join(await tempFolder(), 'log');
    const line = JSON.stringify(entry('mine'));
    const fs = await import('node:fs/promises');
    await writeFile(file, '{"torn');
    const { size } = await stat(file);
    const handle = await fs.open(file, 'a+');
    await handle.appendFile(`\n{"other":1}\n\n${line}\n`);
    await confirmLines(handle, file, size, [{ bytes: Buffer.from(`${line}\n`), prefixed: true }]);
    await handle.close();
    expect((await readFile(file, 'utf8')).split('\n')).toEqual(['{"torn', '{"other":1}', ` ${line}`, '']);
  });

  test('of two lines with one id the later goes, and the next entry follows it cleanly', async () => {
    const file = path.join(await tempFolder(), 'log');
    const fs = await import('node:fs/promises');
    const [other, mine] = [entry('other', { id: 'k' }), entry('mine', { id: 'k' })].map((e) =>
      JSON.stringify(e),
    );
    await writeFile(file, `${other}\n${mine}\n`);
    const handle = await fs.open(file, 'a+');
    const written = { bytes: Buffer.from(`${mine}\n`), prefixed: false, id: 'k' };
    expect(await confirmLines(handle, file, 0, [written])).toEqual(['known']);
    await handle.close();
    await createFeedbackLog(file).append(entry('next'));
    expect(tasksOf(await readLog(file))).toEqual(['other', 'next']);
  });

  test('a line that vanished is written again', async () => {
    const file = path.join(await tempFolder(), 'log');
    const fs = await import('node:fs/promises');
    const handle = await fs.open(file, 'a+');
    const sync = handle.datasync.bind(handle);
    let cut = true;
    // Real parts but for this: the file is cut between our write and our look.
    handle.datasync = async () => {
      await sync();
      if (cut) await handle.truncate(0);
      cut = false;
    };
    expect(await appendLines(handle, file, [{ text: JSON.stringify(entry('mine')) }])).toEqual(['stored']);
    await handle.close();
    expect(tasksOf(await readLog(file))).toEqual(['mine']);
  });
});

describe('many writers at once', () => {
  test('lose and double nothing while others tear lines between theirs', async () => {
    const file = await newLog();
    await mkdir(path.dirname(file), { recursive: true });
    const logs = Array.from({ length: 4 }, () => createFeedbackLog(file));
    let over = false;
    const tear = async () => {
      while (!over) await appendFile(file, '{"timestamp":"2026-01-01T00:00:00.000Z","task":"to');
    };
    const append = Promise.all(
      logs.map(async (log, writer) => {
        for (let index = 0; index < 100; index++) await log.append(entry(`${writer} ${index}`));
      }),
    ).finally(() => {
      over = true;
    });
    await Promise.all([append, tear()]);
    await logs[0]?.append(entry('last'));
    const tasks = (await readAll(file)).flatMap((found) => found?.task ?? []);
    const wanted = [0, 1, 2, 3].flatMap((writer) =>
      Array.from({ length: 100 }, (_, index) => `${writer} ${index}`),
    );
    expect([...tasks].sort()).toEqual([...wanted, 'last'].sort());
  });

  test('keep an id once, whichever of them gets it', async () => {
    const file = await newLog();
    const logs = Array.from({ length: 4 }, () => createFeedbackLog(file));
    const ids = Array.from({ length: 50 }, (_, index) => `id ${index}`);
    const given = await Promise.all(
      logs.flatMap((log, writer) => ids.map((id) => log.append(entry(`${writer}`, { id }), { once: true }))),
    );
    const stored = (await readAll(file)).filter((found) => found !== null);
    expect(stored.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const winners = new Map(stored.map(({ id, task }) => [id, task]));
    for (const { id, task } of given) expect(task).toBe(winners.get(id));
  });
});

describe('what cannot be written', () => {
  test.runIf(hasShell)('is taken back whole when it does not fit', async () => {
    const file = await newLog();
    const env = await cleanEnvironment();
    expect(report(file, 'fits', 2, env)).toMatchObject({ status: 0, stderr: '' });
    const before = await readFile(file, 'utf8');
    const { status, stdout, stderr } = report(file, 'x'.repeat(2000), 2, env);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^precept: The feedback was not stored: .*\nprecept: feedback file .*: only \d+ of \d+ bytes/,
    );
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(report(file, 'fits again', 100, env).status).toBe(0);
    expect(tasksOf(await readLog(file))).toEqual(['fits', 'fits again']);
  });

  test.runIf(hasShell)('is taken back to a torn line, which stays', async () => {
    const file = await newLog();
    const env = await cleanEnvironment();
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '{"torn');
    expect(report(file, 'x'.repeat(2000), 2, env).status).toBe(1);
    expect(await readFile(file, 'utf8')).toBe('{"torn');
  });

  test.skipIf(!existsSync('/dev/full'))(
    'is an internal error on a full disk, with the reason in the log only',
    async () => {
      const { send, logged } = await httpClient({}, { feedback_file: '/dev/full' });
      const problem = await problemOf(
        await send('/api/v1/feedback', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(missed),
        }),
      );
      expect(problem).toMatchObject({ status: 500, code: 'internal' });
      expect(JSON.stringify(problem)).not.toMatch(/ENOSPC|dev/);
      expect(logged.join('')).toMatch(/feedback file \/dev\/full: ENOSPC/);
    },
  );

  test('is an error where the path cannot be a file', async () => {
    const folder = await tempFolder({ file: 'x' });
    for (const wrong of [folder, path.join(folder, 'file', 'feedback.jsonl')]) {
      const args = ['feedback', 'missed-categories', '--task', 'x', '--category', 'a', '--reason', 'b'];
      const outcome = await precept(args, { env: { PRECEPT_FEEDBACK_FILE: wrong } });
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toContain(`feedback file ${wrong}: E`);
      expect(outcome.stderr).not.toMatch(/^\s+at /m);
    }
  });

  test.runIf(hasRights)('is an error without permission (root has every permission)', async () => {
    const folder = await tempFolder();
    await chmod(folder, 0o500);
    await expect(createFeedbackLog(path.join(folder, 'log')).append(entry('x'))).rejects.toThrow('EACCES');
    await chmod(folder, 0o700);
  });
});
