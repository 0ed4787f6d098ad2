import { opendir } from 'node:fs/promises';
import { version } from '../../model/version.ts';
import { baseHeaders } from './headers.ts';

/** Alive: the process answers. */
export function healthResponse(): Response {
  return statusResponse(200, { status: 'ok', version });
}

/** Ready: the rules folder can be listed at this moment, caches aside. Says why not with 503. */
export async function readyResponse(rulesPath: string | null): Promise<Response> {
  const detail = rulesPath === null ? 'no rules folder was found' : await whyUnlistable(rulesPath);
  if (detail === null) return statusResponse(200, { status: 'ok', version });
  return statusResponse(503, { status: 'unavailable', version, detail });
}

async function whyUnlistable(folder: string): Promise<string | null> {
  try {
    const directory = await opendir(folder);
    await directory.close();
    return null;
  } catch (error) {
    return `the rules folder cannot be listed (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
  }
}

function statusResponse(status: number, data: object): Response {
  const body = JSON.stringify(data);
  const headers = {
    ...baseHeaders,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
  };
  return new Response(body, { status, headers });
}
