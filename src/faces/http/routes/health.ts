import { version } from '../../../model/version.ts';
import type { Service } from '../../../service/service.ts';
import { taggedResponse } from '../answer-response.ts';
import { asksForLogin } from '../guard/caller.ts';
import { baseHeaders } from '../guard/headers.ts';

/** Alive: the process answers. */
export function healthResponse(request: Request): Response {
  return statusResponse(request, { status: 'ok', version });
}

/**
 * Ready: the rules folder can be read at this moment, caches aside, or there are masters to ask. Says why not with
 * 503. A master that is unavailable does not make it unready: local content is served all the same.
 */
export async function readyResponse(
  service: Service,
  request: Request,
  isIssuerUp?: () => Promise<boolean>,
): Promise<Response> {
  const { rulesPath } = service.config;
  // Anybody may ask this, and addresses of masters are for those who are logged in.
  const masters = asksForLogin(service) ? undefined : await service.masterStates();
  const trouble = await service.folderTrouble();
  const detail =
    trouble !== null
      ? `the rules folder cannot be read (${trouble})`
      : rulesPath !== null
        ? null
        : service.config.settings.master_server_url.length > 0
          ? null
          : 'no rules folder was found';
  // A store or an issuer that is down does not make it unready either: guidance goes on.
  const [store, issuer] = await Promise.all([
    word(service.store === null ? undefined : service.store().then((opened) => opened.isUp())),
    word(isIssuerUp?.()),
  ]);
  if (detail === null) return statusResponse(request, { status: 'ok', version, masters, store, issuer });
  const body = JSON.stringify({ status: 'unavailable', version, detail, masters, store, issuer });
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Response(body, { status: 503, headers: { ...baseHeaders, ...statusHeaders, ...length } });
}

async function word(isUp: Promise<boolean> | undefined): Promise<'ok' | 'unavailable' | undefined> {
  return isUp === undefined ? undefined : (await isUp) ? 'ok' : 'unavailable';
}

const statusHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Vary: 'Accept' };

function statusResponse(request: Request, data: object): Response {
  return taggedResponse(JSON.stringify(data), statusHeaders, request);
}
