import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import type { Service } from '../../service/service.ts';
import { type Finding, fail, warn } from '../finding.ts';

/** What the scope that is meant where none is named has of masters and sources; lint looks at the files of this folder alone. */
export async function checkInherited(service: Service): Promise<Finding[]> {
  const { default_scope: name } = service.config.settings;
  const scope = name === null ? null : await service.scope(name).catch(() => null);
  if (scope === null) return [];
  const gaps = scope.gaps.filter(({ absent, text }) => absent !== null || /\(told by /.test(text));
  const cure =
    'Have the owners of the master put it right; a parent that is gone for good is taken out of parents.';
  const away = scope.unavailable.filter(({ as_of }) => as_of === undefined);
  const why = away.length === 0 ? '' : ` (${away.map(({ url, reason }) => `${url}: ${reason}`).join('; ')})`;
  const names = gaps.length === 0 ? [] : (await service.scopes()).names;
  const missing = gaps.map(({ text, absent }) => {
    const message = `${scope.name} is incomplete: ${text.replace(/\.$/, '')}${absent === null ? '' : why}`;
    const meant = absent === null ? null : didYouMean(absent, names);
    return fail('rules', message, meant === null ? cure : `Did you mean "${meant}"?`);
  });
  if (scope.gaps.length > 0) return missing;
  return [...inheritsNothing(scope), ...waiversOfNothing(scope)];
}

/** A scope that is local alone, and without a parent: nothing of the masters reaches an agent that names no scope. */
function inheritsNothing({ name, sources, lineage }: ResolvedScope): Finding[] {
  if (lineage.length > 1 || sources.some((source) => source !== 'local')) return [];
  const cure = `Name one in ${name}/metadata.yml, like "parents: [company]"; "precept scopes" lists them.`;
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
