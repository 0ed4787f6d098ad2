import type { HookClientId } from '../../model/names/hook-clients.ts';
import type { Payload } from '../payload/payload.ts';
import { claude } from './claude.ts';
import type { HookClient, Moment } from './client.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { qwen } from './qwen.ts';

/** The clients whose hooks may put context before an agent. */
const hookClients: Readonly<Record<HookClientId, HookClient>> = {
  claude,
  codex,
  cursor,
  gemini,
  copilot,
  qwen,
};

/** An event of a client: its name as the client has it, and what it is. */
export interface KnownEvent {
  readonly client: HookClient;
  readonly event: string;
  readonly moment: Moment;
}

/**
 * The event that a hook was started for, null where it is none that takes context. Some clients also run the hooks that are set up for
 * another, with payloads of their own: those tell who really runs it.
 */
export function recogniseEvent(
  event: string,
  named: string | undefined,
  payload: Payload | null,
): KnownEvent | null {
  const client = clientOf(event, named, payload);
  if (client === null) return null;
  const known = Object.keys(client.events).find((one) => one.toLowerCase() === event.toLowerCase());
  if (known === undefined) return null;
  return { client, event: known, moment: client.events[known] as Moment };
}

/** The client that runs a hook; null where it is named and there is none of that name. */
export function clientOf(
  event: string,
  named: string | undefined,
  payload: Payload | null,
): HookClient | null {
  return speakerOf(payload, named) ?? clientNamed(named, event, payload);
}

/** Who wrote the payload, where that shows whatever was set up. */
function speakerOf(payload: Payload | null, named: string | undefined): HookClient | null {
  if (payload === null) return null;
  if (typeof payload.cursor_version === 'string') return cursor;
  if (named !== undefined && named !== claude.id) return null;
  const isCopilot =
    'sessionId' in payload ||
    ('tool_result' in payload && !('tool_response' in payload)) ||
    ('timestamp' in payload && !('transcript_path' in payload));
  return isCopilot ? copilot : null;
}

/** Without a name the event tells: most clients write it in their own way. */
function clientNamed(named: string | undefined, event: string, payload: Payload | null): HookClient | null {
  if (named !== undefined)
    return Object.hasOwn(hookClients, named) ? hookClients[named as HookClientId] : null;
  if (/^(?:After|Before)/.test(event)) return gemini;
  if (/^[a-z]/.test(event)) return payload !== null && 'conversation_id' in payload ? cursor : copilot;
  return claude;
}
