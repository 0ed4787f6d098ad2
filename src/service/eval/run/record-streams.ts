import { PassThrough, type Readable, Transform, type Writable } from 'node:stream';
import { openOwn } from '../../../runtime/files/own-file.ts';

/** Characters of one answer, and of all of a run, that are kept. */
const mostOfOne = 200_000;
const mostOfAll = 4_000_000;

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: unknown; readonly uri?: unknown; readonly arguments?: unknown };
  readonly result?: unknown;
}

/**
 * The streams of an MCP server over stdio, of which every answer is written to a file before the client gets it: what it was asked, and
 * the texts that it answered.
 */
export async function recordStreams(
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  path: string,
): Promise<{ readonly stdin: Readable; readonly stdout: Writable }> {
  const file = await openOwn(path, 'a+', null);
  const open = new Map<string | number, Message>();
  let room = mostOfAll;
  const asking = new PassThrough();
  const questions = byLine((line) => {
    const message = parse(line);
    if (message?.id !== undefined && message.method !== undefined) open.set(message.id, message);
  });
  stdin.on('data', (chunk: Buffer) => questions(chunk));
  stdin.pipe(asking);
  const answers = byLine((line) => {
    const message = parse(line);
    const asked = message?.id === undefined ? undefined : open.get(message.id);
    if (message?.id === undefined || asked === undefined || message.method !== undefined) return '';
    open.delete(message.id);
    const text = textsIn(message.result).join('\n').slice(0, Math.min(mostOfOne, room));
    room -= text.length;
    const { name, uri, arguments: given } = asked.params ?? {};
    const tool = name ?? uri;
    const entry = { method: asked.method, ...(tool !== undefined && { tool }), arguments: given, text };
    return `${JSON.stringify(entry)}\n`;
  });
  const answering = new Transform({
    transform(chunk: Buffer, _, done) {
      const lines = answers(chunk).filter(Boolean).join('');
      const written = lines === '' ? Promise.resolve() : file.appendFile(lines);
      written.then(() => done(null, chunk), done);
    },
    flush: (done) => void file.close().then(() => done(), done),
  });
  answering.pipe(stdout);
  return { stdin: asking, stdout: answering };
}

/** Gives what `take` makes of each whole line of a stream. */
function byLine<Result>(take: (line: string) => Result): (chunk: Buffer) => Result[] {
  let rest: Buffer[] = [];
  return (chunk) => {
    const end = chunk.lastIndexOf(10);
    if (end < 0) {
      rest.push(chunk);
      return [];
    }
    const whole = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = [chunk.subarray(end + 1)];
    return whole.split('\n').map(take);
  };
}

function parse(line: string): Message | null {
  try {
    const data: unknown = JSON.parse(line);
    return typeof data === 'object' && data !== null ? data : null;
  } catch {
    return null;
  }
}

/** The texts of an answer, whatever method it is of. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    (key === 'text' || key === 'instructions') && typeof inside === 'string' ? [inside] : textsIn(inside),
  );
}
