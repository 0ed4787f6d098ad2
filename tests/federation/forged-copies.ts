import { createHash } from 'node:crypto';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A kept file as whoever writes into the folder can make it: whole, with its own checksum. */
async function rewrite(
  file: string,
  edit: (header: string, text: string) => [string, string],
): Promise<void> {
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  const [header = '', ...text] = rest;
  const body = edit(header, text.join('\n')).join('\n');
  const { atime, mtime } = await stat(file);
  await writeFile(file, `${createHash('sha256').update(body).digest('hex')}\n${body}`);
  await utimes(file, atime, mtime);
}

/** Replaces a text in every file of a folder of copies whose name ends so; how many files had it. */
export async function forge(
  folder: string,
  from: string | RegExp,
  to: string,
  ending = '.copy',
): Promise<number> {
  let forged = 0;
  for (const name of await readdir(folder)) {
    if (!name.endsWith(ending)) continue;
    await rewrite(path.join(folder, name), (header, text) => {
      const changed = text.replace(from, to);
      if (changed !== text) forged++;
      return [header, changed];
    });
  }
  return forged;
}

/** Changes the headers of all files of a folder of copies whose name ends so. */
export async function forgeHeaders(
  folder: string,
  edit: (header: Record<string, unknown>) => object,
  ending = '.copy',
): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(ending)) continue;
    await rewrite(path.join(folder, name), (header, text) => [
      JSON.stringify(edit(JSON.parse(header))),
      text,
    ]);
  }
}
