import type { Service } from '../../../service/service.ts';
import type { SenderOf } from '../guard/sender.ts';
import type { PlainRequest, PlainResponse } from '../plain.ts';

/**
 * Remembers the reader that sent a request for a bundle or a list, if it is one: a Precept says so in `User-Agent`, and may name
 * itself in `Precept-Reader` (1 to 200 visible ASCII characters). Who sent it decides only whose share of the names that takes.
 */
export function seeReader(
  service: Service,
  request: PlainRequest,
  response: PlainResponse,
  scope: string | null,
  senderOf: SenderOf,
): void {
  const { headers } = request;
  const given = headers.get('precept-reader')?.trim() ?? '';
  const name = /^[!-~]{1,200}$/.test(given) ? given : null;
  const [, version = null] = /^precept\/([\w.+-]{1,50})/.exec(headers.get('user-agent') ?? '') ?? [];
  if (name === null && version === null) return;
  const etag = scope === null ? null : (response.headers.ETag ?? null);
  service.fleet.see({ name, version, scope, etag, sender: senderOf(request) });
}
