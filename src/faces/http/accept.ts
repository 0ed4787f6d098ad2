import { parseAccept } from 'hono/utils/accept';
import { Fault } from '../../model/fault.ts';
import type { Format } from '../../service/answer.ts';

interface MediaType {
  readonly type: string;
  readonly contentType: string;
  /** Other names that clients use for it; they count only when spelled out. */
  readonly aliases: readonly string[];
}

/** The media type of each representation (RFC 8259, RFC 7763, RFC 9512). */
export const mediaTypes: Readonly<Record<Format, MediaType>> = {
  json: { type: 'application/json', contentType: 'application/json', aliases: [] },
  markdown: { type: 'text/markdown', contentType: 'text/markdown; charset=utf-8', aliases: [] },
  yaml: {
    type: 'application/yaml',
    contentType: 'application/yaml',
    aliases: ['text/yaml', 'application/x-yaml'],
  },
  mermaid: { type: 'text/vnd.mermaid', contentType: 'text/vnd.mermaid; charset=utf-8', aliases: [] },
  csv: { type: 'text/csv', contentType: 'text/csv; charset=utf-8', aliases: [] },
  html: { type: 'text/html', contentType: 'text/html; charset=utf-8', aliases: [] },
};

const remembered = 100;

/**
 * Chooses one of `formats` by an Accept header, as RFC 9110 section 12.5.1 has it: the most specific range decides a
 * type's quality, ties go to the first listed, no header takes the first. Nothing acceptable is `not-acceptable`.
 */
export function createNegotiator(formats: readonly [Format, ...Format[]]): (accept: string | null) => Format {
  const known = new Map<string, Format | null>();
  return (accept) => {
    if (accept === null) return formats[0];
    let format = known.get(accept);
    if (format === undefined) {
      format = choose(formats, accept);
      if (known.size >= remembered) known.clear();
      known.set(accept, format);
    }
    if (format !== null) return format;
    const offered = formats.map((name) => mediaTypes[name].type).join(', ');
    throw new Fault(
      'not-acceptable',
      `Nothing that the Accept header names is offered here; ask for ${offered}.`,
    );
  };
}

/** How welcome a type is to who sends an Accept header, from 0 to 1. */
export function qualityOf(type: string, accept: string | null): number {
  return accept === null || accept.trim() === '' ? 1 : qualityIn(rangesOf(accept), [type]);
}

/** Whether an Accept header names HTML, and no form of JSON is more welcome: who sends it is a person with a browser. */
export function prefersPage(accept: string | null): boolean {
  if (accept === null || !/text\/html/i.test(accept)) return false;
  const ranges = rangesOf(accept);
  const quality = ranges.get('text/html') ?? 0;
  return quality > 0 && jsonTypes.every((type) => qualityIn(ranges, [type]) <= quality);
}

/** Whether an Accept header makes some form of JSON more welcome than HTML. */
export function prefersJson(accept: string | null): boolean {
  return jsonTypes.some((type) => qualityOf(type, accept) > qualityOf('text/html', accept));
}

/** Whether an Accept header says that HTML is not wanted. One that does not name it may get a page all the same. */
export function refusesPages(accept: string | null): boolean {
  return accept !== null && /text\/html/i.test(accept) && rangesOf(accept).get('text/html') === 0;
}

/** Data, and a fault (RFC 9457). */
const jsonTypes = ['application/json', 'application/problem+json'];

function choose(formats: readonly [Format, ...Format[]], accept: string): Format | null {
  const ranges = rangesOf(accept);
  if (ranges.size === 0) return accept.trim() === '' ? formats[0] : null;
  let best: Format | null = null;
  let bestQuality = 0;
  for (const format of formats) {
    const { type, aliases } = mediaTypes[format];
    const quality = qualityIn(ranges, [type, ...aliases]);
    if (quality > bestQuality) {
      best = format;
      bestQuality = quality;
    }
  }
  return best;
}

// hono/accepts is not used: it returns a default where RFC 9110 has none, and lets `*/*` win over `type;q=0`.
function rangesOf(accept: string): ReadonlyMap<string, number> {
  const ranges = new Map<string, number>();
  for (const { type, q } of parseAccept(accept)) {
    const range = type.toLowerCase() === '*' ? '*/*' : type.toLowerCase();
    ranges.set(range, Math.max(q, ranges.get(range) ?? 0));
  }
  return ranges;
}

/** The quality of a type under its names: the most specific range decides. */
function qualityIn(ranges: ReadonlyMap<string, number>, names: readonly string[]): number {
  const all = [...names, `${names[0]?.split('/')[0]}/*`, '*/*'];
  const range = all.find((name) => ranges.has(name));
  return range === undefined ? 0 : (ranges.get(range) ?? 0);
}
