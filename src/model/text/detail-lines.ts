/** What stands below a rule, as people write it. */
interface Details {
  readonly why?: string;
  readonly good?: string | readonly string[];
  readonly bad?: string | readonly string[];
}

/** The details of a rule as plain text: a line for the reason, and one for each example. */
export function detailLines({ why, good = [], bad = [] }: Details): string[] {
  return [
    ...(why === undefined ? [] : [`Why: ${why}`]),
    ...[good].flat().map((example) => `Good: ${example}`),
    ...[bad].flat().map((example) => `Bad: ${example}`),
  ];
}
