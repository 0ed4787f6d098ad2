import { bothChanges, type Change } from '../../../model/change.ts';
import type { Claims } from '../../../model/claims.ts';
import { Fault } from '../../../model/fault.ts';
import { version } from '../../../model/version.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import type { Service } from '../../../service/service.ts';
import { qualityOf } from '../accept.ts';
import { baseHeaders } from '../guard/headers.ts';

/** The streams of what changes (server-sent events), which readers of this server hold open. */
export interface Events {
  /** Answers a request for one; `claims` are what the caller's token says, null where nobody has to log in. */
  respond(request: Request, claims: Claims | null): Response;
  /** Ends them all. */
  close(): void;
}

const heartbeat = 15_000;
const maxStreams = 10_000;
/** Of those, streams of pages in browsers: servers that read from here come first. */
const maxPages = 500;
/** Bytes that may wait for a reader; a stream that is not read ends there, and its reader counts everything as changed. */
const maxUnread = 1024 * 1024;
/** Names beyond these say no more than that all may be different. */
const maxNames = 1000;
const atOnce = 32;

const headers = {
  ...baseHeaders,
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx would hold back what it has not enough of.
  'X-Accel-Buffering': 'no',
};

/** One who may see other scopes than the others, with the streams of theirs. */
interface Audience {
  readonly service: Service;
  readonly streams: Set<Stream>;
  /** The scopes that they could see when they were last told, or came. */
  seen: Promise<ReadonlySet<string>>;
}

interface Stream {
  /** False where the reader is too slow. */
  write(text: string): boolean;
  close(): void;
}

/** The streams over a service as callers over the network see it. */
export function createEvents(service: Service): Events {
  const everybody = createAudience(service);
  const audiences = new Set<Audience>();
  let waiting: Change | null = null;
  let isTelling = false;
  let count = 0;
  let pages = 0;
  let isClosed = false;
  const beat = setInterval(() => {
    for (const { streams } of audiences) for (const stream of streams) write(stream, ': \n\n');
  }, heartbeat);
  beat.unref();
  const stop = service.onChange((change) => {
    if (change.reload === 'here' || (change.kinds !== null && change.kinds.size === 0)) return;
    waiting = waiting === null ? change : bothChanges(waiting, change);
    if (!isTelling && audiences.size > 0) void tellAll();
    if (audiences.size === 0) waiting = null;
  });

  /** One audience after the other; what comes meanwhile is told together afterwards. */
  async function tellAll(): Promise<void> {
    isTelling = true;
    for (; waiting !== null; await new Promise(setImmediate)) {
      const change: Change = waiting;
      waiting = null;
      for (const audience of [...audiences]) {
        const scopes = await shownIn(change, audience).catch(() => null);
        if (scopes !== null && scopes.length === 0) continue;
        const text = changedText(change, scopes);
        for (const stream of [...audience.streams]) write(stream, text);
      }
    }
    isTelling = false;
  }

  function open(claims: Claims | null, isPage: boolean): ReadableStream<Uint8Array> {
    const audience = claims === null ? everybody : createAudience(service.for({ hops: [], claims }));
    let stream: Stream;
    const leave = () => {
      if (!audience.streams.delete(stream)) return;
      count--;
      if (isPage) pages--;
      if (audience.streams.size === 0) audiences.delete(audience);
    };
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          stream = createStream(controller, claims, leave);
          count++;
          if (isPage) pages++;
          if (audience.streams.size === 0) audience.seen = namesOf(audience.service);
          audience.streams.add(stream);
          audiences.add(audience);
          stream.write(`event: hello\ndata: ${JSON.stringify({ version })}\n\n`);
        },
        cancel: leave,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    );
  }

  return {
    respond(request, claims) {
      checkAccept(request.headers.get('accept'));
      if (request.method === 'HEAD') return new Response(null, { headers });
      const isPage = new URL(request.url).searchParams.get('for') === 'page';
      // With this status a browser does not ask again.
      if (isPage && !service.watch.isOn) return new Response(null, { status: 204, headers: baseHeaders });
      if (isClosed || count >= maxStreams || (isPage && pages >= maxPages))
        return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
      return new Response(open(claims, isPage), { headers });
    },
    close() {
      isClosed = true;
      stop();
      clearInterval(beat);
      for (const { streams } of audiences) for (const stream of [...streams]) stream.close();
    },
  };
}

function createAudience(service: Service): Audience {
  return { service, streams: new Set(), seen: Promise.resolve(new Set<string>()) };
}

/** The event that tells of a change; null is for any scope. */
function changedText({ id }: Change, scopes: readonly string[] | null): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `event: changed\n${idLine}data: ${JSON.stringify({ scopes })}\n\n`;
}

function write(stream: Stream, text: string): void {
  if (!stream.write(text)) stream.close();
}

function createStream(
  controller: ReadableStreamDefaultController<Uint8Array>,
  claims: Claims | null,
  leave: () => void,
): Stream {
  const encoder = new TextEncoder();
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    leave();
    try {
      controller.close();
    } catch {
      // The reader has gone.
    }
  };
  // What a token opens ends with it.
  const end = typeof claims?.exp === 'number' ? claims.exp * 1000 - Date.now() : null;
  if (end !== null) {
    timer = setTimeout(close, Math.min(Math.max(1000, end), 2 ** 31 - 1));
    timer.unref();
  }
  return {
    close,
    write(text) {
      if (ended) return true;
      try {
        controller.enqueue(encoder.encode(text));
      } catch {
        return false;
      }
      return (controller.desiredSize ?? 0) > -maxUnread;
    },
  };
}

/** The scopes in which a change shows, of those that an audience may see or could see before; null for any. */
async function shownIn(change: Change, audience: Audience): Promise<readonly string[] | null> {
  if (change.scopes === null) return null;
  const { service } = audience;
  const before = await audience.seen;
  audience.seen = namesOf(service);
  const now = [...(await audience.seen)];
  const touched = await inBatches(
    now,
    atOnce,
    async (name) => !before.has(name) || (await service.isTouched(name, change)),
  );
  const gone = [...before].filter((name) => !now.includes(name));
  const names = [...now.filter((_, index) => touched[index]), ...gone].sort();
  return names.length > maxNames ? null : names;
}

async function namesOf(service: Service): Promise<ReadonlySet<string>> {
  return service.scopes().then(
    ({ names }) => new Set(names),
    () => new Set<string>(),
  );
}

function checkAccept(accept: string | null): void {
  if (qualityOf('text/event-stream', accept) > 0) return;
  throw new Fault(
    'not-acceptable',
    'Nothing that the Accept header names is offered here; ask for text/event-stream.',
  );
}
