import type { HookClient } from '../clients/client.ts';
import { patchPaths } from './patch-paths.ts';
import { isMapping, type Payload, type ToolCall } from './payload.ts';

/** Tools that name no file they touch: a shell, a search (its path is a folder), another program's. */
const others = /^(?:bash|shell|powershell|grep|glob|rg|ls|list_?dir\w*|search\w*|web\w*|task|mcp[_:].*)$/i;
/** Tools whose input is a patch. */
const patching = /^(?:functions[._])?apply[_-]?patch$/i;
/** Where the input of these is no text but a mapping. */
const patchKeys = ['command', 'input', 'patch'];

const mostFiles = 200;
const longestPath = 4096;

/** The files that the calls of a payload touch, as they are written there, each once. */
export function touchedFiles({ calls, pathKeys }: HookClient, payload: Payload): readonly string[] {
  const found = calls(payload).flatMap((call) => filesOf(call, pathKeys));
  const usable = found.filter((path) => path !== '' && path.length <= longestPath && !path.includes('\0'));
  return [...new Set(usable)].slice(0, mostFiles);
}

function filesOf({ name, input }: ToolCall, pathKeys: readonly string[]): readonly string[] {
  if (others.test(name)) return [];
  const isPatch = patching.test(name);
  // JSON comes first: what it holds may look like a patch.
  const data = typeof input === 'string' ? parsed(input) : input;
  if (typeof data === 'string') return isPatch ? patchPaths(data) : [];
  if (!isMapping(data)) return [];
  const texts = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const value = Object.hasOwn(data, key) ? data[key] : undefined;
      return typeof value === 'string' ? [value] : [];
    });
  const paths = texts(pathKeys).slice(0, 1);
  return isPatch ? [...paths, ...texts(patchKeys).flatMap(patchPaths)] : paths;
}

/** The data of a text that is JSON; else the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
