import * as v from 'valibot';

/**
 * An object as its entries, in order, with keys of that form, `most` of them. Any name can be one: `v.record` would drop a category or a
 * scope that is called `constructor` or `prototype`.
 */
export function entriesSchema<Schema extends v.GenericSchema>(
  value: Schema,
  form: RegExp,
  most: number = Number.POSITIVE_INFINITY,
) {
  return v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'Expected an object',
    ),
    v.check(
      (input) => most === Number.POSITIVE_INFINITY || Object.keys(input).length <= most,
      `More than ${most} keys`,
    ),
    v.rawTransform(({ dataset: { value: input }, addIssue, NEVER }): [string, v.InferOutput<Schema>][] => {
      const entries: [string, v.InferOutput<Schema>][] = [];
      for (const [name, given] of Object.entries(input)) {
        const place = { type: 'object', origin: 'value', input, key: name, value: given } as const;
        if (!form.test(name)) {
          addIssue({ message: 'This key is not allowed', path: [place] });
          return NEVER;
        }
        const result = v.safeParse(value, given, { abortEarly: true });
        if (!result.success) {
          const [{ message, path = [] }] = result.issues;
          addIssue({ message, path: [place, ...(path as [])] });
          return NEVER;
        }
        entries.push([name, result.output]);
      }
      return entries;
    }),
  );
}
