import { checkStates } from './check-states.ts';

/** What the page of stories is asked to show. */
export interface VisionQuery {
  readonly words: string;
  /** The state of a check, `none` for criteria without any; empty for all. */
  readonly state: string;
  readonly tag: string;
  /** Whether every story is unfolded. */
  readonly all: boolean;
}

const askedStates: readonly string[] = [...checkStates, 'none'];

/** Reads `?q=&state=&tag=&all=`; a state that does not exist is none. */
export function readVisionQuery(query: URLSearchParams): VisionQuery {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 200);
  const state = text('state');
  return {
    words: text('q'),
    state: askedStates.includes(state) ? state : '',
    tag: text('tag'),
    all: query.get('all') === '1',
  };
}

/** The query again, with its `?`; empty where nothing is asked. */
export function writeVisionQuery({ words, state, tag, all }: VisionQuery): string {
  const pairs = Object.entries({ q: words, state, tag, all: all ? '1' : '' });
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== ''));
  return query.size === 0 ? '' : `?${query}`;
}
