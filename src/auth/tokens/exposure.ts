import { stat } from 'node:fs/promises';

/** What is wrong with the rights of a file of secrets, and the command that sets them right. */
export interface Exposure {
  readonly message: string;
  readonly cure: string;
}

/**
 * Whether others than its owner may read or write a file of secrets; null where they may not, and where there is none. Windows has
 * no such bits: there the rights of the home folder count.
 */
export async function whoElseReads(path: string, platform: string): Promise<Exposure | null> {
  if (platform === 'win32') return null;
  const mode = await stat(path).then(
    (status) => status.mode & 0o777,
    () => 0,
  );
  if ((mode & 0o077) === 0) return null;
  const who = (mode & 0o007) === 0 ? 'its group' : 'everybody on this machine';
  const can = (mode & 0o022) === 0 ? 'read' : (mode & 0o044) === 0 ? 'write' : 'read and write';
  return {
    message: `${path} holds logins, and ${who} may ${can} it (mode ${mode.toString(8)})`,
    cure: `Run "chmod 600 ${path}", then "precept login" again if others may have read it.`,
  };
}
