import type { MiddlewareHandler } from 'hono';
import { lazy } from '../../runtime/async/lazy.ts';

/** What pages and their files vary by, compressed or not, and also where they have not changed (RFC 9110, 15.4.5). */
export const varyByEncoding = 'Accept, Accept-Encoding';

const open = lazy(async () => (await import('hono/compress')).compress());

/**
 * Compresses what people read in a browser. Not what programs ask for: they hold on to an ETag, and MCP and streams of
 * events must not wait for a block to be full.
 */
export const compressed: MiddlewareHandler = async (context, next) => (await open())(context, next);
