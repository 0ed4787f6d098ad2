import * as v from 'valibot';

/** Fields that the shapes of several content files have. */

export const text = (about: string) => v.pipe(v.string(), v.description(about));

/** A text that may be left out, or be there without a value. */
export const blankable = (about: string) => v.optional(v.nullable(text(about)));

const list = (about: string) => v.optional(v.pipe(v.array(v.string()), v.description(about)));

export const paths = list('Globs of the files it is about, from the root of the project: src/api/**, *.sql');

export const see = list('Other categories that are worth reading with this one');

export const always = v.optional(
  v.pipe(v.boolean(), v.description('Whether it belongs to every change: find and index put it first')),
);

export const when = blankable('The situation that the category is for. Agents choose categories by it');
