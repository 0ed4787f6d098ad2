import { Fault } from '../../../model/fault.ts';
import { folderIdentity, isEmpty, whyClosed } from '../../../runtime/files/files.ts';
import type { Logger } from '../../../runtime/log.ts';

/** The rules folder of a program that stays: it can vanish, as a mount or the target of a link does, and come back. */
export interface RulesFolder {
  /**
   * Why it cannot be read now, as the code of the system or in words; null where it can. An empty folder in the place of one with scopes is
   * what a mount leaves behind. The log says once that it is gone, and once that it is back.
   */
  trouble(): Promise<string | null>;
  /**
   * What `read` finds there. Fault: `rules-unavailable`, where `read` throws or finds nothing because the folder cannot be read: nobody is
   * to take its scopes for deleted.
   */
  reading<Found>(read: () => Promise<Found>, isNothing: (found: Found) => boolean): Promise<Found>;
}

export function createRulesFolder(rulesPath: string, log: Pick<Logger, 'error' | 'warn'>): RulesFolder {
  let isGone = false;
  /** The folder in which something was found first. */
  let filled: Promise<string> | null = null;
  async function whyEmpty(): Promise<string | null> {
    if (filled === null || !(await isEmpty(rulesPath))) return null;
    return (await filled) === (await folderIdentity(rulesPath))
      ? null
      : 'it is another folder now, and empty';
  }
  async function trouble(): Promise<string | null> {
    const why = (await whyClosed(rulesPath)) ?? (await whyEmpty());
    if (why !== null && !isGone)
      log.error(
        `the rules folder ${rulesPath} cannot be read (${why}); requests for what is not cached answer 503 until it can`,
      );
    if (why === null && isGone) log.warn(`the rules folder ${rulesPath} can be read again`);
    isGone = why !== null;
    return why;
  }
  async function orFault(): Promise<void> {
    if ((await trouble()) !== null)
      throw new Fault(
        'rules-unavailable',
        'The rules folder cannot be read now; "precept doctor" on the server says why.',
      );
  }
  return {
    trouble,
    async reading(read, isNothing) {
      try {
        const found = await read();
        if (isGone || isNothing(found)) await orFault();
        else filled ??= folderIdentity(rulesPath);
        return found;
      } catch (error) {
        if (!(error instanceof Fault)) await orFault();
        throw error;
      }
    },
  };
}
