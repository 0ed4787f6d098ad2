import { detailKeys, type RuleDetails } from './details.ts';

/** A rule as content files have it: its text, or a mapping where it is more than that. */
export function writeRecord(
  rule: string,
  id: string | undefined,
  details: RuleDetails | null | undefined,
): unknown {
  if (id === undefined && !details) return rule;
  return { rule, ...(id !== undefined && { id }), ...writeDetails(details) };
}

/** The keys of details that have a value, in their order. */
export function writeDetails(details: RuleDetails | null | undefined): object {
  if (!details) return {};
  return Object.fromEntries(
    detailKeys.flatMap((key) => (details[key] === undefined ? [] : [[key, details[key]]])),
  );
}
