import type { GenericSchema } from 'valibot';

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>;

/** What editors check a content file with. */
export interface EditorSchema {
  readonly title: string;
  /** The schema of a whole file without its title; `toJson` makes a JSON Schema of one valibot schema. */
  of(toJson: (schema: GenericSchema) => JsonSchema): JsonSchema;
}

/**
 * The schema of a file that is a tree of categories. Any mapping in it may be a category, a group of categories, or both;
 * any other key is a segment of the path.
 */
export function categoryTree({ properties }: JsonSchema): JsonSchema {
  const node = {
    title: 'Category',
    description: 'A category, a group of categories, or both; other keys are the next segments of its path',
    type: 'object',
    properties,
    additionalProperties: { $ref: '#/definitions/node' },
  };
  return {
    type: ['object', 'null'],
    additionalProperties: { $ref: '#/definitions/node' },
    definitions: { node },
  };
}
