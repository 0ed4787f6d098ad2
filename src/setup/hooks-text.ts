import { isDeepStrictEqual } from 'node:util';
import type { ClientEvent, ClientHooks } from '../clients/client.ts';
import { parseConfig } from './config-text.ts';
import { insertJson, replaceJson } from './insert-json.ts';

type Data = Readonly<Record<string, unknown>>;

/** A hook of Precept as a file has it. */
export interface FoundHook {
  /** The event of the client below which it is. */
  readonly event: string;
  readonly command: string;
  /** The place of its entry among those of the event, and its own among the handlers of that. */
  readonly entry: number;
  readonly handler: number;
  /** Whether its entry has a list of handlers that it is in; else it is the entry. */
  readonly isNested: boolean;
  /** All that it holds. */
  readonly given: Data;
}

/**
 * The text of a file of hooks with ours in it, and all else as it was; null where they are all there. `text` is null where there is
 * no file, `commandOf` gives the command line for an event. Hooks as Precept writes them with the command line of `replaced` make way.
 * Throws an Error that says why nothing can be added.
 */
export function withHooks(
  hooks: ClientHooks,
  text: string | null,
  commandOf: (event: string) => string,
  replaced: ((event: string) => string) | null = null,
): string | null {
  const before = text === null || text.trim() === '' ? '{\n}\n' : text;
  const data = readObject(before);
  const writer = createWriter(before, data);
  for (const [key, value] of Object.entries(hooks.head))
    if (data[key] === undefined) writer.put([key], value);
  for (const event of hooks.events) {
    const known = entriesOf(data, event.name);
    const ours = foundIn(known, event.name);
    const entry = entryOf(hooks, event, commandOf(event.name));
    const own = replaced === null ? null : entryOf(hooks, event, replaced(event.name));
    const older = ours.find(
      (one) =>
        (isOlderForm(one.command) && handlersOf(known[one.entry]).length === 1) ||
        isDeepStrictEqual(known[one.entry], own),
    );
    if (older !== undefined) writer.put(['hooks', event.name, older.entry], entry);
    else if (ours.length > 0) continue;
    else writer.put(['hooks', event.name, known.length], entry);
  }
  return writer.written();
}

/** The hooks of Precept in a file, whatever the event. Throws as `withHooks`. */
export function hooksIn(text: string): readonly FoundHook[] {
  const { hooks = {} } = readObject(text);
  return Object.keys(Object(hooks)).flatMap((event) => foundIn(entriesOf({ hooks }, event), event));
}

/** An entry as our versions before the hooks of other clients wrote it. */
function isOlderForm(command: string): boolean {
  return /^npx -y precept-mcp hook \w+$/.test(command);
}

function entryOf({ shape, extra, timeout }: ClientHooks, event: ClientEvent, command: string): Data {
  const matcher = event.matcher === undefined ? {} : { matcher: event.matcher };
  const handler = { ...extra, command, [timeout.key]: event.seconds * timeout.second };
  return shape === 'nested' ? { ...matcher, hooks: [handler] } : { ...matcher, ...handler };
}

/** Changes of a text one by one, and of its data beside it, so that nothing else can have changed in the end. */
function createWriter(before: string, data: Data) {
  const wanted = structuredClone(data) as Record<string, unknown>;
  let written = before;
  return {
    put(path: readonly (string | number)[], value: unknown): void {
      const [last = '', ...above] = [...path].reverse();
      let place = wanted;
      for (const [index, key] of above.reverse().entries()) {
        if (place[key] === undefined) place[key] = typeof path[index + 1] === 'number' ? [] : {};
        place = place[key] as Record<string, unknown>;
      }
      const isThere = place[last] !== undefined;
      written = isThere ? replaceJson(written, path, value) : insertJson(written, path, value);
      place[last] = value;
    },
    written(): string | null {
      if (written === before) return null;
      if (!isDeepStrictEqual(plain(readObject(written)), plain(wanted)))
        throw new Error('it is written in a way that nothing can be added to safely');
      return written.endsWith('\n') ? written : `${written}\n`;
    },
  };
}

function plain(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data));
}

function readObject(text: string): Data {
  return parseConfig({ format: 'jsonc' }, text);
}

function entriesOf({ hooks = {} }: Data, event: string): readonly unknown[] {
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks))
    throw new Error('its "hooks" is not a mapping of events');
  const list = (hooks as Data)[event] ?? [];
  if (!Array.isArray(list)) throw new Error(`its hooks of ${event} are not a list`);
  return list;
}

function foundIn(entries: readonly unknown[], event: string): FoundHook[] {
  return entries.flatMap((one, entry) => {
    return handlersOf(one).flatMap((handler, index) => {
      const given = Object(handler) as Data;
      const { command } = given;
      return typeof command === 'string' && startsHook(command)
        ? [{ event, command, entry, handler: index, isNested: handler !== one, given }]
        : [];
    });
  });
}

/** The handlers of an entry: its list of them, or itself. */
function handlersOf(entry: unknown): readonly unknown[] {
  const { hooks } = Object(entry) as { hooks?: unknown };
  return Array.isArray(hooks) ? hooks : [entry];
}

/** Whether a command line is one of ours: the word `hook` behind Precept, or before one of its flags. */
function startsHook(command: string): boolean {
  return /(?:precept\S*["']?\s+hook\s+\w)|(?:\shook\s+\w+\s(?:.*\s)?--client\s)/.test(command);
}
