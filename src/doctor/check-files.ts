import { constants } from 'node:fs';
import { access, lstat, open, readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { credentialsPath } from '../auth/token-store.ts';
import { guardedFolder } from '../config/guarded-folder.ts';
import { isInside } from '../runtime/files.ts';
import { readJsonLines } from '../runtime/json-lines.ts';
import { refuseLinks } from '../runtime/own-file.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { count, type Finding, fail, ok, warn } from './finding.ts';
import type { Patient } from './patient.ts';

/** Bytes that must be free: less than one report and what goes with it. */
const leastSpace = 1024 * 1024;
/** Milliseconds after which a lock is left over: its work is bounded well below. */
const staleAfter = 60_000;

/** The files that are written: whether they can be, and what is wrong with what they hold. */
export async function checkFiles(patient: Patient): Promise<Finding[]> {
  const { settings } = patient.config;
  const findings = await Promise.all([
    checkLog(patient, 'feedback_file', settings.feedback_file, 'reports'),
    ...(settings.usage ? [checkLog(patient, 'usage_file', settings.usage_file, 'counts')] : []),
    checkLog(patient, 'validation_file', settings.validation_file, 'test results'),
    checkRefused(patient, settings.feedback_file),
    checkLeftovers(patient),
  ]);
  const all = findings.flat();
  return all.length > 0 ? all : [ok('files', 'feedback and test results can be written')];
}

async function checkLog(
  { config, shown }: Patient,
  setting: string,
  path: string,
  what: string,
): Promise<Finding[]> {
  const name = `${setting}: ${shown(path)}`;
  const why = await whyUnwritable(path, guardedFolder(config, path), shown);
  if (why !== null)
    return [
      fail(
        'files',
        `${name} cannot be written: ${why}`,
        `Set that right, or name another file in ${setting}; no ${what} are kept meanwhile.`,
      ),
    ];
  let wrong = 0;
  for await (const line of readJsonLines(path, null))
    if (typeof line !== 'object' || line === null) wrong += 1;
  if (wrong === 0) return [];
  const cure = 'They are passed over. Look at them, and take them out while nothing writes the file.';
  return [
    warn('files', `${name} has ${count(wrong, 'line')} that ${wrong === 1 ? 'is' : 'are'} not JSON`, cure),
  ];
}

/** Why a file could not be appended to; null where it could. Nothing is created to find out. */
async function whyUnwritable(
  path: string,
  within: string,
  shown: (path: string) => string,
): Promise<string | null> {
  if (isInside(path, within)) {
    const link = await refuseLinks(path, within).catch((error: unknown) => reasonOf(error));
    if (typeof link === 'string') return link;
  }
  const status = await lstat(path).catch(() => null);
  if (status?.isSymbolicLink() && (await stat(path).catch(() => null)) === null)
    return 'it is a link that leads nowhere';
  const target = await stat(path).catch(() => null);
  if (target !== null && !target.isFile())
    return target.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  try {
    if (target !== null) {
      // Asked by opening, which also knows of immutable files.
      await (await open(path, constants.O_WRONLY | constants.O_APPEND)).close();
    } else {
      const folder = await nearestFolder(dirname(path));
      if (!(await stat(folder)).isDirectory()) return `${shown(folder)} is not a folder`;
      await access(folder, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    return reasonOf(error);
  }
  const space = await statfs(await nearestFolder(dirname(path))).catch(() => null);
  // Systems like /proc have no blocks at all.
  if (space?.blocks === 0) return 'its folder takes no such files';
  return space !== null && space.bavail * space.bsize < leastSpace ? 'its disk is full' : null;
}

async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((await lstat(folder).catch(() => null)) !== null || dirname(folder) === folder) return folder;
  }
}

/** Reports that a master has judged to be wrong. */
async function checkRefused({ shown }: Patient, feedbackFile: string): Promise<Finding[]> {
  const path = `${feedbackFile}.refused`;
  if (!(await stat(path).catch(() => null))?.isFile()) return [];
  let refused = 0;
  for await (const _ of readJsonLines(path, null)) refused += 1;
  if (refused === 0) return [];
  const message = `${shown(path)} has ${count(refused, 'report')} that the master refused`;
  return [warn('files', message, 'Look at them, send what matters again, and remove the file.')];
}

/** Locks and drafts of programs that were killed. */
async function checkLeftovers({ home, config, shown }: Patient): Promise<Finding[]> {
  const places = new Set([
    credentialsPath(home),
    config.settings.feedback_file,
    config.settings.validation_file,
  ]);
  const findings: Finding[] = [];
  for (const path of places) {
    const names = await readdir(dirname(path)).catch(() => []);
    for (const name of names) {
      if (!name.startsWith(basename(path)) || !/\.lock(-|$)|\.tmp$|\.damaged-/.test(name)) continue;
      const file = join(dirname(path), name);
      const age =
        Date.now() -
        (await stat(file).then(
          (status) => status.mtimeMs,
          () => Date.now(),
        ));
      if (age < staleAfter) continue;
      findings.push(warn('files', `${shown(file)} is left over from a program that was ended`, 'Remove it.'));
    }
  }
  return findings;
}
