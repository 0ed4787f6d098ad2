/** What a client writes to a hook's standard input. */
export type Payload = Readonly<Record<string, unknown>>;

/** One call of a tool. */
export interface ToolCall {
  readonly name: string;
  /** Mostly a mapping; text for tools that take some. */
  readonly input: unknown;
}

/** Calls of a batch that are looked at. */
const mostCalls = 200;

/** The payload of a text; null for one that is no JSON, or no mapping. */
export function parsePayload(text: string): Payload | null {
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isMapping(data) ? data : null;
  } catch {
    return null;
  }
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text under the first of these keys that has one; null without. */
export function textOf(payload: Payload | null, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = payload !== null && Object.hasOwn(payload, key) ? payload[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** The call that these keys hold. */
export function callOf(payload: Payload, nameKey: string, inputKey: string): readonly ToolCall[] {
  const { [nameKey]: name, [inputKey]: input } = payload;
  return typeof name === 'string' && input !== undefined ? [{ name, input }] : [];
}

/** The calls of a batch. */
export function batchOf({ tool_calls: calls }: Payload): readonly ToolCall[] {
  if (!Array.isArray(calls)) return [];
  return calls
    .slice(0, mostCalls)
    .flatMap((call: unknown) => (isMapping(call) ? callOf(call, 'tool_name', 'tool_input') : []));
}

/** The folders that a payload says its client works in, the nearest first. */
export function foldersOf(payload: Payload | null): readonly string[] {
  if (payload === null) return [];
  const { cwd, workspace_roots: roots } = payload;
  const all: readonly unknown[] = [cwd, ...(Array.isArray(roots) ? roots.slice(0, 20) : [])];
  return all.filter((one): one is string => typeof one === 'string' && one !== '' && !one.includes('\0'));
}
