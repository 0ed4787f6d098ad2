import type { Readable } from 'node:stream';
import { type Payload, parsePayload } from './payload.ts';

/** Bytes of a payload: clients send the whole text of a file that is written. */
const mostBytes = 16 * 1024 * 1024;
/** Bytes up to which it is looked whether a payload is whole before its stream ends. */
const soon = 256 * 1024;
/** Milliseconds after which a client that neither writes nor closes is not waited for. */
const patience = 1500;
const closingBrace = 0x7d;
const lastBlank = 0x20;

/**
 * The payload on standard input; null where there is none in time, too much of it, or no JSON. It is whole once it reads as JSON, also
 * where nobody closes the stream.
 */
export function readPayload(
  stdin: Readable & { readonly isTTY?: boolean },
  limits: { readonly bytes?: number; readonly patience?: number } = {},
): Promise<Payload | null> {
  const { bytes: most = mostBytes, patience: wait = patience } = limits;
  if (stdin.isTTY === true) return Promise.resolve(null);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (payload: Payload | null) => {
      clearTimeout(timer);
      stdin.off('data', take).off('end', end).off('error', end).off('close', end);
      // What comes after it is nobody's, and must not keep its writer waiting.
      stdin.on('error', () => {}).resume();
      resolve(payload);
    };
    const whole = () => parsePayload(Buffer.concat(chunks).toString('utf8'));
    const end = () => settle(whole());
    const take = (chunk: Buffer | string) => {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size > most) return settle(null);
      const payload =
        size <= soon && bytes.findLast((byte) => byte > lastBlank) === closingBrace ? whole() : null;
      if (payload !== null) settle(payload);
      else timer.refresh();
    };
    const timer = setTimeout(end, wait);
    stdin.on('data', take).once('end', end).once('error', end).once('close', end);
  });
}
