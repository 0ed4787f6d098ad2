import type { Change } from '../../../model/change.ts';
import type { Logger } from '../../../runtime/log.ts';
import { invalidContent } from './local-layers.ts';

/**
 * A listener to changes that warns of each changed scope which cannot be served any more, with place and cure, and says
 * when it is served again. Who edits rules under a watch then need not ask for the scope to find out.
 */
export function logBrokenScopes(rulesPath: string, log: Logger): (change: Change) => void {
  /** By scope, what was logged of it last. */
  const logged = new Map<string, string>();

  async function look(name: string): Promise<void> {
    const { readScope } = await import('../../../guidance/read/read-scope.ts');
    const content = await readScope(rulesPath, name);
    const errors = (content?.problems ?? []).filter(({ severity }) => severity === 'error');
    const message = errors.length === 0 ? undefined : invalidContent(name, errors).message;
    if (message === logged.get(name)) return;
    if (message === undefined) {
      logged.delete(name);
      log.warn(`Scope "${name}" has no mistakes any more and is served again.`);
    } else {
      logged.set(name, message);
      log.warn(message);
    }
  }

  // One after the other, so that what is logged last is what the files say now.
  let looking = Promise.resolve();
  return ({ scopes }) => {
    for (const name of scopes ?? []) {
      // A folder that vanishes meanwhile is a change of its own, and looked at then.
      looking = looking.then(() => look(name)).catch(() => {});
    }
  };
}
