import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { connectionCause } from '../../runtime/http/connection-cause.ts';
import type { Service } from '../../service/service.ts';
import { foreignScope } from '../../service/tasks/foreign-scope.ts';
import { type Finding, fail, warn } from '../finding.ts';
import { addressCure } from './address-cure.ts';

/** What the scope that is meant where none is named has of masters and sources; lint looks at the files of this folder alone. */
export async function checkInherited(service: Service): Promise<Finding[]> {
  const { default_scope: name } = service.config.settings;
  const scope = name === null ? null : await service.scope(name).catch(() => null);
  if (scope === null) return [];
  const gaps = scope.gaps.filter(({ absent, text }) => absent !== null || /\(told by /.test(text));
  const away = scope.unavailable.filter(({ as_of }) => as_of === undefined);
  const why = away.length === 0 ? '' : ` (${away.map(({ url, reason }) => `${url}: ${reason}`).join('; ')})`;
  const names = gaps.length === 0 ? [] : (await service.scopes()).names;
  const missing = gaps.map(({ text, absent }) => {
    const message = `${scope.name} is incomplete: ${text.replace(/\.$/, '')}${absent === null ? '' : why}`;
    return fail('rules', message, cureOf(text, absent, names, away.length > 0));
  });
  const isTold = gaps.some(({ absent }) => absent !== null);
  const unusable = await unusableParts(service, scope, isTold);
  if (scope.gaps.length + unusable.length > 0) return [...missing, ...unusable];
  return [...(await inheritsNothing(scope, service)), ...waiversOfNothing(scope)];
}

const ownersCure = 'Have the owners of the master put it right';

/** What to do about a gap: one that is listed is no slip of the pen, and at a wrong address there is nothing to put right. */
function cureOf(text: string, absent: string | null, names: readonly string[], isAway: boolean): string {
  const wrong = /; (\S+) is not a Precept master \(404\)/.exec(text)?.[1];
  if (wrong !== undefined) return addressCure(wrong);
  const isListed = absent !== null && names.includes(absent);
  const meant = absent === null || isListed ? null : didYouMean(absent, names);
  if (meant !== null) return `Did you mean "${meant}"?`;
  if (isListed && isAway) return `${ownersCure}.`;
  return `${ownersCure}; a parent that is gone for good is taken out of parents.`;
}

/** What masters have of the scope or an ancestor and cannot be used, told where it begins. What is missing is told as a gap. */
async function unusableParts(
  service: Service,
  scope: ResolvedScope,
  isTold: boolean,
): Promise<readonly Finding[]> {
  if (scope.unavailable.length === 0) return [];
  const found = await Promise.all(scope.lineage.map((name) => service.scope(name).catch(() => null)));
  const scopes = found.filter((one) => one !== null);
  return scopes.flatMap(({ name, lineage, unavailable }) =>
    unavailable.flatMap(({ url, reason, as_of: time }) => {
      const isInherited = scopes.some(
        (other) =>
          other.name !== name &&
          lineage.includes(other.name) &&
          other.unavailable.some((one) => one.url === url),
      );
      if (isInherited || (isTold && time === undefined)) return [];
      const instead = time === undefined ? 'it is left out' : `its copy of ${time} serves`;
      const cause = connectionCause(reason);
      // One that is slow is not waited for where there is a copy, which its answer renews.
      if (cause?.cause === 'silent' && time !== undefined)
        return warn('rules', `${name} of ${url} comes late: ${reason}; ${instead} meanwhile`, cause.cure);
      const cure = cause === null ? `${ownersCure}.` : cause.cure;
      return fail('rules', `${name} of ${url} cannot be used: ${reason}; ${instead}`, cure);
    }),
  );
}

/** A scope that is local alone, and without a parent: nothing of the masters reaches an agent that names no scope. */
async function inheritsNothing(
  { name, sources, lineage }: ResolvedScope,
  service: Service,
): Promise<Finding[]> {
  if (lineage.length > 1 || sources.some((source) => source !== 'local')) return [];
  const other = (await foreignScope(service)) ?? 'company';
  const cure = `Name one in ${name}/metadata.yml, like "parents: [${other}]"; "precept scopes" lists them.`;
  return [warn('rules', `${name} inherits from no scope of a master or a source`, cure)];
}

/** Waivers of local files whose rule may be on a master, and is not. */
function waiversOfNothing(scope: ResolvedScope): Finding[] {
  if (![...scope.parts.values()].some(({ local }) => (local?.waivers ?? []).length > 0)) return [];
  const rules = ruleKinds.flatMap((kind) =>
    [...scope[kind].values()].flatMap((category) => category.rules.map((rule) => ({ kind, rule }))),
  );
  const ids = new Set(rules.map(({ kind, rule }) => ruleId(kind, rule)));
  const written = new Set(rules.flatMap(({ rule }) => rule.id ?? []));
  return [...scope.parts].flatMap(([name, { local }]) => {
    const unknown = new Set((local?.waivers ?? []).map(({ rule }) => rule).filter((id) => !ids.has(id)));
    return [...unknown].slice(0, mostNamed).map((id) => {
      const meant = didYouMean(id, written);
      return warn(
        'rules',
        `${name}/waivers.yml has a waiver of "${id}", which is the id of no rule of ${scope.name}`,
        meant === null
          ? 'Write the id that "precept explain" shows, or remove the waiver.'
          : `Did you mean "${meant}"?`,
      );
    });
  });
}

/** Waivers of one file that are told at most. */
const mostNamed = 3;
