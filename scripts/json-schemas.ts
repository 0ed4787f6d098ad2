import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { allowedValues, type SettingRow, settings } from '../src/config/settings.ts';
import { kataCategorySchema, metadataSchema, ruleCategorySchema } from '../src/guidance/schemas.ts';
import { acSchema, checkSchema, storySchema } from '../src/guidance/stories/tenka-schema.ts';

type JsonSchema = Record<string, unknown>;

const draft = 'http://json-schema.org/draft-07/schema#';

/** The JSON Schemas that editors check content files with, by file name. */
export function jsonSchemas(): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = {
    'metadata.schema.json': titled('A scope of Precept', {
      ...plain(metadataSchema),
      type: ['object', 'null'],
    }),
    'commandments.schema.json': tree('Commandments (MUST) of a scope, by category', ruleCategorySchema),
    'suggestions.schema.json': tree(
      'Suggestions (SHOULD) of a scope, by category; +category adds to what is inherited',
      ruleCategorySchema,
    ),
    'katas.schema.json': tree('Katas (step-by-step procedures) of a scope, by category', kataCategorySchema),
    'tenka.schema.json': vision(),
    'settings.schema.json': settingsSchema(),
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, shown(schema)]));
}

/**
 * The same schema with what an editor shows of each key: its name as a title, and its description beside the title,
 * where valibot leaves it inside `anyOf` for a value that may be null.
 */
function shown<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(shown) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === 'properties' ? shownProperties(value) : key === 'default' ? value : shown(value),
  ]);
  return Object.fromEntries(entries);
}

function shownProperties(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const entries = Object.entries(properties).map(([name, schema]): [string, JsonSchema] => {
    const { anyOf, ...rest } = shown(schema);
    const titled = { title: titleOf(name), ...rest };
    if (!Array.isArray(anyOf) || rest.description !== undefined) {
      return [name, { ...titled, ...(anyOf !== undefined && { anyOf }) }];
    }
    const [{ description, ...first }, ...others] = anyOf as [JsonSchema, ...JsonSchema[]];
    return [name, { ...titled, description, anyOf: [first, ...others] }];
  });
  return Object.fromEntries(entries);
}

/** `http_port` as "HTTP port". */
function titleOf(name: string): string {
  const words = name
    .split('_')
    .map((word) => (/^(http|url|ssl|tls|ca|ttl|xml|oidc|id)$/.test(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function plain(schema: GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  return rest as JsonSchema;
}

/** Any mapping in the tree may be a category, a group of categories, or both; any other key is a segment of the path. */
function tree(title: string, category: GenericSchema): JsonSchema {
  const { properties } = plain(category);
  const node = {
    title: 'Category',
    description: 'A category, a group of categories, or both; other keys are the next segments of its path',
    type: 'object',
    properties,
    additionalProperties: { $ref: '#/definitions/node' },
  };
  return {
    ...titled(title, {}),
    type: ['object', 'null'],
    additionalProperties: { $ref: '#/definitions/node' },
    definitions: { node },
  };
}

/** Stories and acceptance criteria by id; editors mark ids and keys that the reader refuses or warns of. */
function vision(): JsonSchema {
  const strict = (title: string, schema: JsonSchema) => ({ title, ...schema, additionalProperties: false });
  const byId = (pattern: string, { description }: JsonSchema, schema: JsonSchema) => ({
    type: 'object',
    description,
    patternProperties: { [pattern]: schema },
    additionalProperties: false,
  });
  const propertiesOf = (schema: JsonSchema) => schema.properties as Record<string, JsonSchema>;

  const [test, manual] = checkSchema.options.map((option) => plain(option));
  const ac = plain(acSchema);
  const story = plain(storySchema);
  const acProperties = propertiesOf(ac);
  const checks = {
    ...acProperties.checks,
    items: { anyOf: [strict('An automated check', test ?? {}), strict('A manual check', manual ?? {})] },
  };
  const acs = byId(
    '^AC[0-9]+\\.[0-9]+$',
    propertiesOf(story).acs ?? {},
    strict('An acceptance criterion', { ...ac, properties: { ...acProperties, checks } }),
  );
  const stories = byId(
    '^US[0-9]+$',
    { description: 'User stories by id, like US1' },
    strict('A user story', { ...story, properties: { ...propertiesOf(story), acs } }),
  );
  return {
    ...titled('Vision of a scope: user stories, acceptance criteria, and what proves them', {}),
    type: ['object', 'null'],
    properties: { tenka: stories },
    required: ['tenka'],
    additionalProperties: false,
  };
}

function settingsSchema(): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(settings).map(([name, row]: [string, SettingRow]) => [
      name,
      {
        ...typeOf(row),
        description: `${row.about} (${allowedValues(row)})`,
        ...(row.default !== null && { default: row.default }),
      },
    ]),
  );
  const description = 'Keys that are no settings are variables for templates.';
  return {
    ...titled('Settings of Precept', {}),
    description,
    type: ['object', 'null'],
    properties,
    additionalProperties: true,
  };
}

function typeOf(row: SettingRow): JsonSchema {
  switch (row.kind) {
    case 'integer':
      return { type: 'integer', minimum: row.min, maximum: row.max };
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { enum: [...row.choices] };
    case 'list':
    case 'urls':
      return { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
    case 'mapping':
      return { type: 'object', additionalProperties: { enum: [...row.choices] } };
    default:
      return { type: 'string' };
  }
}

function titled(title: string, schema: JsonSchema): JsonSchema {
  return { $schema: draft, title, ...schema };
}
