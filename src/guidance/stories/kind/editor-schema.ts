import type { GenericSchema } from 'valibot';
import type { EditorSchema, JsonSchema } from '../../read/editor-schema.ts';
import { acSchema, checkSchema, storySchema } from '../tenka-schema.ts';

/** What editors check tenka.yml with. */
export const storiesEditorSchema: EditorSchema = {
  title: 'Vision of a scope: user stories, acceptance criteria, and what proves them',
  of: storiesSchema,
};

/** Stories and acceptance criteria by id; editors mark ids and keys that the reader refuses or warns of. */
function storiesSchema(toJson: (schema: GenericSchema) => JsonSchema): JsonSchema {
  const strict = (title: string, schema: JsonSchema) => ({ title, ...schema, additionalProperties: false });
  const byId = (pattern: string, { description }: JsonSchema, schema: JsonSchema) => ({
    type: 'object',
    description,
    patternProperties: { [pattern]: schema },
    additionalProperties: false,
  });
  const propertiesOf = (schema: JsonSchema) => schema.properties as Record<string, JsonSchema>;

  const [test, manual] = checkSchema.options.map((option) => toJson(option));
  const ac = toJson(acSchema);
  const story = toJson(storySchema);
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
    type: ['object', 'null'],
    properties: { tenka: stories },
    required: ['tenka'],
    additionalProperties: false,
  };
}
