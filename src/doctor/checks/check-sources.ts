import { Fault } from '../../model/fault.ts';
import { listSources, locksOf, openDesk } from '../../service/tasks/sources/manage-sources.ts';
import { count, type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Whether each source is served. Nothing is asked of the network. */
export async function checkSources(patient: Patient): Promise<Finding[]> {
  if (patient.config.settings.sources.length === 0) return [];
  const desk = openDesk(patient.service, patient);
  try {
    await locksOf(desk);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [
      fail(
        'sources',
        error.message.replace(/\.$/, ''),
        'Put back the precept.lock of the last commit, or remove it and run "precept sources update --write".',
      ),
    ];
  }
  const rows = await listSources(desk);
  return rows.map(({ source, state, commit, tree, scopes }) => {
    const at = (commit ?? tree ?? '').slice(0, 12);
    if (state === 'ready' && scopes.length === 0)
      return warn(
        'sources',
        `${source} at ${at} has no scope`,
        'Name the folder of its scopes with the key "path" of the source, then run "precept sources update --write".',
      );
    if (state === 'ready')
      return ok('sources', `${source} is served at ${at}: ${count(scopes.length, 'scope')}`);
    if (state === 'absent')
      return fail(
        'sources',
        `the content of ${source} at ${at} is not on this machine`,
        'Run "precept sources fetch".',
      );
    return fail('sources', `precept.lock does not have ${source}`, 'Run "precept sources update --write".');
  });
}
