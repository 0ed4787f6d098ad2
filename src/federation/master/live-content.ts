import * as v from 'valibot';
import { maxListedScopes, scopeNamePattern } from '../../model/names/scope-name.ts';
import type { Ask } from '../ask-master.ts';
import { listOfScopes } from '../master-health.ts';
import { confirmedEtag, etagOf, jsonOf, parsed } from '../read-answer.ts';
import { checked } from '../read-bundle.ts';
import type { ContentQuestions } from './content-questions.ts';
import { createScopeReader } from './read-remote-scope.ts';

const nameList = v.pipe(v.array(v.string()), v.maxLength(maxListedScopes));

/** What a server has, asked for scope by scope. */
export function createLiveContent(options: {
  readonly url: string;
  readonly ask: Ask;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}): ContentQuestions {
  const { ask } = options;
  const scopes = createScopeReader(options);
  return {
    scope: (name, reading) => ({
      subject: name,
      ask: (asking, held) => scopes.read(name, reading, asking, held),
      open: (copy) => scopes.open(name, reading, copy),
    }),
    names: {
      subject: listOfScopes,
      async ask(asking, held) {
        const etag = confirmedEtag(held?.copy ?? null);
        let given = await ask('/scopes', asking, etag === null ? {} : { 'If-None-Match': etag });
        if (given.status === 304 && etag !== null) {
          const known = await held?.open();
          if (known) {
            await held?.place.confirm();
            return known;
          }
          given = await ask('/scopes', asking);
        }
        if (given.status === 404) return null;
        const names = toNames(jsonOf(given));
        await held?.place.keep(etagOf(given), given.text);
        return names;
      },
      open: async ({ text }) => (text === null ? null : toNames(parsed(text))),
    },
    refresh() {},
    forget: () => scopes.forget(),
  };
}

function toNames(data: unknown): readonly string[] {
  return checked(nameList, data, 'list of scopes').filter((name) => scopeNamePattern.test(name));
}
