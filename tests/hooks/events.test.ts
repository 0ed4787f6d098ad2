import { expect, test } from 'vitest';
import { hookedClients } from '../../src/clients/clients.ts';
import { recogniseEvent } from '../../src/hooks/clients/clients.ts';

/** The moments at which `precept hook` has something to say. */
const moments = { start: 'session', subagent: 'subagent', edit: 'touch' } as const;

test.each(hookedClients)('%s is answered at each event at which init sets a hook up', (id, { hooks }) => {
  for (const { name, matcher } of hooks.events) {
    const moment = matcher !== undefined ? 'edit' : /^subagent/i.test(name) ? 'subagent' : 'start';
    const known = recogniseEvent(name, id, null);
    expect([known?.client.id, known?.event, known?.moment]).toEqual([id, name, moments[moment]]);
  }
});
