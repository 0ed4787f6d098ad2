import type { HttpAnswer } from '../../runtime/http/http-client.ts';
import { isJson, problemCode } from '../../runtime/http/refusal-reason.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Ask } from '../ask-master.ts';
import { noList } from '../master-error.ts';
import { isOwnProblem } from '../read-answer.ts';

/** Tells a Precept server, which lacks a scope, from another that lacks everything. */
export interface ForeignWatch {
  /** The same question, whose answers are looked at. */
  readonly ask: Ask;
  /** Whether what answers at the address of the master is no Precept server. */
  isForeign(): boolean;
}

const list = '/scopes';
const ofScope = /^\/scopes\/[^/]+\/rules\?/;

/**
 * Looks at the answers of a master. One that answers 404 for a scope and not in JSON, or as Precept does at a path that it does not have, before
 * it has answered anything as a server of rules does, is asked for its list of scopes: each such server has one. Logs once when there is none.
 */
export function watchForeign(url: string, ask: Ask, log: Logger): ForeignWatch {
  let state: 'unknown' | 'ours' | 'foreign' = 'unknown';
  const noteForeign = () => {
    if (state === 'foreign') return;
    state = 'foreign';
    log.warn(`${url} is not a Precept master: ${noList}; "precept doctor" has the cure`);
  };
  return {
    isForeign: () => state === 'foreign',
    async ask(path, asking, condition) {
      const answer = await ask(path, asking, condition);
      const { status } = answer;
      if (status === 304 || (status === 200 && isJson(answer.headers)) || isOwnProblem(answer))
        state = 'ours';
      else if (status === 404 && path === list) noteForeign();
      else if (status === 404 && state === 'unknown' && ofScope.test(path) && isOfNoScope(answer)) {
        const asked = await ask(list, { ...asking, onlyStatus: true });
        if (asked.status === 404) noteForeign();
      }
      return answer;
    },
  };
}

/** Whether a 404 may be about the path: older servers say in JSON of their own that they lack the scope. */
function isOfNoScope(answer: HttpAnswer): boolean {
  return !isJson(answer.headers) || problemCode(answer) === 'not-found';
}
