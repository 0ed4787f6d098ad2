import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { errorCode } from '../runtime/files/files.ts';
import { openOwn } from '../runtime/files/own-file.ts';
import { createFile, putFile } from '../runtime/files/write-file.ts';

/** How far forwarding has come, and who is at it. */
export interface ForwardState {
  /** Bytes of the log that need no more sending. */
  readonly offset: number;
  /** What the log starts with, to notice when it is another file. */
  readonly head: { readonly length: number; readonly hash: string };
  /** The process that sends, and until when (milliseconds of the epoch) the others leave it alone. */
  readonly holder: string | null;
  readonly until: number;
}

const start: ForwardState = { offset: 0, head: { length: 0, hash: '' }, holder: null, until: 0 };
const headLength = 512;

/**
 * The file beside the log that holds the state. It only saves work: where its text is lost, everything with an id is
 * sent again, and the receiver keeps each id once.
 */
export interface ForwardFile {
  /** Makes it, where there is none, so that what is in the log by now is not sent. */
  create(log: FileHandle | null): Promise<void>;
  /**
   * The state as far as it fits this log, and the beginning where it does not. Where there is no file yet, sending is to begin: at the
   * end of the log, or with `sendsEarlier` at its beginning.
   */
  read(log: FileHandle): Promise<ForwardState>;
  write(log: FileHandle, state: Pick<ForwardState, 'offset' | 'holder' | 'until'>): Promise<void>;
}

export function createForwardFile(
  path: string,
  within: string | null,
  { sendsEarlier }: { readonly sendsEarlier: boolean },
): ForwardFile {
  const area = { within };
  // Where sending has begun, a file that is not there is lost, or could not be made.
  let hasBegun = sendsEarlier;
  return {
    async create(log) {
      hasBegun = true;
      const offset = log === null ? 0 : (await log.stat()).size;
      const head = log === null ? start.head : await headOf(log, offset);
      await createFile(path, JSON.stringify({ ...start, offset, head }), area);
    },
    async read(log) {
      const text = await readOwn(path, within).catch((error: unknown) =>
        errorCode(error) === 'ENOENT' && !hasBegun ? null : '',
      );
      const { size } = await log.stat();
      if (text === null) return { ...start, offset: size };
      const state = parseState(text);
      const same = size >= state.offset && (await headOf(log, state.head.length)).hash === state.head.hash;
      return same ? state : { ...start, holder: state.holder, until: state.until };
    },
    async write(log, state) {
      hasBegun = true;
      const head = await headOf(log, state.offset);
      await putFile(path, JSON.stringify({ ...state, head }), area, { mode: 0o666, durable: true });
    },
  };
}

async function readOwn(path: string, within: string | null): Promise<string> {
  const file = await openOwn(path, 'r', within);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function headOf(log: FileHandle, offset: number): Promise<ForwardState['head']> {
  const length = Math.min(offset, headLength);
  const { buffer, bytesRead } = await log.read(Buffer.alloc(length), 0, length, 0);
  const hash = createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('base64url');
  return { length, hash: length === 0 ? '' : hash };
}

function parseState(text: string): ForwardState {
  try {
    const { offset, head, holder, until } = JSON.parse(text) as ForwardState;
    const sound =
      Number.isSafeInteger(offset) && offset >= 0 && typeof head.hash === 'string' && head.length >= 0;
    return sound ? { offset, head, holder, until: Number(until) || 0 } : start;
  } catch {
    return start;
  }
}
