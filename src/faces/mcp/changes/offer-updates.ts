import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Service } from '../../../service/service.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Says that clients may subscribe to resources. */
export function offerUpdates(server: McpServer): void {
  server.server.registerCapabilities({ resources: { subscribe: true } });
}

/** Answers `resources/subscribe` and `resources/unsubscribe` of the legacy era, on a server not yet connected; changes after the answer are reported. */
export function offerSubscriptions(
  server: McpServer,
  service: Promise<Service>,
  subscriptions: Subscriptions,
): void {
  offerUpdates(server);
  server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const refusal = subscriptions.add(uri);
    if (refusal !== null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusal);
    await service;
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscriptions.remove(uri);
    return {};
  });
}
