import { ask } from '../../../../service/ask.ts';
import { pageOperations } from '../../../../service/operations/explorer.ts';
import type { Service } from '../../../../service/service.ts';
import { escapeHtml } from './format-text.ts';

/** How one check stands in the checkout of this server. */
export interface Verdict {
  readonly state: 'enforced' | 'review' | 'unverified' | 'stale';
  readonly why?: string | undefined;
  readonly cure?: string | undefined;
}

/** How the checks of rules stand, by `verdictKey`; each list in the order of the rule's checks. */
export type Verdicts = ReadonlyMap<string, readonly Verdict[]>;

const tones: Readonly<Record<Verdict['state'], string>> = {
  enforced: ' good',
  review: '',
  unverified: ' open',
  stale: ' bad',
};

/** Where the verdicts of a rule are found. */
export function verdictKey(kind: string, category: string, id: string): string {
  return `${kind} ${category} ${id}`;
}

type Details = { readonly check?: unknown } | null;

/** The verdicts on a scope's rules; none where no rule that is shown has a check, or no checkout is at hand. */
export async function verdictsOn(
  scope_name: string,
  shown: readonly { readonly details?: Details | readonly Details[] | undefined }[],
  service: Service,
): Promise<Verdicts> {
  if (!shown.flatMap(({ details }) => details ?? []).some((one) => one?.check !== undefined))
    return new Map();
  const { rules } = (await ask(pageOperations.exploreChecks, { scope_name }, service)).data;
  return new Map(
    (rules ?? []).map(({ kind, category, id, checks }) => [verdictKey(kind, category, id), checks]),
  );
}

/** A verdict as HTML, behind its check. */
export function verdictHtml({ state, why, cure }: Verdict): string {
  const reason = [why, cure].filter((one) => one !== undefined).join('. ');
  return ` <span class="badge${tones[state]}">${state}</span>${reason === '' ? '' : ` <span class="from">${escapeHtml(reason)}</span>`}`;
}
