// What editors say of a value that does not fit: `errorMessage` and `patternErrorMessage` are read by yaml-language-server and
// by VS Code's own JSON, `markdownDescription` is shown on hover, and validators pass over all three.
import type { JsonSchema } from '../src/guidance/read/editor-schema.ts';

const asText = 'put it in quotes if it is a number, true or false, or holds ": "';

/** By pattern of a text, or of the keys of a mapping. */
const patternWords: Readonly<Record<string, string>> = {
  '^US[0-9]+$': 'User stories are keys like US1 and US2, each with who, what and why',
  '^AC[0-9]+\\.[0-9]+$':
    'Acceptance criteria are keys like AC1.2, the second of story US1, each with given, when and then',
  '^(?:[0-9a-f]{10}|[a-z][a-z0-9-]{1,59})$':
    'The id of a rule is what its author calls it, or ten digits and letters from a to f, as "precept explain" shows it',
  '^(?![0-9a-f]{10}$)[a-z][a-z0-9-]{1,59}$':
    'The id of a rule has 2 to 60 of a-z, 0-9 and "-", a letter first, and is not ten digits and letters from a to f',
  '\\S': 'This text must not be blank',
  '^(?!index$)': 'No kata can be named index, which is the name of the list of katas',
};

/** Keys whose values are shown by an example, by their names. */
const examples: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['when', 'When adding or changing an HTTP endpoint'],
  ['tags', ['http']],
  ['paths', ['src/api/**', '*.sql']],
  ['see', ['api.errors']],
  ['ruleset', ['Answer errors as application/problem+json (RFC 9457)']],
  ['procedure', '1. Run the tests\n2. Tag the commit\n'],
  ['description', 'The way from a filled cart to a paid order'],
  ['parent', 'acme'],
  ['parents', ['acme', 'payments']],
  ['who', 'a customer'],
  ['what', 'to see my orders, the newest first'],
  ['why', 'I find the last one at once'],
  ['given', 'a customer with 60 orders'],
  ['then', 'the first 50 are listed'],
  ['task', 'Add pagination to the orders endpoint'],
  ['finds', ['api.http']],
  ['katas', ['delivery.release/cut-a-release']],
  ['files', ['src/api/orders.ts']],
]);

/** A schema with what editors show of it. */
export function withWords(schema: JsonSchema, file: string): JsonSchema {
  const isTree = schema.definitions !== undefined;
  const words = isTree
    ? 'This file is a mapping of categories: keys like "api:", with what belongs to each indented below it'
    : wordsFor(`${file}.yml`, closed(schema));
  const shown = worded(schema, file) as JsonSchema;
  return words === undefined ? shown : { ...shown, errorMessage: words };
}

/** What lint warns of is not allowed: keys that mean nothing, wherever keys are known. */
function closed(schema: JsonSchema): JsonSchema {
  const { type, properties, additionalProperties, required } = schema;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  const isClosed = isObject && properties !== undefined && additionalProperties === undefined;
  const { required: _, ...rest } = schema;
  const kept = Array.isArray(required) && required.length === 0 ? rest : schema;
  return isClosed ? { ...kept, additionalProperties: false } : kept;
}

function worded(part: unknown, name: string): unknown {
  if (Array.isArray(part)) return part.map((one) => worded(one, name));
  if (typeof part !== 'object' || part === null) return part;
  const schema = closed(part as JsonSchema);
  const entries = Object.entries(schema).map(([key, value]) => [key, wordedKey(key, value, name)]);
  const { description, pattern } = schema;
  const own = wordsFor(name, schema);
  return {
    ...Object.fromEntries(entries),
    ...(typeof description === 'string' && { markdownDescription: description }),
    ...(own !== undefined && { errorMessage: own }),
    ...(typeof pattern === 'string' &&
      patternWords[pattern] !== undefined && { patternErrorMessage: patternWords[pattern] }),
  };
}

function wordedKey(key: string, value: unknown, name: string): unknown {
  if (key === 'default' || key === 'enum' || key === 'required' || key === 'type') return value;
  if (key === 'items') return worded(value, `each entry of ${name}`);
  if (key === 'additionalProperties') return worded(value, name === 'node' ? name : `each entry of ${name}`);
  if (key === 'properties' || key === 'definitions') {
    const inside = Object.entries(value as Record<string, unknown>).map(([one, schema]) => {
      const shown = worded(schema, one) as JsonSchema;
      const example = key === 'properties' && fits(examples.get(one), shown) ? examples.get(one) : undefined;
      return [one, { ...shown, ...(example !== undefined && { examples: [example] }) }];
    });
    return Object.fromEntries(inside);
  }
  if (key === 'dependencies') return value;
  return worded(value, name);
}

/** Keys of one name may take a text in one file and a list in another. */
function fits(example: unknown, { type, anyOf }: JsonSchema): boolean {
  if (example === undefined) return false;
  if (Array.isArray(example)) return type === 'array';
  return (
    type === 'string' || (Array.isArray(anyOf) && anyOf.some((one) => (one as JsonSchema).type === 'string'))
  );
}

/** What is said of a value of another type, and of keys that are not allowed; undefined where editors' own words are good. */
function wordsFor(name: string, schema: JsonSchema): string | undefined {
  const { type, properties, patternProperties, required, additionalProperties } = schema;
  if (schema.enum !== undefined) return undefined;
  const [, of] = /^(?:each entry of )+(.*)$/.exec(name) ?? [];
  const shown = of === undefined ? `\`${name}\`` : `Each entry of \`${of}\``;
  if (type === 'array') return `${shown} takes a list: each entry on a line of its own that begins with "- "`;
  if (type === 'string') return `${shown} takes text: ${asText}`;
  if (type === 'integer') return `${shown} takes a whole number`;
  if (type === 'boolean') return `${shown} takes true or false`;
  if (type !== 'object' && !(Array.isArray(type) && type.includes('object'))) return undefined;
  if (patternProperties !== undefined) return patternWords[Object.keys(patternProperties as object)[0] ?? ''];
  // It would be said of a key that is missing too.
  if (Array.isArray(required) && required.length > 0) return undefined;
  const keys = Object.keys(properties ?? {});
  if (name === 'node') {
    return `A category takes keys like \`when\` and \`${keys.at(-1)}\`, indented below its name: is this key misspelled, or not indented far enough?`;
  }
  if (keys.length > 0 && additionalProperties === false)
    return `${shown} takes these keys: ${keys.join(', ')}`;
  return `${shown} takes keys with their values, each on a line of its own and indented, like "key: value"`;
}
