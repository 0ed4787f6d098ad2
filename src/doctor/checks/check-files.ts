import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { credentialsPath } from '../../auth/tokens/token-store.ts';
import { guardedFolder } from '../../config/load/guarded-folder.ts';
import { readJsonLines } from '../../runtime/files/json-lines.ts';
import { count, type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { whyUnwritable } from '../why-unwritable.ts';

/** Milliseconds after which a lock or a draft is left over: its work is bounded well below. */
export const staleAfter = 60_000;

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

/** Reports that a master has judged to be wrong. */
async function checkRefused({ shown }: Patient, feedbackFile: string): Promise<Finding[]> {
  const path = `${feedbackFile}.refused`;
  if (!(await stat(path).catch(() => null))?.isFile()) return [];
  let refused = 0;
  for await (const _ of readJsonLines(path, null)) refused += 1;
  if (refused === 0) return [];
  const message = `${shown(path)} has ${count(refused, 'report')} that the master refused`;
  return [
    warn(
      'files',
      message,
      'Look at them, send what matters again, and remove the file. The log says why; for HTTP 413, have the proxy before it take bodies of 64 KiB.',
    ),
  ];
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
