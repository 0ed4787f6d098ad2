import { splitAtPrecept } from './entry-words.ts';
import { usualStart } from './server-entry.ts';
import { SetupError } from './setup-error.ts';

/** Flags of an entry that are about serving, and not about what is served. */
const ofServing: readonly string[] = ['--watch', '--http'];

/**
 * The command line of a hook: it starts Precept as the client's entry of a server does, with the same settings. Where that names an address,
 * or starts what is not known as Precept, the `otherwise` words do. Throws a SetupError where a word has no form on Windows.
 */
export function hookCommand(
  entry: unknown,
  event: string,
  client: string,
  platform: string,
  otherwise: readonly string[] = usualStart,
): string {
  const { start, flags } = splitAtPrecept(entry) ?? { start: otherwise, flags: [] };
  const settings = flags.filter((word) => !ofServing.includes(word));
  const words = [...start, 'hook', event, '--client', client, ...settings];
  return words.map(platform === 'win32' ? quotedOnWindows : quoted).join(' ');
}

/** A word as `sh` takes it for one. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * A word as each shell of Windows takes it for one: a client runs its hooks by cmd, PowerShell or the bash of git. No second line for Windows
 * stands beside it (`commandWindows` of Codex), since that is run by any of the three too.
 */
function quotedOnWindows(word: string, index: number): string {
  // Quotes keep none of these from all shells: cmd puts in `%NAME%`, the others what `$` and a backtick say.
  if (/[%$`"\r\n]/.test(word))
    throw new SetupError(
      `no hook can be written with ${JSON.stringify(word)}, since cmd, PowerShell and bash disagree on % $ \` and "; take these out of the entry "precept"`,
    );
  // PowerShell prints a program in quotes and starts nothing; bash drops a backslash outside of quotes. No form of such a program suits both.
  const plain = index === 0 ? /^[\w.:/\\-]+$/ : /^(?:[\w.:/][\w@.:/+-]*|[\w-]+)$/;
  // A backslash before the last quote would make that a character of the word.
  return plain.test(word) ? word : `"${word.replace(/\\+$/, '$&$&')}"`;
}
