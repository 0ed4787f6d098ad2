import * as v from 'valibot';

/** The arguments that several operations share. */
export const scopeName = v.pipe(v.string(), v.description('See list_scopes'));
export const categories = v.optional(
  v.pipe(v.string(), v.description('Comma-separated dot paths, sub-categories included')),
);
export const debug = v.optional(
  v.pipe(v.boolean(), v.description('Give texts as written, templates unrendered')),
  false,
);

/** How many results there may be, by default 20. */
const resultsRange = 'must be a whole number from 1 to 50';
export const maxResults = v.optional(
  v.pipe(
    v.number(resultsRange),
    v.integer(resultsRange),
    v.minValue(1, resultsRange),
    v.maxValue(50, resultsRange),
  ),
  20,
);

/** Arguments that hold several values, joined by commas. Where a face can repeat an argument, these may be. */
export const listArguments: ReadonlySet<string> = new Set(['categories', 'tags', 'stories', 'acs', 'files']);

/** A value of each text argument, for documentation. */
export const exampleValues: Readonly<Record<string, string>> = {
  scope_name: 'team-payments',
  categories: 'backend.api,delivery',
  category: 'delivery.release',
  kata_name: 'cut-release',
  tags: 'retrieval,api',
  stories: 'US1,US2',
  acs: 'AC1.1,AC1.2',
  since: '7d',
  scope: 'team-payments',
  id: '5f0c1d7e-2a8b-4c55-9a53-0d1f2b7c9e11',
  note: 'The two rules are one now',
  of: 'backend.api',
  task: 'Add pagination to the orders endpoint: HTTP, REST, list, query parameters',
  files: 'src/api/orders.ts,src/api/orders.test.ts',
};
