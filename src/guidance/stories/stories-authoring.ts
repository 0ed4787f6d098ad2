import type { GenericSchema } from 'valibot';
import type { JsonSchema } from '../editor-schema.ts';
import type { Authoring } from '../kind.ts';
import { acSchema, checkSchema, storySchema } from './tenka-schema.ts';

export const storiesAuthoring: Authoring = {
  editorSchema: {
    title: 'Vision of a scope: user stories, acceptance criteria, and what proves them',
    of: storiesSchema,
  },
  starter: `# What the product is for: user stories, and the criteria (AC) that must hold for them.

tenka:
  US1:
    who: a new member of the team
    what: have the tests run with one command
    why: I can change something on my first day
    acs:
      AC1.1:
        given: a fresh checkout
        when: I follow the README
        then: the test suite runs and passes
        # What proves it: tests, by results that \`precept tenka import <report.xml>\` reads, or a person's word.
        checks:
          - manual: Somebody new tried it
            validated: false
`,
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
