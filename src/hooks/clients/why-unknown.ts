import { hookClientNames } from '../../model/names/hook-clients.ts';
import { meantInstead } from '../../model/text/nearest.ts';
import type { Payload } from '../payload/payload.ts';
import { clientOf } from './clients.ts';

/** Why `recogniseEvent` knows none: the client or the event that does not exist, with those that do. */
export function whyUnknown(event: string, named: string | undefined, payload: Payload | null): string {
  const client = clientOf(event, named, payload);
  if (client === null)
    return `there is no client "${named}"${meantInstead(named ?? '', hookClientNames)}; clients are ${hookClientNames.join(', ')}`;
  const events = Object.keys(client.events);
  const wrong =
    event === ''
      ? 'no event is named'
      : `${client.id} has no event "${event}" that takes rules${meantInstead(event, events)}`;
  return `${wrong}; events of ${client.id} are ${events.join(', ')}`;
}
