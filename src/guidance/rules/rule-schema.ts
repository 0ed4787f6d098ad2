import * as v from 'valibot';
import { always, paths, see, when } from '../field-schemas.ts';

/** The shape of a category of commandments or suggestions; the JSON Schemas for editors come from it. */
export const ruleCategorySchema = v.object({
  when,
  tags: v.optional(v.pipe(v.array(v.string()), v.description('Labels shown beside the category'))),
  paths,
  see,
  always,
  ruleset: v.pipe(v.array(v.string()), v.description('The rules, each a text that may hold templates')),
});

/** The keys of a category; any other is a segment of the path. */
export const ruleKeys: readonly string[] = Object.keys(ruleCategorySchema.entries);
