import { escapeHtml } from '../explorer/parts/format-text.ts';
import type { Account } from '../guard/caller.ts';

/** Where the frame of the explorer shows who is signed in. */
const place = '<!--account-->';

/**
 * A page of the explorer for one person alone, who is named on it and can sign out. No cache keeps it, so that going back after
 * signing out shows nothing.
 */
export async function personalPage(
  response: Response,
  { method }: Request,
  { name, logoutPath }: Account,
): Promise<Response> {
  const { status, headers } = response;
  // What the page is made from, by which an open one sees that it has changed: nothing is answered by it.
  headers.set('Precept-Content-Tag', headers.get('ETag') ?? '');
  headers.delete('ETag');
  headers.delete('Content-Length');
  headers.set('Cache-Control', 'private, no-store');
  if (method === 'HEAD' || status === 304) return new Response(null, { status, headers });
  const account = `<form class="account" action="${escapeHtml(logoutPath)}" method="post"><span>${escapeHtml(name)}</span><button type="submit">Sign out</button></form>`;
  const html = (await response.text()).replace(place, () => account);
  headers.set('Content-Length', String(Buffer.byteLength(html)));
  return new Response(html, { status, headers });
}
