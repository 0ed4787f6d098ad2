import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { trustWord } from '../../config/load/judge-file.ts';
import { isInside } from '../../runtime/files/files.ts';
import { sha256 } from '../../runtime/sha256.ts';
import { judge } from '../judge.ts';
import { readTrust } from '../trust-record.ts';
import { readSmallFile } from './read-small-file.ts';

/** What checks in the rules of a checkout run: commands as they are written, and the linters they name. */
export interface RunByChecks {
  readonly commands: readonly string[];
  readonly tools: readonly string[];
}

/** What consent is kept for: the settings file that came with the checkout, or its folder where there is none. */
export function consentPath({ file, checkout }: Pick<Config, 'file' | 'checkout'>): string {
  return file === join(checkout, '.precept', 'settings.yml') ? file : checkout;
}

/** What consent to these is bound to: them, and the files of the checkout that commands name, as they are. */
export function hashOfChecks({ commands, tools }: RunByChecks, checkout: string): string | undefined {
  if (commands.length + tools.length === 0) return undefined;
  const words = new Set(commands.flatMap((command) => command.split(/[\s'"]+/)));
  const files = [...words].flatMap((word) => {
    const path = word === '' ? null : realFile(join(checkout, word));
    if (path === null || !isInside(path, realFile(checkout) ?? checkout)) return [];
    const bytes = readSmallFile(path);
    return bytes === null ? [] : [[word, sha256(bytes)]];
  });
  return sha256(JSON.stringify([[...commands].sort(), [...tools].sort(), files.sort()]));
}

/** Whether tools and commands of a checkout may run: `checks` are those of its own rules. */
export function mayRunChecks(
  config: Pick<Config, 'file' | 'checkout' | 'trust'>,
  { env, home }: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string },
  checks: RunByChecks,
): boolean {
  const word = trustWord(env);
  if (word !== undefined) return word;
  const path = consentPath(config);
  const values = path === config.file ? config.trust.values : {};
  return judge(home, path, values).state === 'given' && areTrusted(home, path, checks, config.checkout);
}

/** Whether consent was given to checks, and they are others now. */
export function haveChecksChanged(
  config: Pick<Config, 'file' | 'checkout'>,
  { env, home }: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string },
  checks: RunByChecks,
): boolean {
  const path = consentPath(config);
  const isOpen = trustWord(env) === undefined && wereChecksAllowed(home, path);
  return isOpen && !areTrusted(home, path, checks, config.checkout);
}

/** Whether consent was ever given to what the checks of these settings, or of this folder, run. */
export function wereChecksAllowed(home: string, path: string): boolean {
  const record = readTrust(home, realFile(path) ?? path);
  return record !== null && record !== 'outdated' && record.checks !== undefined;
}

/** Whether the checks are those that consent was given to. */
export function areTrusted(home: string, path: string, checks: RunByChecks, checkout: string): boolean {
  const record = readTrust(home, realFile(path) ?? path);
  if (record === null || record === 'outdated') return false;
  const hash = hashOfChecks(checks, checkout);
  return hash === undefined || hash === record.checks;
}

function realFile(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
