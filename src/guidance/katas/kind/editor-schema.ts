import { categoryTree, type EditorSchema } from '../../read/editor-schema.ts';
import { kataCategorySchema } from '../kata-schema.ts';

/** What editors check katas.yml with. */
export const katasEditorSchema: EditorSchema = {
  title: 'Katas (step-by-step procedures) of a scope, by category',
  of: (toJson) => categoryTree(toJson(kataCategorySchema)),
};
