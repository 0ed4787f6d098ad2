import * as v from 'valibot';
import { always, paths, see, when } from '../read/field-schemas.ts';
import { ruleRecordEditorSchema } from './record/record-schema.ts';

/** The shape of a category of commandments or suggestions whose rules are texts. */
export const ruleCategorySchema = v.object({
  when,
  tags: v.optional(v.pipe(v.array(v.string()), v.description('Labels shown beside the category'))),
  paths,
  see,
  always,
  ruleset: v.pipe(v.array(v.string()), v.description('The rules, each a text that may hold templates')),
});

/** What editors check a category with: a rule may be a mapping too. */
export const ruleCategoryEditorSchema = v.object({
  ...ruleCategorySchema.entries,
  ruleset: v.pipe(
    v.array(
      v.union([
        v.string(),
        v.pipe(ruleRecordEditorSchema, v.description('A rule with what it says beside its text')),
      ]),
    ),
    v.description(
      'The rules, each a text that may hold templates, or a mapping with `rule` and what belongs to it',
    ),
  ),
});

/** The keys of a category; any other is a segment of the path. */
export const ruleKeys: readonly string[] = Object.keys(ruleCategorySchema.entries);
