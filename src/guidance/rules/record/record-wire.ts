import * as v from 'valibot';
import { toPlainLine } from '../../../model/text/plain-line.ts';
import { isUtcDay } from '../../../model/utc-day.ts';
import type { WireReader } from '../../wire/wire.ts';
import type { Rule } from '../rule.ts';
import type { Check } from './check.ts';
import { checkKinds } from './check.ts';
import { checkSchema } from './check-schema.ts';
import type { OneOrMore, RuleDetails } from './details.ts';
import { detailsOf } from './read-record.ts';
import { isAddress } from './record-schema.ts';
import { isOwnId } from './rule-ids.ts';

/** What of a rule in a bundle cannot be read is passed over: the rule itself is served. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined as never);

const texts = lenient(v.union([v.string(), v.array(v.string())]));

/** The keys of a rule in a bundle that belong to its record. */
export const bundledRecord = {
  id: lenient(v.string()),
  why: lenient(v.string()),
  good: texts,
  bad: texts,
  source: texts,
  // A record takes a list too, so the list comes first.
  check: lenient(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
  owner: lenient(v.string()),
  review_by: lenient(v.string()),
  waivable: lenient(v.boolean()),
};

type Bundled = v.InferOutput<v.ObjectSchema<typeof bundledRecord, undefined>>;

/** What a master says of a rule beside its text, cleaned; an id that is not well formed, or taken in its answer, is none. */
export function readRecord(given: Bundled, tools: WireReader): Pick<Rule, 'id' | 'details'> {
  const { id, why, owner, review_by, waivable } = given;
  const { clean } = tools;
  const isTaken = id !== undefined && isOwnId(id) && tools.takeId(id);
  const details = detailsOf({
    why: why === undefined || why.trim() === '' ? undefined : clean(why),
    good: cleaned(given.good, clean),
    bad: cleaned(given.bad, clean),
    source: kept(given.source, (one) => (isAddress(one) ? one : null)),
    check: kept<unknown, Check>(given.check, (one) => readCheck(one, clean)),
    owner: owner === undefined || owner.trim() === '' ? undefined : toPlainLine(clean(owner)),
    review_by: review_by !== undefined && isUtcDay(review_by) ? review_by : undefined,
    waivable,
  });
  return { ...(isTaken && { id: id as string }), ...(details !== null && { details }) };
}

function cleaned(
  given: OneOrMore<string> | undefined,
  clean: (text: string) => string,
): RuleDetails['good'] | undefined {
  return kept(given, clean);
}

/** One or a list, each converted, without those that become null; undefined where nothing is left. */
function kept<From, To>(
  given: From | readonly From[] | undefined,
  convert: (one: From) => To | null,
): To | readonly To[] | undefined {
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) return convert(given as From) ?? undefined;
  const all = (given as readonly From[]).flatMap((one): To[] => {
    const made = convert(one);
    return made === null ? [] : [made];
  });
  return all.length === 0 && given.length > 0 ? undefined : all;
}

/** A check of a master's, as a file could have it; null for any other. */
function readCheck(given: unknown, clean: (text: string) => string): Check | null {
  if (typeof given !== 'object' || given === null) return null;
  const plain = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? clean(value) : value]),
  );
  const result = v.safeParse(checkSchema, plain);
  return result.success && checkKinds.some((kind) => kind in result.output) ? (result.output as Check) : null;
}
