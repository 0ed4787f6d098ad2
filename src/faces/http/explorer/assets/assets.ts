import { createHash } from 'node:crypto';
import { Fault } from '../../../../model/fault.ts';
import { taggedResponse } from '../../answer-response.ts';
import { varyByEncoding } from '../../compressed.ts';
import { copyScript } from './copy-script.ts';
import { filterScript } from './filter-script.ts';
import { liveScript } from './live-script.ts';
import { stylesheet } from './stylesheet.ts';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#28518f"/><path d="M10 25V7h8.5a5.8 5.8 0 0 1 0 11.600H10" fill="none" stroke="#fff" stroke-width="3.600" stroke-linejoin="round"/></svg>';

const files: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  'explorer.css': { type: 'text/css; charset=utf-8', text: stylesheet },
  'explorer.js': {
    type: 'text/javascript; charset=utf-8',
    text: `'use strict';\n${filterScript}${copyScript}${liveScript}`,
  },
  'icon.svg': { type: 'image/svg+xml', text: icon },
};

const hrefs = new Map<string, string>();

/** Where a page finds a file; the address changes with the file, so browsers may keep it. */
export function assetHref(name: string): string {
  let href = hrefs.get(name);
  if (href === undefined) {
    const digest = createHash('sha256')
      .update(files[name]?.text ?? '')
      .digest('base64url');
    href = `/explorer/${name}?v=${digest.slice(0, 10)}`;
    hrefs.set(name, href);
  }
  return href;
}

/** GET /explorer/<name>. Fault: `not-found`. */
export function assetResponse(name: string, request: Request): Response {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file === undefined) throw new Fault('not-found', 'There is no such file.');
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: varyByEncoding,
  };
  return taggedResponse(file.text, headers, request);
}
