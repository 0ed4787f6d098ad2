import { startTurns } from '../runtime/async/turns.ts';
import type { RuleOutcomes, UsageLine } from './usage-line.ts';

/** A rule of a scope, as the report names it. */
export interface ReportedRule {
  readonly scope: string;
  readonly id: string;
  readonly category: string;
  readonly rule: string;
  readonly hasCheck: boolean;
  /** How often its category was read. */
  readonly reads: number;
}

/** A rule with what became of it, and what to do about it. */
export interface RuleEntry extends Omit<ReportedRule, 'hasCheck'> {
  readonly relevant: number;
  readonly kept: number;
  readonly violated: number;
  readonly waived: number;
  readonly next: string;
}

/** Rules that need somebody to look at them. */
export interface RuleReport {
  /** Read, and violated all the same; the most violated first. */
  readonly ignored: readonly RuleEntry[];
  /** Often relevant and never violated, also where nobody read it; the most relevant first. */
  readonly needless: readonly RuleEntry[];
  /** Never relevant. */
  readonly unseen: readonly RuleEntry[];
}

/** How often a rule has to concern a change before it may be needless. */
const often = 10;

/** What outcomes since a day say of some rules. Others get their turns. */
export async function ruleReport(
  lines: AsyncIterable<Pick<UsageLine, 'outcomes'>>,
  rules: Iterable<ReportedRule>,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<RuleReport> {
  const turn = startTurns();
  const sums = new Map<string, Omit<RuleOutcomes, 'day' | 'scope' | 'rule'>>();
  for await (const { outcomes = [] } of lines)
    for (const { day, scope, rule, relevant, kept, violated, waived } of outcomes) {
      await turn();
      if (day < since || day > until) continue;
      const key = JSON.stringify([scope, rule]);
      const sum = sums.get(key) ?? { relevant: 0, kept: 0, violated: 0, waived: 0 };
      sums.set(key, {
        relevant: sum.relevant + relevant,
        kept: sum.kept + kept,
        violated: sum.violated + violated,
        waived: sum.waived + waived,
      });
    }
  const report = { ignored: [] as RuleEntry[], needless: [] as RuleEntry[], unseen: [] as RuleEntry[] };
  for (const { hasCheck, ...rule } of rules) {
    await turn();
    const sum = sums.get(JSON.stringify([rule.scope, rule.id]));
    const counts = sum ?? { relevant: 0, kept: 0, violated: 0, waived: 0 };
    const add = (list: keyof RuleReport, next: string) => report[list].push({ ...rule, ...counts, next });
    if (counts.violated > 0 && rule.reads > 0)
      add('ignored', hasCheck ? 'Have its check run before a change is merged' : 'Give it a check');
    else if (counts.relevant >= often && counts.violated === 0 && counts.waived === 0)
      add(
        'needless',
        counts.kept > 0
          ? 'Look at whether anybody needs it, and retire it otherwise'
          : 'None of its checks ran: give it a check that runs, or retire it where nobody needs it',
      );
    else if (counts.relevant === 0) add('unseen', 'Look at its paths and its "when", or retire it');
  }
  return {
    ignored: report.ignored.sort((a, b) => b.violated - a.violated),
    needless: report.needless.sort((a, b) => b.relevant - a.relevant),
    unseen: report.unseen,
  };
}
