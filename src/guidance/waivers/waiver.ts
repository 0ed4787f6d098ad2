/** Leave to break a rule for a while. */
export interface Waiver {
  /** The id of the rule. */
  readonly rule: string;
  /** Globs of the files it is for; empty for all. */
  readonly paths: readonly string[];
  /** The last day, YYYY-MM-DD in UTC. */
  readonly until: string;
  readonly reason: string;
  readonly owner?: string;
  /** The scope that says so. */
  readonly scope: string;
}

/** A waiver of a file of ours. */
export interface OwnWaiver extends Waiver {
  /** `file:line` */
  readonly at: string;
}

/** Whether a waiver holds on a day. */
export function isInForce({ until }: Waiver, today: string): boolean {
  return today <= until;
}

/** The first moment at which a waiver does not hold any more, in milliseconds since 1970. */
export function endOf({ until }: Waiver): number {
  return Date.parse(`${until}T00:00:00Z`) + 86_400_000;
}

/** A waiver as answers and bundles have it. */
export function writeWaiver({ rule, paths, until, reason, owner, scope }: Waiver) {
  return { rule, paths, until, reason, ...(owner !== undefined && { owner }), scope };
}
