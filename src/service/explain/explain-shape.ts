import * as v from 'valibot';
import { kindNames } from '../../guidance/kinds.ts';
import { detailsShape } from '../../guidance/rules/record/details-shape.ts';
import { waiverShape } from '../../guidance/waivers/waiver-shape.ts';
import type { Immutable } from '../../model/immutable.ts';
import { placeShape } from '../answers/place-shape.ts';

const optionalText = v.exactOptional(v.string());

/** What became of a piece of guidance on its way into an answer. */
const outcomes = [
  'served',
  'same-as',
  'replaced-by',
  'not-rendered',
  'blank',
  'filtered',
  'draft',
  'retired',
] as const;
export type CandidateOutcome = (typeof outcomes)[number];

const candidate = v.object({
  id: v.string(),
  text: v.string(),
  /** Where answers show another text. */
  rendered: optionalText,
  outcome: v.picklist(outcomes),
  by: v.exactOptional(
    v.object({
      id: optionalText,
      scope: v.string(),
      /** Where that is a master's. */
      server: optionalText,
      file: v.string(),
      line: v.number(),
    }),
  ),
  error: optionalText,
  /** A story or criterion that answers leave out unless they are asked for it. */
  inactive: v.exactOptional(v.literal(true)),
  ...placeShape.entries,
  /** What a rule says beside its text, as it is served or written. */
  details: v.exactOptional(detailsShape),
  /** The waivers that hold for it. */
  waivers: v.exactOptional(v.array(waiverShape)),
  variables: v.exactOptional(v.array(v.object({ name: v.string(), value: v.unknown(), source: v.string() }))),
  tokens: v.number(),
});

export const matchShape = v.object({
  kind: v.picklist(kindNames),
  category: v.nullable(v.string()),
  name: optionalText,
  /** The category belongs to every change. */
  always: v.exactOptional(v.literal(true)),
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
export type MasterWord = NonNullable<Explanation['masters']>[number];
