import { relative, sep } from 'node:path';
import { isGitName } from '../../model/names/git-names.ts';
import { isInside } from '../../runtime/files/files.ts';

/**
 * Whether a file, without links, is one of a checkout that an import may read: a link in it must not have other files of its user copied
 * into rules, nor what git keeps for itself, such as addresses with passwords.
 */
export function isOfCheckout(real: string, folder: string): boolean {
  return isInside(real, folder) && !relative(folder, real).split(sep).some(isGitName);
}
