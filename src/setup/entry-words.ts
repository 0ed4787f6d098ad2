/** The name of our entry, and of the server. */
export const serverName = 'precept';

/** The package and the commands that it brings. */
export const programs: readonly string[] = ['precept-mcp', 'precept'];

/** Command and arguments of an entry, as far as they are texts. Some clients have both in one list. */
export function wordsOf(value: unknown): string[] {
  const { command, args } = Object(value) as { command?: unknown; args?: unknown };
  const all = [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [])];
  return all.filter((word) => typeof word === 'string');
}

/** The last part of a word of a command line, without version and ending: `precept-mcp` of `/opt/precept-mcp@1.2.3`. */
export function programName(word: string): string {
  const last = word.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/(?<=.)@.*$/, '').replace(/\.(cmd|exe|ps1|m?js)$/i, '');
}

/** What a command starts where it is the command interpreter of Windows: the words behind `/c`, which may be one text; none without it. */
export function behindCmd(words: readonly string[]): readonly string[] {
  const [command = '', ...args] = words;
  if (programName(command).toLowerCase() !== 'cmd') return words;
  const at = args.findIndex((word) => /^\/[ck]$/i.test(word));
  const behind = at === -1 ? [] : args.slice(at + 1);
  return behind.length === 1 ? (behind[0] ?? '').trim().split(/\s+/) : behind;
}

/** The words of an entry up to the one that is Precept, and those behind it; null where none is. */
export function splitAtPrecept(
  value: unknown,
): { readonly start: readonly string[]; readonly flags: readonly string[] } | null {
  const words = behindCmd(wordsOf(value));
  const isScript = ['node', 'bun', 'deno', 'tsx'].includes(programName(words[0] ?? ''));
  const at = words.findIndex(
    (word, index) =>
      programs.includes(programName(word)) || (isScript && index > 0 && /\.[cm]?[jt]s$/.test(word)),
  );
  return at === -1 ? null : { start: words.slice(0, at + 1), flags: words.slice(at + 1) };
}
