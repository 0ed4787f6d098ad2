import * as v from 'valibot';
import { Fault, type FaultDetail } from '../model/fault.ts';
import { scopeNamePattern } from '../model/names/scope-name.ts';
import { meantInstead } from '../model/text/nearest.ts';
import { type Feedback, type FeedbackType, feedbackTypes, toFeedback } from './entry.ts';

/** Bytes of JSON that one piece of feedback may have. */
const limit = 64 * 1024;
/** Errors that are reported at most. */
const maxErrors = 100;

const fields = ['type', 'task', 'rules', 'categories', 'reason', 'scope', 'reporter'];
const ruleFields = ['category', 'rule'];

/** What each field must be, by path with `*` for a place in a list. */
const requirements: Readonly<Record<string, string>> = {
  '': 'must be a JSON object with type, task, and rules, or categories and reason',
  type: `must be ${feedbackTypes.join(' or ')}`,
  task: 'must be text that is not blank: what the work was about',
  rules: 'must be a list of {category, rule}, with at least one for contradictory_rules',
  'rules.*': 'must be an object with category and rule',
  'rules.*.category': 'must be text that is not blank',
  'rules.*.rule': 'must be text that is not blank',
  categories: 'must be a list of category names, with at least one for missed_categories',
  'categories.*': 'must be text that is not blank',
  reason: 'must be text that is not blank: why the categories were not fetched',
  scope: 'must be the name of a scope: 1 to 200 of A-Z, a-z, 0-9, "_" and "-"',
  reporter: 'must be text that is not blank: who reports, at most 200 characters',
};

const text = v.pipe(v.string(), v.regex(/\S/));
const scope = v.pipe(v.string(), v.regex(scopeNamePattern));
const reporter = v.pipe(text, v.maxLength(200));
const emptyOrText = v.pipe(v.string(), v.regex(/^$|\S/));
// valibot's own object takes an array for one.
const object = v.custom<Record<string, unknown>>(isObject);
const rules = v.array(v.pipe(object, v.object({ category: text, rule: text })));
const categories = v.array(text);

/** The schema for one type; the fields of the other type may be left out or empty. */
function schemaOf(wanted: FeedbackType | undefined) {
  const disputed = wanted === 'contradictory_rules';
  const missed = wanted === 'missed_categories';
  return v.pipe(
    object,
    v.object({
      type: v.picklist(feedbackTypes),
      task: text,
      rules: disputed ? v.pipe(rules, v.minLength(1)) : v.optional(rules),
      categories: missed ? v.pipe(categories, v.minLength(1)) : v.optional(categories),
      reason: missed ? text : v.optional(emptyOrText),
      scope: v.optional(scope),
      reporter: v.optional(reporter),
    }),
  );
}

/** Errors for the keys that feedback does not have, in the object and in its rules. */
function unknownKeys(value: unknown): FaultDetail[] {
  const of = (holder: unknown, known: readonly string[], prefix: string) =>
    Object.keys(isObject(holder) ? holder : {})
      .filter((key) => !known.includes(key))
      .map((key) => ({
        path: prefix + key.slice(0, 60),
        message: `is not a field of feedback${meantInstead(key, known)}`,
      }));
  const inner = isObject(value) && Array.isArray(value.rules) ? value.rules : [];
  return [
    // A client's clock is not asked; its timestamp does no harm.
    ...of(value, [...fields, 'timestamp'], ''),
    ...inner.flatMap((rule, index) => of(rule, ruleFields, `rules.${index}.`)),
  ];
}

export interface AlreadyFound {
  /** Errors of arguments that could not even be put in place. */
  readonly errors: readonly FaultDetail[];
  /** The fields whose place stayed empty because of them. */
  readonly unread: readonly string[];
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    // A parser goes deeper than what writes.
    if (!(error instanceof RangeError)) throw error;
    throw invalidFeedback([{ path: '', message: 'is nested too deeply' }]);
  }
}

/**
 * What a reporter said, checked. Faults: `invalid-feedback` with one error per wrong field (dotted paths), those of
 * `found` first; `payload-too-large`.
 */
export function checkFeedback(value: unknown, found: AlreadyFound = { errors: [], unread: [] }): Feedback {
  if (Buffer.byteLength(jsonOf(value)) > limit) {
    throw new Fault('payload-too-large', 'The feedback is larger than 64 KiB; send less.');
  }
  const wanted = isObject(value) ? feedbackTypes.find((name) => name === value.type) : undefined;
  const result = v.safeParse(schemaOf(wanted), value);
  const errors = new Map(found.errors.map((error) => [error.path, error]));
  for (const error of [...(result.issues ?? []).map(toDetail), ...unknownKeys(value)]) {
    if (!errors.has(error.path) && !found.unread.includes(error.path)) errors.set(error.path, error);
  }
  if (errors.size > 0) throw invalidFeedback([...errors.values()]);
  return toFeedback(result.output as Feedback);
}

/** The fault for these errors; its one line names each of the first ten. */
export function invalidFeedback(errors: readonly FaultDetail[]): Fault {
  const listed = errors.slice(0, maxErrors);
  const shown = errors.slice(0, 10).map(({ path, message }) => `${path || 'it'} ${message}`);
  const more = errors.length > 10 ? `; and ${errors.length - 10} more` : '';
  return new Fault('invalid-feedback', `The feedback was not stored: ${shown.join('; ')}${more}.`, {
    errors: listed,
  });
}

function toDetail(issue: v.BaseIssue<unknown>): FaultDetail {
  const path = v.getDotPath(issue) ?? '';
  return { path, message: requirements[path.replace(/\.\d+/g, '.*')] ?? issue.message };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
