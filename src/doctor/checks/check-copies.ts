import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { guardedFolder } from '../../config/load/guarded-folder.ts';
import { isCopy } from '../../federation/copies/copies.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { cacheFolder } from '../../runtime/files/cache-folder.ts';
import { createOwnFolder } from '../../runtime/files/own-folder.ts';
import { isDraft } from '../../runtime/files/write-file.ts';
import { count, type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { whyUnwritable } from '../why-unwritable.ts';
import { staleAfter } from './check-files.ts';

const megabyte = 1024 * 1024;
const atOnce = 64;

/** The folder in which copies of masters are kept: whether it serves, whose its files are, how much they take, and what is left over. */
export async function checkCopies(patient: Patient): Promise<Finding[]> {
  const { config, env, home, platform, shown } = patient;
  const {
    remote_keep_seconds: keep,
    cache_dir: named,
    cache_max_mb: most,
    master_server_url,
  } = config.settings;
  if (keep === 0 || master_server_url.length === 0) return [];
  const folder = named ?? cacheFolder(env, home);
  if (folder === null)
    return [warn('files', 'no folder for copies of masters is known', 'Name one in cache_dir.')];
  const name = `cache_dir: ${shown(folder)}`;
  const within = guardedFolder(config, folder);
  let wrong: string | null = null;
  const own = createOwnFolder(folder, within, (what) => {
    wrong = what;
  });
  await own.isUsable(false);
  wrong ??= await whyUnwritable(join(folder, 'copy'), within, shown);
  if (wrong !== null) {
    const cure = `Set that right, or name another folder in cache_dir; no copies outlive an outage meanwhile.`;
    return [warn('files', `${name} cannot be used: ${wrong}`, cure)];
  }
  return findingsOf(await look(folder, platform !== 'win32'), name, most);
}

interface Look {
  readonly copies: number;
  readonly bytes: number;
  /** Files that others than their owner may read or write. */
  readonly open: readonly string[];
  readonly drafts: readonly string[];
}

/** Files of the folder by what they are; none where it is not there yet. */
async function look(folder: string, hasModes: boolean): Promise<Look> {
  const found = { copies: 0, bytes: 0, open: [] as string[], drafts: [] as string[] };
  await inBatches(await readdir(folder).catch(() => []), atOnce, async (name) => {
    const status = await lstat(join(folder, name)).catch(() => null);
    if (!status?.isFile()) return;
    found.bytes += status.size;
    if (isDraft(name)) {
      if (Date.now() - status.mtimeMs >= staleAfter) found.drafts.push(name);
      return;
    }
    if (isCopy(name)) found.copies += 1;
    if (hasModes && (status.mode & 0o077) !== 0) found.open.push(name);
  });
  return found;
}

function findingsOf({ copies, bytes, open, drafts }: Look, name: string, most: number): Finding[] {
  const findings: Finding[] = [];
  if (open.length > 0)
    findings.push(
      warn(
        'files',
        `${name} has ${count(open.length, 'file')} that others may read or write, ${open[0]} for one`,
        'Take the rights from them (chmod go-rwx), or remove the files: they are written anew.',
      ),
    );
  if (drafts.length > 0)
    findings.push(
      warn(
        'files',
        `${name} has ${count(drafts.length, 'draft')} left over from programs that were ended, ${drafts[0]} for one`,
        'Remove them; the next copies that are written do so too.',
      ),
    );
  const size = `${(bytes / megabyte).toFixed(1)} of ${most} MB`;
  if (bytes > most * megabyte)
    findings.push(
      warn(
        'files',
        `${name} holds ${size}, more than cache_max_mb`,
        'Raise cache_max_mb, or remove files there: copies that are needed go while others come.',
      ),
    );
  const what = copies === 1 ? '1 copy' : `${copies} copies`;
  return findings.length > 0
    ? findings
    : [ok('files', `${name} holds ${what} of what masters said, ${size}`)];
}
