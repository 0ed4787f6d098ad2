import { queryText, writeQuery } from '../query.ts';
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
  const state = queryText(query, 'state');
  return {
    words: queryText(query, 'q'),
    state: askedStates.includes(state) ? state : '',
    tag: queryText(query, 'tag'),
    all: query.get('all') === '1',
  };
}

/** The query again, with its `?`; empty where nothing is asked. */
export function writeVisionQuery({ words, state, tag, all }: VisionQuery): string {
  return writeQuery({ q: words, state, tag, all: all ? '1' : '' });
}
