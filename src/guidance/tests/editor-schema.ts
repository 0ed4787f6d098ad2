import type { EditorSchema } from '../read/editor-schema.ts';
import { testsSchema } from './tests-schema.ts';

/** What editors check tests.yml with. */
export const testsEditorSchema: EditorSchema = {
  title: 'Tests of the guidance of a scope',
  of: (toJson) => ({ ...toJson(testsSchema), type: ['object', 'null'], required: [] }),
};
