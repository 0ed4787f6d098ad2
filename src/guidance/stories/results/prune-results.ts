import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { errorCode } from '../../../runtime/files/files.ts';
import { openOwn } from '../../../runtime/files/own-file.ts';
import { replaceFile } from '../../../runtime/files/write-file.ts';
import { checkKey } from '../story.ts';
import { checkResultSchema } from '../tenka-schema.ts';

interface CheckName {
  readonly scope: string;
  readonly ac: string;
  readonly check: string;
}

/**
 * Takes the results of checks that are not among `places` out of a validation file; all other lines stay as they are. Gives how many
 * it took. A file that grows meanwhile is left as it is. Rejects with the system's reason.
 */
export async function prune(
  {
    validationFile: path,
    within = null,
  }: { readonly validationFile: string; readonly within?: string | null },
  places: readonly CheckName[],
): Promise<number> {
  // No link is followed to it inside of a checkout.
  const file = await openOwn(path, 'r', within).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return 0;
  const text = await file.readFile('utf8').finally(() => file.close());
  const known = new Set(places.map(({ scope, ac, check }) => checkKey(scope, ac, check)));
  const lines = text.split('\n');
  const kept = lines.filter((line) => {
    const place = resultOf(line);
    return place === null || known.has(checkKey(place.scope, place.ac, place.check));
  });
  if (kept.length === lines.length) return 0;
  if ((await readFile(path, 'utf8')) !== text) throw new Error('another program writes it; try again');
  await replaceFile(path, kept.join('\n'), { within });
  return lines.length - kept.length;
}

function resultOf(line: string): CheckName | null {
  try {
    const result = v.safeParse(checkResultSchema, JSON.parse(line));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
