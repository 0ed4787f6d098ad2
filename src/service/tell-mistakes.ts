import type { Change } from '../model/change.ts';
import type { Logger } from '../runtime/log.ts';
import { invalidContent } from './local-layers.ts';

/**
 * A listener to changes that warns of each changed scope which cannot be served any more, with place and cure, and says
 * when it is served again. Who edits rules under a watch then need not ask for the scope to find out.
 */
export function createMistakeTeller(rulesPath: string, log: Logger): (change: Change) => void {
  /** By scope, what was told of it last. */
  const told = new Map<string, string>();

  async function look(name: string): Promise<void> {
    const { readScope } = await import('../guidance/read-scope.ts');
    const content = await readScope(rulesPath, name);
    const errors = (content?.problems ?? []).filter(({ severity }) => severity === 'error');
    const message = errors.length === 0 ? undefined : invalidContent(name, errors).message;
    if (message === told.get(name)) return;
    if (message === undefined) {
      told.delete(name);
      log.warn(`Scope "${name}" has no mistakes any more and is served again.`);
    } else {
      told.set(name, message);
      log.warn(message);
    }
  }

  // One after the other, so that what is told last is what the files say now.
  let looking = Promise.resolve();
  return ({ scopes }) => {
    for (const name of scopes ?? []) {
      // A folder that vanishes meanwhile is a change of its own, and looked at then.
      looking = looking.then(() => look(name)).catch(() => {});
    }
  };
}
