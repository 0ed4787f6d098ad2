import * as v from 'valibot';
import { withoutColumn } from '../../../model/origin.ts';
import { stripHidden } from '../../../model/text/hidden-text.ts';
import { defineWire, type Wire, type WireReader } from '../../wire/wire.ts';
import { entriesSchema, none, origin } from '../../wire/wire-schemas.ts';
import { messageLine } from '../results/message-line.ts';
import {
  type AcceptanceCriterion,
  type Check,
  type CheckResult,
  checkKey,
  type Stories,
  type UserStory,
} from '../story.ts';
import { acFields, checkResultSchema, storyFields } from '../tenka-schema.ts';
import { readPlainStories, storyAddresses } from './plain-stories.ts';

const storyId = /^US[0-9]+$/;
const acRef = /^AC[0-9]+\.[0-9]+$/;

const bundledAc = v.object(acFields);
const bundledStory = v.object({
  ...storyFields,
  acs: v.optional(entriesSchema(bundledAc, acRef), none),
  origin,
});

/** How stories travel between servers, and beside them what their checks have shown. */
export const storiesWire: Wire<Stories> = defineWire({
  entries: {
    tenka: v.optional(entriesSchema(bundledStory, storyId), none),
    results: v.optional(v.array(checkResultSchema), []),
  },
  read({ tenka, results }, tools) {
    const byAc = resultsByAc(results);
    return new Map(tenka.map(([id, story]) => [id, readStory(id, story, byAc, tools)]));
  },
  write: (stories) => ({
    tenka: Object.fromEntries([...stories].map(([id, story]) => [id, writeStory(story)])),
    results: [...stories.values()].flatMap(resultsOf),
  }),
  plain: {
    lists: storyAddresses,
    read: async (answers, tools) => ({ tenka: readPlainStories(answers, tools) }),
  },
});

/** Results by their scope and acceptance criterion, each list in order. */
function resultsByAc(results: readonly CheckResult[]): ReadonlyMap<string, readonly CheckResult[]> {
  const byAc = new Map<string, CheckResult[]>();
  for (const result of results) {
    const place = placeOf(result.scope, result.ac);
    const known = byAc.get(place);
    const own = {
      ...result,
      check: stripHidden(result.check),
      ...(result.message !== undefined && { message: messageLine(result.message) }),
    };
    if (known === undefined) byAc.set(place, [own]);
    else known.push(own);
  }
  return byAc;
}

function placeOf(scope: string, ac: string): string {
  return `${scope} ${ac}`;
}

function readStory(
  id: string,
  { who, what, why, tags, active, acs: given, origin: told }: v.InferOutput<typeof bundledStory>,
  byAc: ReadonlyMap<string, readonly CheckResult[]>,
  tools: WireReader,
): UserStory {
  const { clean } = tools;
  const stray = given.find(([ref]) => !ref.startsWith(`AC${id.slice(2)}.`));
  if (stray !== undefined) tools.refuse(`its bundle has ${stray[0]} in story ${id}`);
  const origin = tools.origin(told);
  const acs = new Map(given.map(([ref, ac]) => [ref, readAc(ref, ac, origin.line, tools)]));
  const results = new Map<string, CheckResult>();
  for (const result of [...acs.keys()].flatMap((ac) => byAc.get(placeOf(origin.scope, ac)) ?? [])) {
    const key = checkKey(result.scope, result.ac, result.check);
    if (!results.has(key)) results.set(key, result);
  }
  const texts = { who: clean(who), what: clean(what), why: clean(why) };
  return { id, ...texts, tags: tags.map(clean), active, acs, origin, results };
}

function readAc(
  ref: string,
  ac: v.InferOutput<typeof bundledAc>,
  line: number,
  { clean }: WireReader,
): AcceptanceCriterion {
  const { status = 'not_validated', automation = 'automated', checks = [] } = ac;
  return {
    ref,
    given: clean(ac.given),
    when: clean(ac.when),
    // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
    then: clean(ac.then),
    active: ac.active,
    tags: ac.tags.map(clean),
    checks: checks.map(
      (check): Check =>
        'test' in check
          ? { kind: 'automated', text: clean(check.test) }
          : { kind: 'manual', text: clean(check.manual), validated: check.validated },
    ),
    stated: { status, automation },
    line,
  };
}

function writeStory({ who, what, why, tags, active, acs, origin }: UserStory): object {
  const entries = [...acs].map(([ref, ac]) => [ref, writeAc(ac)]);
  return { who, what, why, tags, active, acs: Object.fromEntries(entries), origin: withoutColumn(origin) };
}

function writeAc(ac: AcceptanceCriterion): object {
  const { given, when, active, tags, checks, stated } = ac;
  // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
  const texts = { given, when, then: ac.then, active, tags };
  return checks.length > 0 ? { ...texts, checks: checks.map(writeCheck) } : { ...texts, ...stated };
}

/** A check as tenka.yml has it. */
export function writeCheck(check: Check): object {
  return check.kind === 'automated'
    ? { test: check.text }
    : { manual: check.text, validated: check.validated };
}

/** The results of the automated checks that a story has now, in their order. */
function resultsOf({ origin, acs, results }: UserStory): CheckResult[] {
  return [...acs.values()].flatMap(({ ref, checks }) =>
    checks.flatMap(({ kind, text }) =>
      kind === 'automated' ? (results.get(checkKey(origin.scope, ref, text)) ?? []) : [],
    ),
  );
}
