import * as v from 'valibot';
import { kindNames } from '../guidance/kinds.ts';
import type { Immutable } from '../model/immutable.ts';
import { outcomes } from './candidates.ts';

const optionalText = v.exactOptional(v.string());

/** What git knows of a line: nothing of one that is not committed, or of which a shallow clone lacks the commit. */
const authorshipEntries = {
  author: optionalText,
  date: optionalText,
  commit: optionalText,
  edit_url: optionalText,
  authorship: v.exactOptional(v.literal('shallow')),
};

const placeEntries = {
  scope: v.string(),
  server: v.string(),
  file: v.string(),
  line: v.number(),
  column: v.exactOptional(v.number()),
};

/** Where a piece of guidance is written. */
const placeShape = v.object({ ...placeEntries, ...authorshipEntries });

const candidate = v.object({
  id: v.string(),
  text: v.string(),
  /** Where answers show another text. */
  rendered: optionalText,
  outcome: v.picklist(outcomes),
  by: v.exactOptional(v.object({ id: optionalText, scope: v.string(), file: v.string(), line: v.number() })),
  error: optionalText,
  ...placeShape.entries,
  variables: v.exactOptional(v.array(v.object({ name: v.string(), value: v.unknown(), source: v.string() }))),
  tokens: v.number(),
});

const matchShape = v.object({
  kind: v.picklist(kindNames),
  category: v.nullable(v.string()),
  name: optionalText,
  candidates: v.array(candidate),
});

const names = v.array(v.string());

export const explainShape = v.object({
  scope_name: v.string(),
  of: v.string(),
  found: v.boolean(),
  matches: v.array(matchShape),
  looked_in: v.exactOptional(names),
  nearest: v.exactOptional(names),
  /** What masters say of it themselves. */
  masters: v.exactOptional(
    v.array(
      v.object({
        url: v.string(),
        scope: v.string(),
        matches: v.array(matchShape),
        /** Why there is no word of it. */
        error: optionalText,
      }),
    ),
  ),
});

export type Explanation = Immutable<v.InferOutput<typeof explainShape>>;
export type Match = Explanation['matches'][number];
export type ExplainedCandidate = Match['candidates'][number];
