import { isDeepStrictEqual } from 'node:util';
import { type ParseError, parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml, stringify, TomlError } from 'smol-toml';
import type { ClientServers } from '../clients/client.ts';
import { serverName } from './entry-words.ts';
import { insertJson, lineEnding, replaceJson } from './insert-json.ts';
import type { ServerEntry } from './server-entry.ts';

type Data = Readonly<Record<string, unknown>>;

/** The text of a client's whole file with one server in it. */
export function configText(
  { format, key }: Pick<ClientServers, 'format' | 'key'>,
  entry: ServerEntry,
): string {
  const data = { [key]: { [serverName]: entry } };
  return format === 'toml' ? tomlText(key, entry) : `${JSON.stringify(data, null, 2)}\n`;
}

/** The data of a client's file; a blank one is empty. Throws an Error that says what is wrong with it, and where. */
export function parseConfig({ format }: Pick<ClientServers, 'format'>, text: string): Data {
  const plain = text.replace(/^\uFEFF/, '');
  const data = plain.trim() === '' ? {} : format === 'toml' ? readToml(plain) : readJson(plain, format);
  if (isMapping(data)) return data;
  throw new Error('it must be a mapping at its top');
}

/**
 * The text with the server added and all else as it was, comments and line endings included; null where that cannot be
 * done for certain. The file is known to parse, and to have no such entry. Throws an Error for servers that are not a mapping.
 */
export function addServer(servers: ClientServers, text: string, entry: ServerEntry): string | null {
  return putServer(servers, text, entry, (key) =>
    servers.format === 'toml' ? addTable(text, key, entry) : insertJson(text, [key, serverName], entry),
  );
}

/** The text with the server `before`, which the file has under our name, replaced by another; null as for `addServer`. */
export function replaceServer(
  servers: ClientServers,
  text: string,
  before: ServerEntry,
  entry: ServerEntry,
): string | null {
  return putServer(servers, text, entry, (key) =>
    servers.format === 'toml'
      ? text.replace(tableText(text, key, before), () => tableText(text, key, entry))
      : replaceJson(text, [key, serverName], entry),
  );
}

function putServer(
  servers: ClientServers,
  text: string,
  entry: ServerEntry,
  write: (key: string) => string,
): string | null {
  const { key } = servers;
  const before = parseConfig(servers, text);
  const known = before[key] ?? {};
  if (!isMapping(known)) throw new Error(`its "${key}" is no mapping of names to servers`);
  const written = write(key);
  const wanted = { ...before, [key]: { ...known, [serverName]: entry } };
  // Whatever the way it is written in, such as a key that stands twice, nothing else may have changed.
  try {
    return isDeepStrictEqual(plainData(parseConfig(servers, written)), plainData(wanted)) ? written : null;
  } catch {
    return null;
  }
}

/** A table at the end belongs to no other, whatever stands before it. */
function addTable(text: string, key: string, entry: ServerEntry): string {
  const ending = lineEnding(text);
  const end = text.trim() === '' ? '' : text.endsWith('\n') ? ending : ending + ending;
  return text + end + tableText(text, key, entry);
}

/** A table with the line endings of the text that it belongs to. */
function tableText(text: string, key: string, entry: ServerEntry): string {
  return tomlText(key, entry).replaceAll('\n', lineEnding(text));
}

function tomlText(key: string, entry: ServerEntry): string {
  return `[${key}.${serverName}]\n${stringify(entry)}\n`.replace(/\n+$/, '\n');
}

function readToml(text: string): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message] = error.message.split('\n');
    throw new Error(`line ${error.line}, column ${error.column}: ${message}`, { cause: error });
  }
}

function readJson(text: string, format: 'json' | 'jsonc'): unknown {
  const errors: ParseError[] = [];
  const strict = format === 'json';
  const options = { disallowComments: strict, allowTrailingComma: !strict, allowEmptyContent: !strict };
  const data: unknown = parseJsonc(text, errors, options);
  const [error] = errors;
  if (error === undefined) return data ?? {};
  const before = text.slice(0, error.offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const code = printParseErrorCode(error.error);
  const isCutOff = code === 'ValueExpected' && text.slice(error.offset).trim() === '';
  const mistake = isCutOff ? 'the file ends where a value must stand' : mistakes[code];
  throw new Error(`${place}: ${mistake ?? 'this is not JSON'}`);
}

/** The parser's codes in words. */
const mistakes: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'a comment, which JSON does not have',
  PropertyNameExpected: 'a name in double quotes must stand here; there may be a comma too many before it',
  ValueExpected: 'a value must stand here; there may be a comma too many before it',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'nothing may stand behind the end',
  UnexpectedEndOfString: 'a closing double quote is missing',
  UnexpectedEndOfComment: 'the end of a comment is missing',
  InvalidEscapeCharacter: 'an escape that JSON does not have; a backslash itself is written twice',
};

/** The parsers give objects without prototypes, and TOML's own kind of dates: compared by what they say. */
function plainData(data: Data): unknown {
  return JSON.parse(JSON.stringify(data));
}

function isMapping(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
