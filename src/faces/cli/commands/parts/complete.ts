import type { WordKind } from '../../../../service/tasks/complete-words.ts';
import type { ArgumentRow, CommandLine, FlagRow } from '../../command-line.ts';
import { findCommand } from '../../words/find-command.ts';

/** What the last word of a command line can become. */
export type Completion =
  | { readonly words: readonly string[] }
  /** Only the service knows; `scope` is what the line names before, `before` the items of a list that stand in front. */
  | { readonly kind: WordKind; readonly scope: string | null; readonly before: string };

const nothing: Completion = { words: [] };

/** Words of what stands for what, by the name of an argument or a flag. */
const kinds: Readonly<Record<string, WordKind>> = {
  scope_name: 'scope',
  scope: 'scope',
  '--scope': 'scope',
  '--default-scope': 'scope',
  '--categories': 'category',
  '--category': 'category',
  kata_name: 'kata',
  '--to': 'target',
};
const lists = new Set(['--categories', '--to']);

/** What the last of these words can become, which is empty where a new one begins. */
export function complete(words: readonly string[], table: readonly CommandLine[]): Completion {
  const line = joined(words);
  const typed = line.at(-1) ?? '';
  const before = line.slice(0, -1);
  const { row, words: named, rest } = findCommand(before, table);
  const isPath = before.every((word) => !word.startsWith('-')) && isBeginning(before, table);
  const subWords = isPath ? nextWords(before, table) : [];
  const command = row ?? table.find(({ path }) => path.length === 0);
  if (command === undefined) return nothing;
  const last = before.at(-1) ?? '';
  const valued = /^(--[\w-]+)=(.*)$/s.exec(typed);
  if (valued !== null) {
    const found = ofFlag(flagOf(command, valued[1] ?? ''), valued[2] ?? '', scopeIn(command, rest));
    return prefixed(found, `${valued[1]}=`);
  }
  const flag = flagOf(command, last);
  if (flag?.value === 'required') return ofFlag(flag, typed, scopeIn(command, rest));
  if (typed.startsWith('-')) return { words: flagNames(command, typed) };
  const own = positional(command, rest, named.length);
  if (subWords.length > 0) {
    const fitting = subWords.filter((word) => word.startsWith(typed));
    if (fitting.length > 0 || own === null) return { words: fitting };
  }
  const kind = own === null ? undefined : kinds[own.name];
  return kind === undefined ? nothing : { kind, scope: scopeIn(command, rest), before: '' };
}

/** The words of which bash has made three at an equals sign. */
function joined(words: readonly string[]): readonly string[] {
  const line: string[] = [];
  for (const [index, word] of words.entries()) {
    const previous = line.at(-1) ?? '';
    if (word === '=' && /^--[\w-]+$/.test(previous)) {
      // The flag, as if its value were the next word: that is all bash replaces.
      if (index === words.length - 1) line.push('');
      continue;
    }
    line.push(word);
  }
  return line;
}

function isBeginning(before: readonly string[], table: readonly CommandLine[]): boolean {
  return table.some(({ path }) => before.every((word, index) => path[index] === word));
}

function nextWords(before: readonly string[], table: readonly CommandLine[]): readonly string[] {
  const next = table
    .filter(({ path }) => before.every((word, index) => path[index] === word))
    .flatMap(({ path }) => path[before.length] ?? []);
  return [...new Set(next)].sort();
}

function flagOf({ flags }: CommandLine, name: string): FlagRow | undefined {
  return flags.find(({ names }) => names.includes(name));
}

function ofFlag(flag: FlagRow | undefined, typed: string, scope: string | null): Completion {
  if (flag === undefined) return nothing;
  if (flag.choices !== null) return { words: flag.choices.filter((choice) => choice.startsWith(typed)) };
  const name = flag.names.find((one) => kinds[one] !== undefined) ?? '';
  const kind = kinds[name];
  if (kind === undefined) return nothing;
  const comma = lists.has(name) ? typed.lastIndexOf(',') + 1 : 0;
  return { kind, scope, before: typed.slice(0, comma) };
}

function prefixed(completion: Completion, prefix: string): Completion {
  return 'words' in completion
    ? { words: completion.words.map((word) => prefix + word) }
    : { ...completion, before: prefix + completion.before };
}

/** All flags that a word may become; those that every command has are shown to who has begun to type one. */
function flagNames({ flags }: CommandLine, typed: string): readonly string[] {
  const shown = flags.filter(({ hidden }) => !hidden || typed.length > 2);
  const names = [...shown.flatMap((flag) => flag.names.filter((name) => name.startsWith('--'))), '--help'];
  return [...new Set(names)].filter((name) => name.startsWith(typed)).sort();
}

/** The words of a command line that are no flags, nor values of flags. */
function positions(command: CommandLine, rest: readonly string[]): readonly string[] {
  return rest.filter((word, index) => {
    const isValue = flagOf(command, rest[index - 1] ?? '')?.value === 'required';
    return !word.startsWith('-') && !isValue;
  });
}

/** The argument that comes next; null where there is none. */
function positional(command: CommandLine, rest: readonly string[], named: number): ArgumentRow | null {
  if (named < command.path.length) return null;
  const given = positions(command, rest).length;
  const last = command.arguments.at(-1);
  return command.arguments[given] ?? (last?.repeated ? last : null);
}

/** The scope that a command line names, by its place or by a flag. */
function scopeIn(command: CommandLine, rest: readonly string[]): string | null {
  const flag = rest.indexOf('--scope');
  if (flag >= 0 && rest[flag + 1] !== undefined) return rest[flag + 1] ?? null;
  const at = command.arguments.findIndex(({ name }) => kinds[name] === 'scope');
  return at < 0 ? null : (positions(command, rest)[at] ?? null);
}
