import * as v from 'valibot';
import { whyBadGlob } from '../../model/names/path-globs.ts';
import { scopeNamePattern } from '../../model/names/scope-name.ts';
import { toPlainLine } from '../../model/text/plain-line.ts';
import { isUtcDay } from '../../model/utc-day.ts';
import { anyRuleIdPattern } from '../rules/record/rule-ids.ts';
import type { Waiver } from './waiver.ts';
import { waiverShape } from './waiver-shape.ts';

/** Waivers that a bundle may have; the rules of any more are not waived. */
const maxWaivers = 10_000;

/** What of a bundle's waivers cannot be read is passed over: the rule is not waived then. */
export const bundledWaivers = v.fallback(
  v.optional(
    v.pipe(
      v.array(v.unknown()),
      v.transform((all) =>
        all.slice(0, maxWaivers).flatMap((one) => {
          const result = v.safeParse(waiverShape, one);
          return result.success && isSound(result.output) ? [result.output] : [];
        }),
      ),
    ),
    [],
  ),
  [],
);

function isSound({ rule, paths, until, scope }: Waiver): boolean {
  return (
    anyRuleIdPattern.test(rule) &&
    isUtcDay(until) &&
    scopeNamePattern.test(scope) &&
    paths.every((glob) => whyBadGlob(glob) === null)
  );
}

/** A master's waivers by the ids of rules, without hidden characters. */
export function readWaiversOf(
  given: readonly Waiver[],
  clean: (text: string) => string,
): ReadonlyMap<string, readonly Waiver[]> {
  const line = (text: string) => toPlainLine(clean(text));
  const byRule = new Map<string, Waiver[]>();
  for (const { rule, paths, until, reason, owner, scope } of given) {
    const waiver = {
      rule,
      paths: paths.map(line),
      until,
      reason: line(reason),
      ...(owner !== undefined && { owner: line(owner) }),
      scope,
    };
    byRule.set(rule, [...(byRule.get(rule) ?? []), waiver]);
  }
  return byRule;
}
