import * as v from 'valibot';
import { mistake } from '../read/explain-issue.ts';
import { always, blankable, paths, see, when } from '../read/field-schemas.ts';

/** The shapes of katas; the JSON Schema for editors comes from these. */

/** A kata that is its procedure alone. */
export const plainKataSchema = v.pipe(
  v.string(
    mistake(
      'it is no text',
      'Write one text: "|" behind the colon, and the steps as numbered lines below it',
    ),
  ),
  v.regex(/\S/, mistake('it has no steps', 'Write them, or remove the kata')),
  v.description('Numbered steps in Markdown, or a flowchart in YAML behind the line #!fcyaml'),
);

export const kataSchema = v.object({
  when: blankable('What triggers the kata. Agents choose by it'),
  paths,
  procedure: plainKataSchema,
  files: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description(
        'Files that it brings along: the path that the procedure names, and the path of the file in the directory of the scope',
      ),
    ),
  ),
});

export const kataCategorySchema = v.object({
  when,
  paths,
  see,
  always,
  katas: v.pipe(
    // A kata named `index` could not be asked for: its path is that of the index.
    v.record(v.pipe(v.string(), v.regex(/^(?!index$)/)), v.union([plainKataSchema, kataSchema])),
    v.description(
      'The katas by kebab-case name: a procedure, or a mapping with when, paths, procedure and files',
    ),
  ),
});

/** The keys of a category; any other is a segment of the path. */
export const kataCategoryKeys: readonly string[] = Object.keys(kataCategorySchema.entries);
