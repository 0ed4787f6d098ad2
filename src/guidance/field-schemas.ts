import * as v from 'valibot';

/** Fields that the shapes of several content files have. */

export const text = (about: string) => v.pipe(v.string(), v.description(about));

/** A text that may be left out, or be there without a value. */
export const blankable = (about: string) => v.optional(v.nullable(text(about)));

export const when = blankable('When the category applies: the moment somebody is in. Agents choose by it');
