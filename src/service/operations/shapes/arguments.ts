import * as v from 'valibot';

/** The arguments that several operations share. */
export const scopeName = v.pipe(v.string(), v.description('See list_scopes'));
/** Several values: a list, or a text with commas between them. */
const listed = v.union([v.string(), v.array(v.string())], 'must be a text, or a list of texts');
export const categories = v.optional(
  v.pipe(
    listed,
    v.description('Dot paths, each with its sub-categories'),
    v.transform((given) => (typeof given === 'string' ? given : given.join())),
  ),
);
/** Paths; in a list they may have commas in them. */
export const files = v.optional(
  v.pipe(
    listed,
    v.transform((given): readonly string[] => (typeof given === 'string' ? given.split(',') : given)),
  ),
);
/** What is to be done, as a search takes it. */
export const task = v.optional(
  v.pipe(
    v.string(),
    v.description(
      'The task in your words, and the keywords you would search for: technologies, artefacts, concerns',
    ),
  ),
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

/** Tokens of an answer, about. */
const tokensRange = 'must be a whole number above 0';
export const maxTokens = v.optional(
  v.pipe(v.number(tokensRange), v.integer(tokensRange), v.minValue(1, tokensRange)),
);

/** Arguments that hold several values, joined by commas. Where a face can repeat an argument, these may be. */
export const listArguments: ReadonlySet<string> = new Set(['categories', 'tags', 'stories', 'acs', 'files']);
/** Those of them that are shown as one text. */
export const textLists: ReadonlySet<string> = new Set(['tags', 'stories', 'acs']);

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
