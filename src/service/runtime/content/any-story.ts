import { join } from 'node:path';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import { listDirectories, readOptionalFile } from '../../../runtime/files/files.ts';

const atOnce = 64;
/** A file may have more; its first story stands long before. */
const maxBytes = 1024 * 1024;
/** The key of a story, wherever it stands; a file of which nothing else is read need not be sound. */
const storyKey = /(?:^|[\s{,"'])US[0-9]+["']?\s*:/;

/** Whether a scope of the rules folder seems to have a user story: told by the texts of their files, without a parser. */
export async function hasAnyStory(rulesPath: string): Promise<boolean> {
  const names = await listDirectories(rulesPath);
  for (let start = 0; start < names.length; start += atOnce) {
    const found = await inBatches(names.slice(start, start + atOnce), atOnce, async (name) => {
      const bytes = await readOptionalFile(join(rulesPath, name, 'tenka.yml'), maxBytes).catch(() => null);
      return bytes !== null && storyKey.test(bytes.toString('utf8'));
    });
    if (found.includes(true)) return true;
  }
  return false;
}
