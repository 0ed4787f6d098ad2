import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The scripts that a run of the program has loaded, as the coverage says that Node wrote into `folder` at its end. */
export async function loadedBy(folder: string): Promise<string> {
  const [name] = await readdir(folder);
  const { result } = JSON.parse(await readFile(path.join(folder, String(name)), 'utf8')) as {
    result: { url: string }[];
  };
  const files = result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => new URL(url));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}
