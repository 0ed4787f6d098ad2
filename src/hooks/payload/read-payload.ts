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
 * The payload that a client writes; null where there is none in time, too much of it, or no JSON. It is whole once it reads as JSON, also
 * where nobody closes the stream.
 */
export async function readPayload(input: AsyncIterable<Buffer | string>): Promise<Payload | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  const whole = () => parsePayload(Buffer.concat(chunks).toString('utf8'));
  const iterator = input[Symbol.asyncIterator]();
  for (;;) {
    const chunk = await inTime(iterator.next());
    if (chunk === null) return whole();
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > mostBytes) return null;
    const mayEnd = size <= soon && bytes.findLast((byte) => byte > lastBlank) === closingBrace;
    const payload = mayEnd ? whole() : null;
    if (payload !== null) return payload;
  }
}

/** The next piece; null where there is none any more, or none comes. */
async function inTime(next: Promise<IteratorResult<Buffer | string>>): Promise<Buffer | string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patience, null);
  });
  try {
    const found = await Promise.race([next, late]);
    return found === null || found.done === true ? null : found.value;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    next.catch(() => {});
  }
}
