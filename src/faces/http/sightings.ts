import type { Service } from '../../service/service.ts';

/**
 * Remembers the reader that sent a request for a bundle or a list, if it is one: a Precept says so in `User-Agent`, and may name
 * itself in `Precept-Reader` (1 to 200 visible ASCII characters). Its address is not looked at.
 */
export function seeReader(
  service: Service,
  { headers }: Request,
  response: Response,
  scope: string | null,
): void {
  if (response.status !== 200 && response.status !== 304) return;
  const given = headers.get('precept-reader')?.trim() ?? '';
  const name = /^[!-~]{1,200}$/.test(given) ? given : null;
  const [, version = null] = /^precept\/([\w.+-]{1,50})/.exec(headers.get('user-agent') ?? '') ?? [];
  if (name === null && version === null) return;
  service.fleet.see({ name, version, scope, etag: scope === null ? null : response.headers.get('etag') });
}
