import type { ReachEntry } from '../../../usage/reach-report.ts';
import { cell, csvText } from './cells.ts';

/** What the Markdown of a report of sessions says besides. */
interface ReachAside {
  readonly since: string;
  readonly until: string;
  /** Paragraphs that come first. */
  readonly before: readonly string[];
  /** Whether the caller may not see sessions. */
  readonly isLimited: boolean;
}

/** Sessions by client and day as CSV. */
export function reachCsv(reach: readonly ReachEntry[]): string {
  const rows = reach.flatMap(({ client, days }) => days.map((day) => ({ client, ...day })));
  return csvText(['client', 'day', 'connected', 'asked', 'shown'], rows);
}

/** Sessions by client as Markdown: a line each, and what would have more of them reached. */
export function reachMarkdown(
  reach: readonly ReachEntry[],
  { since, until, before, isLimited }: ReachAside,
): string {
  const none = isLimited
    ? 'Sessions belong to no scope, so that only the roles in `admin_roles` see them.'
    : 'No session was counted on these days.';
  const lines = reach.map(
    (entry) => `- ${reachLine(entry)}${entry.cure === null ? '' : `\n  ${entry.cure}`}`,
  );
  const parts = [
    `# Reach from ${since} to ${until}`,
    ...before,
    lines.length === 0 ? none : lines.join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `opencode: 3 of 41 sessions asked`; of a client that has hooks alone, `codex: 8 sessions shown by a hook`. */
function reachLine({ client, connected, asked, shown }: ReachEntry): string {
  const name = /^[\w .@()+-]+$/.test(client) ? client : cell(client);
  if (connected === 0 && asked === 0)
    return `${name}: ${shown} ${shown === 1 ? 'session' : 'sessions'} shown by a hook`;
  const by = shown === 0 ? '' : `, ${shown} shown by a hook`;
  return `${name}: ${asked} of ${connected} sessions asked${by}`;
}
