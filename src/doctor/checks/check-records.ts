import { guardedFolder } from '../../config/load/guarded-folder.ts';
import { automatedChecks, readLocalVisions } from '../../guidance/stories/results/local-checks.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { openOwn } from '../../runtime/files/own-file.ts';
import { count, type Finding, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** What should have come into the files that are written, or gone on from them. */
export async function checkRecords(patient: Patient): Promise<Finding[]> {
  return [...(await checkResults(patient)), ...(await checkWaiting(patient))];
}

/** Checks that name tests while no results of tests have ever come in: none of them can be passed. */
async function checkResults({ config, service, shown }: Patient): Promise<Finding[]> {
  const path = config.settings.validation_file;
  if (config.rulesPath === null) return [];
  if (service.store !== null) {
    const results = await (await service.resultStore()).read().catch(() => null);
    // Why a store does not answer is another check's concern.
    if (results === null || results.all().length > 0) return [];
  } else if ((await readOptionalFile(path, 1).catch(() => Buffer.alloc(1))) !== null) return [];
  const { visions } = await readLocalVisions(config.rulesPath);
  const checks = [...automatedChecks(visions)].length;
  if (checks === 0) return [];
  const message = `${count(checks, 'check')} of stories ${checks === 1 ? 'names a test' : 'name tests'}, and no results were imported: ${service.store === null ? `validation_file ${shown(path)} does not exist` : 'the store has none'}`;
  const cure = `Run "precept tenka import <report.xml>" after the tests${service.store === null ? ', or correct validation_file' : ', or "precept store import" where a file has them'}.`;
  return [warn('files', message, cure)];
}

/** Milliseconds after which a report should have been sent on. */
const patience = 60 * 60_000;
/** Bytes that hold the first of the reports that wait. */
const enough = 256 * 1024;

/** Reports that wait for the master that they are to be sent to. */
async function checkWaiting({ config, shown }: Patient): Promise<Finding[]> {
  const { feedback_file: path, feedback_forward: forwards, master_server_url: masters } = config.settings;
  if (!forwards || masters.length === 0) return [];
  const since = await oldestWaiting(path, guardedFolder(config, path)).catch(() => null);
  if (since === null || Date.now() - since < patience) return [];
  const message = `reports in ${shown(path)} wait since ${new Date(since).toISOString()} to be sent to ${masters[0]}`;
  const cure = 'See what is said of that master here; they are sent while a server of this project runs.';
  return [warn('files', message, cure)];
}

/** When the first report that is not sent was made, in milliseconds since 1970; null where none waits. */
async function oldestWaiting(path: string, within: string): Promise<number | null> {
  const state = await readOptionalFile(`${path}.forward`);
  const { offset } = JSON.parse(String(state)) as { offset: number };
  const file = await openOwn(path, 'r', within);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(enough), 0, enough, offset);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    for (const line of lines) {
      if (line.trim() === '') continue;
      const { timestamp, type } = JSON.parse(line) as { timestamp: string; type?: string };
      // What became of a report has no type, and is sent to nobody.
      if (type === undefined) continue;
      const time = Date.parse(timestamp);
      if (!Number.isNaN(time)) return time;
    }
    return null;
  } finally {
    await file.close();
  }
}
