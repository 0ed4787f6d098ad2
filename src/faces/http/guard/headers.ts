/**
 * Headers of every answer: no sniffing, no framing, nothing to load, no trace of our URLs elsewhere. With `no-referrer`, browsers would
 * send the forms of our own pages with the origin `null`, which the guard refuses.
 */
export const baseHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
} as const;

/** Text as part of a header value: what is not plain visible ASCII, and `"`, `%` and `\`, is percent-escaped. */
export function toHeaderText(text: string): string {
  const loneSurrogates = /[\ud800-\udfff]/gu;
  return text.replace(loneSurrogates, '\ufffd').replace(/[^ !#$&-[\]-~]/gu, encodeURIComponent);
}
