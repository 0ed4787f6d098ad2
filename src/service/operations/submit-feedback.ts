import * as v from 'valibot';
import { type AlreadyFound, checkFeedback, invalidFeedback } from '../../feedback/check-feedback.ts';
import { feedbackTypes } from '../../feedback/entry.ts';
import { whyTooDeep } from '../../model/json-depth.ts';
import { parseKey } from '../../spool/key.ts';
import { type DataOf, defineOperation } from '../operation.ts';
import { feedbackShape } from './shapes/shapes.ts';

const text = v.pipe(v.string(), v.regex(/\S/));
const type = v.picklist(feedbackTypes);
const task = 'What the work was about';
const reason = 'Why they were missed';

export const submitFeedback = defineOperation({
  name: 'submit_feedback',
  title: 'Report a problem with the rules',
  description: 'Reports rules that contradict each other, or categories that you needed and missed.',
  needs: ['feedback', 'scope'],
  input: v.strictObject({
    type,
    task: v.pipe(text, v.description(task)),
    rules: v.optional(
      v.pipe(
        v.array(v.strictObject({ category: text, rule: text })),
        v.description('For contradictory_rules: the rules that contradict each other'),
      ),
    ),
    categories: v.optional(
      v.pipe(v.array(text), v.description('For missed_categories: the categories that were needed')),
    ),
    reason: v.optional(v.pipe(v.string(), v.description(`For missed_categories: ${reason.toLowerCase()}`))),
    scope: v.optional(v.pipe(v.string(), v.description('The scope whose guidance it is about'))),
    reporter: v.optional(v.pipe(v.string(), v.description('Who reports, in any words'))),
  }),
  output: feedbackShape,
  parse: (values) => checkFeedback(values),
  http: {
    method: 'post',
    path: '/feedback',
    formats: ['json', 'markdown'],
    status: 201,
    idempotencyKey: true,
    examples: {
      contradictory_rules: {
        type: 'contradictory_rules',
        task: 'Add an endpoint',
        rules: [
          { category: 'backend.api', rule: 'Answer errors as RFC 9457 problem details' },
          { category: 'backend.api.errors', rule: 'Answer errors as plain text' },
        ],
      },
      missed_categories: {
        type: 'missed_categories',
        task: 'Add an endpoint',
        categories: ['backend.api.errors'],
        reason: 'Its description names pages only',
      },
    },
  },
  mcp: {
    readOnly: false,
    idempotent: false,
    input: v.strictObject({
      type,
      task: v.pipe(v.string(), v.description(task)),
      rules_json: v.optional(
        v.pipe(v.string(), v.description('contradictory_rules: JSON array of {category, rule}')),
      ),
      categories: v.optional(v.pipe(v.string(), v.description('missed_categories: comma-separated'))),
      reason: v.optional(v.pipe(v.string(), v.description(`missed_categories: ${reason.toLowerCase()}`))),
      scope_name: v.optional(v.pipe(v.string(), v.description('Scope it is about'))),
      reporter: v.optional(v.string()),
    }),
    toInput,
  },
  cli: null,
  async run(input, service, { idempotencyKey }) {
    const channel = await service.feedback.open();
    // Over REST a caller hears that the store is away, and asks again; an agent or a person would not.
    const mayWait = idempotencyKey === undefined;
    const data = await channel.submit(input, readKey(idempotencyKey), { mayWait });
    if (!mayWait) return { data, presentation: [] };
    const { unknownCategories } = await import('../tasks/unknown-categories.ts');
    return { data, presentation: await unknownCategories(input, service) };
  },
  texts: async () => ({
    markdown: (stored, unknown) => `${[storedLine(stored), ...unknown].join('\n\n')}\n`,
  }),
});

/** What the faces say of an entry that was stored. */
function storedLine({ timestamp, type: kind }: DataOf<typeof feedbackShape>): string {
  return `Thank you. Feedback (${kind}) was stored at ${timestamp}.`;
}

/** Feedback from a tool's arguments: a list as text becomes a list, and an empty text an argument that is not there. */
function toInput({ rules_json, categories, scope_name, ...others }: Readonly<Record<string, unknown>>) {
  const rules = typeof rules_json === 'string' ? parseRules(rules_json) : { value: rules_json };
  const list = typeof categories === 'string' ? splitList(categories) : categories;
  const values = {
    ...withoutBlank(others),
    ...(scope_name !== undefined && scope_name !== '' && { scope: scope_name }),
    ...(rules.value !== undefined && { rules: rules.value }),
    ...(list !== undefined && { categories: list }),
  };
  return checkFeedback(values, rules.found);
}

/** Agents fill in what they leave out. */
function withoutBlank({ reporter, ...others }: Readonly<Record<string, unknown>>) {
  return reporter === undefined || reporter === '' ? others : { ...others, reporter };
}

function parseRules(json: string): { value?: unknown; found?: AlreadyFound } {
  if (json.trim() === '') return {};
  try {
    const tooDeep = whyTooDeep(json);
    if (tooDeep !== null) throw new SyntaxError(tooDeep);
    return { value: JSON.parse(json) };
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 100) : 'it cannot be read';
    const message = `must be a JSON array of {"category", "rule"}: ${why}`;
    return { found: { errors: [{ path: 'rules_json', message }], unread: ['rules'] } };
  }
}

function splitList(list: string): string[] | undefined {
  return list.trim() === '' ? undefined : list.split(',').map((item) => item.trim());
}

function readKey(header: string | null | undefined): string | undefined {
  if (header === null || header === undefined) return undefined;
  const key = parseKey(header);
  if (key !== null) return key;
  throw invalidFeedback([{ path: 'Idempotency-Key', message: 'must be 1 to 200 visible ASCII characters' }]);
}
