import type { EditorSchema } from '../read/editor-schema.ts';
import { evalsSchema } from './evals-schema.ts';

/** What editors check evals.yml with. */
export const evalsEditorSchema: EditorSchema = {
  title: 'Evaluations of the rules of a scope',
  of: (toJson) => ({ ...toJson(evalsSchema), type: ['object', 'null'] }),
};
