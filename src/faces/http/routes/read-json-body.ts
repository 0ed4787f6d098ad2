import { Fault } from '../../../model/fault.ts';
import { whyTooDeep } from '../../../model/json-depth.ts';
import { HttpFault } from '../fault-with-headers.ts';

const usualLimit = 64 * 1024;

/**
 * The data of a request's JSON body. Faults: `unsupported-media-type`, `payload-too-large` (64 KiB unless `limit` says
 * otherwise, found without reading more than that), `malformed-json`.
 */
export async function readJsonBody(request: Request, limit: number = usualLimit): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    const given = type ? `is ${JSON.stringify(type.slice(0, 60))}` : 'is missing';
    throw new HttpFault('unsupported-media-type', `The Content-Type ${given}; send application/json.`, {
      'Accept-Post': 'application/json',
    });
  }
  const bytes = await readAtMost(request, limit);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const tooDeep = whyTooDeep(text);
    if (tooDeep !== null) throw new SyntaxError(tooDeep);
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new Fault('malformed-json', `The body is not JSON: ${reason}.`, { cause: error });
  }
}

/** The bytes of a request's body. Faults: `payload-too-large`, found without reading more; `malformed-json` for one that ended early. */
export async function readAtMost(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new Fault('malformed-json', 'The body ended early.', { cause: error });
    });
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > limit) {
      // Not awaited: the sender may never end.
      reader.cancel().catch(() => {});
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

function tooLarge(limit: number): Fault {
  const size = limit < 1024 * 1024 ? `${limit / 1024} KiB` : `${limit / 1024 / 1024} MiB`;
  return new HttpFault('payload-too-large', `The body is larger than ${size}; send less.`, {
    Connection: 'close',
  });
}
