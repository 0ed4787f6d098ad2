import type { AnswerOf } from '../../../../service/ask.ts';
import type { named } from '../../../../service/operations.ts';
import { type Verdict, verdictHtml } from './check-verdicts.ts';
import { escapeHtml, textHtml } from './format-text.ts';

type View = AnswerOf<typeof named.getRules>['presentation']['commandments'][number];
export type Details = NonNullable<NonNullable<View['details']>[number]>;
export type Waiver = NonNullable<View['waivers']>[number][number];

/** What a rule says beside its text, and what it is waived for. */
export interface Beside {
  readonly details: Details | null;
  readonly waivers: readonly Waiver[];
  /** How its checks stand, in their order; empty where that is not known. */
  readonly verdicts: readonly Verdict[];
}

/** The same as HTML; empty where there is nothing. `today` is the day in UTC, YYYY-MM-DD. */
export function besideHtml({ details, waivers, verdicts }: Beside, today: string): string {
  const rows = details === null ? [] : rowsOf(details, verdicts, today);
  const list =
    rows.length === 0
      ? ''
      : `<dl class="beside">${rows.map(([name, html]) => `<div><dt>${name}</dt><dd>${html}</dd></div>`).join('')}</dl>`;
  return waivers.map(waiverHtml).join('') + list;
}

/** The words of it, for a filter. */
export function besideWords({ details, waivers, verdicts }: Beside): string {
  const texts = [details?.why, details?.owner, ...listOf(details?.good), ...listOf(details?.bad)];
  const others = [...waivers.map(({ reason }) => reason), ...verdicts.map(({ state }) => state)];
  return [...texts, ...others].filter((one) => one !== undefined).join(' ');
}

function rowsOf(
  details: Details,
  verdicts: readonly Verdict[],
  today: string,
): [name: string, html: string][] {
  const { why, good, bad, source, check, owner, review_by: day, waivable } = details;
  const isDue = day !== undefined && day < today;
  const sources = listOf(source).map(
    (one) => `<a href="${escapeHtml(one)}" rel="noreferrer">${escapeHtml(one)}</a>`,
  );
  const rows: [string, string | undefined][] = [
    ['Why', why && textHtml(why)],
    ['Good', examples(good)],
    ['Bad', examples(bad)],
    ['Source', sources.join('<br>')],
    [
      'Enforced by',
      listOf(check)
        .map((one, index) => checkHtml(one, verdicts[index]))
        .join('<br>'),
    ],
    ['Owner', owner && escapeHtml(owner)],
    ['Review by', day && `${escapeHtml(day)}${isDue ? ' <span class="badge bad">review due</span>' : ''}`],
    ['Waivers', waivable === false ? 'refused in scopes below' : undefined],
  ];
  return rows.flatMap(([name, html]): [string, string][] => (html ? [[name, html]] : []));
}

function examples(given: Details['good']): string {
  return listOf(given)
    .map((one) => `<pre dir="auto"><code>${escapeHtml(one.trimEnd())}</code></pre>`)
    .join('');
}

function checkHtml(check: object, verdict: Verdict | undefined): string {
  const parts = Object.entries(check).map(
    ([key, value]) => `${escapeHtml(key)}: <code>${escapeHtml(String(value))}</code>`,
  );
  return `${parts.join(', ')}${verdict === undefined ? '' : verdictHtml(verdict)}`;
}

function waiverHtml({ paths, until, reason, owner, scope }: Waiver): string {
  const where = paths.length === 0 ? '' : ` for <code>${escapeHtml(paths.join(', '))}</code>`;
  const whose = owner === undefined ? '' : `, ${escapeHtml(owner)}`;
  return `<p class="waiver"><span class="badge open">waived</span>${where} until ${escapeHtml(until)} by <strong>${escapeHtml(scope)}</strong>${whose}: ${escapeHtml(reason)}</p>`;
}

function listOf<One>(given: One | readonly One[] | undefined): readonly One[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? (given as readonly One[]) : [given as One];
}
