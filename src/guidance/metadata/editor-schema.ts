import type { EditorSchema } from '../read/editor-schema.ts';
import { metadataSchema } from './metadata-schema.ts';

/** What editors check metadata.yml with. */
export const metadataEditorSchema: EditorSchema = {
  title: 'A scope of Precept',
  of(toJson) {
    const { properties, ...rest } = toJson(metadataSchema);
    const { parents, ...others } = properties as Record<string, object>;
    return {
      ...rest,
      type: ['object', 'null'],
      properties: { ...others, parents: { ...parents, uniqueItems: true } },
      dependencies: {
        parent: {
          type: 'object',
          properties: {
            parents: {
              description: 'Not beside parent',
              type: 'null',
              not: {},
              errorMessage: 'Write `parent` or `parents`, not both',
            },
          },
        },
      },
    };
  },
};
