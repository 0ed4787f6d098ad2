import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';

/** The hooks that put the index of the rules before an agent: after its context was compacted, and when a subagent begins. */
const events = [
  { event: 'SessionStart', matcher: 'compact' },
  { event: 'SubagentStart', matcher: null },
] as const;

type Data = Readonly<Record<string, unknown>>;

/** The file of Claude Code that hooks stand in, below the project. */
export const claudeSettingsFile = '.claude/settings.json';

/**
 * The text of Claude Code's settings with our hooks in it, and all else as it was; null where they are all there. `text` is null
 * where there is no file. Throws an Error that says why nothing can be added.
 */
export function withHooks(text: string | null): string | null {
  const before = text === null || text.trim() === '' ? '{}\n' : text;
  const data = readObject(before);
  let written = before;
  let wanted: Data = data;
  for (const { event, matcher } of events) {
    const known = hooksOf(data, event);
    if (known.some((one) => startsHook(one, event))) continue;
    const command = `npx -y precept-mcp hook ${event}`;
    const entry = {
      ...(matcher !== null && { matcher }),
      hooks: [{ type: 'command', command }],
    };
    const options = { formattingOptions: formattingOf(written), isArrayInsertion: known.length > 0 };
    const [path, value] =
      known.length > 0 ? [['hooks', event, known.length], entry] : [['hooks', event], [entry]];
    written = applyEdits(written, modify(written, path, value, options));
    wanted = { ...wanted, hooks: { ...(wanted.hooks as Data), [event]: [...known, entry] } };
  }
  if (written === before) return null;
  if (!isDeepStrictEqual(readObject(written), JSON.parse(JSON.stringify(wanted))))
    throw new Error('it is written in a way that nothing can be added to safely');
  return written.endsWith('\n') ? written : `${written}\n`;
}

/** The events of settings of Claude Code that a hook of ours is set up for. Throws as `withHooks`. */
export function hookedEvents(text: string): readonly string[] {
  const data = readObject(text);
  return events
    .map(({ event }) => event)
    .filter((event) => hooksOf(data, event).some((one) => startsHook(one, event)));
}

function readObject(text: string): Data {
  const errors: ParseError[] = [];
  const data: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Error('it is not JSON');
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Error('it must be a mapping at its top');
  return data as Data;
}

function hooksOf({ hooks = {} }: Data, event: string): readonly unknown[] {
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks))
    throw new Error('its "hooks" is not a mapping of events');
  const list = (hooks as Data)[event] ?? [];
  if (!Array.isArray(list)) throw new Error(`its hooks of ${event} are not a list`);
  return list;
}

function startsHook(entry: unknown, event: string): boolean {
  return new RegExp(`precept[^"]* hook ${event}\\b`).test(JSON.stringify(entry) ?? '');
}

function formattingOf(text: string) {
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  const isTab = indent.startsWith('\t');
  return {
    insertSpaces: !isTab,
    tabSize: isTab ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
