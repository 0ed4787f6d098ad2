import { createHash } from 'node:crypto';

const style =
  'body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto 0;padding:0 1.5rem;color:#1c1c1c;background:#fff}' +
  '@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1c}}';

/** Headers of the page at the end of a login: nothing may be loaded, framed, stored or sent on. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};

/** A small page of our own words: nothing of the request is in it. */
export function page(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - Precept</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`;
}
