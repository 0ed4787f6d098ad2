import type { EditorSchema } from '../read/editor-schema.ts';
import { waiversSchema } from './waivers-schema.ts';

/** What editors check waivers.yml with. */
export const waiversEditorSchema: EditorSchema = {
  title: 'Rules that a scope need not keep for a while',
  of: (toJson) => ({ ...toJson(waiversSchema), type: ['object', 'null'] }),
};
