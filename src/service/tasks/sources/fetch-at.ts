import { ConfigError } from '../../../config/config.ts';
import { findCommit, findRepository, unknownRef } from '../../../git/repository.ts';
import { Fault } from '../../../model/fault.ts';
import { type OpenServiceInput, openService } from '../../open-service.ts';
import { createBaseState } from '../../review/base/base-state.ts';
import { fetchLocked, openDesk } from './manage-sources.ts';

/**
 * Gets what settings and precept.lock name at a commit of the project: a review judges by the rules from before a change. Faults:
 * `invalid-parameter` for what is no ref of a repository around the working folder, and those of `openDesk` and `fetchLocked`.
 */
export async function fetchAt(
  ref: string,
  input: OpenServiceInput & { readonly home: string },
): ReturnType<typeof fetchLocked> {
  const { cwd, env } = input;
  const repository = await findRepository({ cwd, env });
  const commit = typeof repository === 'string' ? null : await findCommit(repository, ref);
  if (typeof repository === 'string' || commit === null) {
    const message = typeof repository === 'string' ? repository : unknownRef(ref);
    throw new Fault('invalid-parameter', message, { errors: [{ path: 'at', message }] });
  }
  const state = createBaseState(repository, commit);
  try {
    const { service } = await openService({ ...input, state });
    return await fetchLocked(openDesk(service, input, state)).finally(() => service.close());
  } catch (error) {
    // The files on the disk may be without that mistake.
    if (error instanceof ConfigError && !error.isUsage)
      throw new ConfigError(`at ${ref}: ${error.message}`, { cause: error });
    if (error instanceof Fault) throw new Fault(error.code, `At ${ref}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    state.close();
  }
}
