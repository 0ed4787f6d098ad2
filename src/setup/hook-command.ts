import { splitAtPrecept } from './entry-words.ts';
import { usualStart } from './server-entry.ts';

/** Flags of an entry that are about serving, and not about what is served. */
const ofServing: readonly string[] = ['--watch', '--http'];

/**
 * The command line of a hook: it starts Precept as the client's entry of a server does, with the same settings. An entry that names
 * an address starts nothing, so that the usual words do.
 */
export function hookCommand(entry: unknown, event: string, client: string, platform: string): string {
  const { start, flags } = splitAtPrecept(entry) ?? { start: usualStart, flags: [] };
  const settings = flags.filter((word) => !ofServing.includes(word));
  return [...start, 'hook', event, '--client', client, ...settings]
    .map((word) => quoted(word, platform))
    .join(' ');
}

/** A word as a shell takes it for one. */
function quoted(word: string, platform: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word) || (platform === 'win32' && /^[\w@%+=:,./\\-]+$/.test(word))) return word;
  return platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
