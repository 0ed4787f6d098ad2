import type { ClientId, HookedClient } from '../../../clients/clients.ts';
import { recogniseEvent } from '../../../hooks/clients/clients.ts';
import type { FoundHook } from '../../../setup/hooks-text.ts';
import type { EntryTrouble } from './entry-trouble.ts';

/** Why a client runs a hook never, however it is started: the form that its file has it in. Null where it may run. */
export function whyUnread(
  [id, { name, hooks }]: readonly [ClientId, HookedClient],
  { event, command, isNested, given }: FoundHook,
): EntryTrouble | null {
  const known = recogniseEvent(event, id, null)?.event;
  if (known === undefined) {
    const events = hooks.events.map((one) => one.name).join(', ');
    return {
      message: `Precept shows nothing in ${name} at an event "${event}"`,
      cure: `Move it below one of ${events}.`,
    };
  }
  if (known !== event && hooks.takesAnyCase !== true)
    return { message: `${name} has no event "${event}"`, cure: `Write "${known}".` };
  const handler = JSON.stringify({ ...hooks.extra, command });
  if (hooks.shape === 'nested' && !isNested)
    return {
      message: `it is not in a list "hooks", and ${name} runs no other`,
      cure: `Write {"hooks": [${handler}]} in its place; a "matcher" stays beside "hooks".`,
    };
  if (hooks.shape === 'flat' && isNested)
    return {
      message: `it is in a list "hooks" of its own, which ${name} does not read`,
      cure: `Write ${handler} in the place of that entry; a "matcher" goes into it.`,
    };
  const missing = Object.entries(hooks.extra).find(([key]) => given[key] === undefined);
  if (missing === undefined) return null;
  const words = missing.map((word) => `"${word}"`).join(': ');
  return { message: `it has no ${words}, which ${name} needs`, cure: `Add ${words}.` };
}
