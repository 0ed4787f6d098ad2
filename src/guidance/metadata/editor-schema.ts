import type { EditorSchema } from '../editor-schema.ts';
import { metadataSchema } from './metadata-schema.ts';

/** What editors check metadata.yml with. */
export const metadataEditorSchema: EditorSchema = {
  title: 'A scope of Precept',
  of: (toJson) => ({ ...toJson(metadataSchema), type: ['object', 'null'] }),
};
