import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterFile } from './after-file.ts';

/** A new folder with these files (path -> text), removed after the file's tests. */
export async function tempFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'precept-test-')));
  // On Windows a file that was open a moment ago is still there for a while.
  afterFile(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await writeFiles(folder, files);
  return folder;
}

/** Writes files (path below `folder` -> text); a path that ends with `/` is an empty directory. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) await writeFile(file, text);
  }
}

/** Writes files as `writeFiles` does, but each in one piece, so that who watches them sees one change of each. */
export async function replaceFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await replaceFile(file, text);
  }
}

/** Puts a new text in the place of a file's in one piece, so that nobody reads half of it. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
