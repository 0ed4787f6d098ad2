import { stat, writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { type Watch, watchFiles } from '../../src/runtime/watch/watch-files.ts';
import { tempFolder } from '../support/folder.ts';

const open: Watch[] = [];
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
});

/** Collects the names of changed files from now on. */
function watched(files: readonly string[], since: number): readonly string[] {
  const heard: string[] = [];
  const onChange = (changed: readonly string[]) => heard.push(...changed);
  open.push(watchFiles(() => files, { every: 10, since: () => since, onChange }));
  return heard;
}

test('what was written since its content was read is reported though no look came before; what was not is not', async () => {
  const folder = await tempFolder({ old: 'Old' });
  const [old, young] = [`${folder}/old`, `${folder}/young`];
  const since = (await stat(old)).ctimeMs + 50;
  await expect
    .poll(async () => {
      await writeFile(young, 'Young');
      return (await stat(young)).ctimeMs;
    })
    .toBeGreaterThan(since);

  const heard = watched([old, young], since);
  await expect.poll(() => heard).toEqual([young]);
  await writeFile(old, 'Newer than all');
  await expect.poll(() => heard).toEqual([young, old]);
});
