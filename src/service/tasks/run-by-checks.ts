import { fetchOf, readEvals } from '../../guidance/evals/read-evals.ts';
import { type ContentSource, folderSource } from '../../guidance/read/content-source.ts';
import { readScope, scopeNamesIn } from '../../guidance/read/read-scope.ts';
import { toolOf } from '../../guidance/rules/record/check.ts';
import { checksOf } from '../../guidance/rules/record/details.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import type { RunByChecks } from '../../trust/bind/checks-consent.ts';
import type { Service } from '../service.ts';

/** Scopes that are read at the same time. */
const atOnce = 16;

/** What the checks in the files of a service's rules folder run, and its evaluations. */
export async function runByChecks({ content }: Pick<Service, 'content'>): Promise<RunByChecks> {
  if (content === null) return { commands: [], tools: [] };
  const scopes = await inBatches(await scopeNamesIn(content), atOnce, (name) => readScope(content, name));
  const checks = scopes.flatMap((scope) =>
    ruleKinds.flatMap((kind) =>
      [...(scope?.layer[kind].values() ?? [])].flatMap(({ rules }) =>
        rules.flatMap(({ details }) => checksOf(details)),
      ),
    ),
  );
  const ofEvals = await commandsOfEvals(typeof content === 'string' ? folderSource(content) : content);
  const ofChecks = checks.flatMap((check) => ('command' in check ? [check.command] : []));
  return {
    commands: [...new Set([...ofChecks, ...ofEvals])].sort(),
    tools: [...new Set(checks.flatMap((check) => toolOf(check)?.tool ?? []))].sort(),
  };
}

/** The commands that evaluations expect something of, and the fetches of what they begin with. */
async function commandsOfEvals(source: ContentSource): Promise<readonly string[]> {
  const all = await inBatches(await source.scopes(), atOnce, (scope) => readEvals(source, scope));
  return all.flatMap((content) =>
    (content?.evals ?? []).flatMap(({ repo, expect }) => [
      ...expect.flatMap(({ command }) => command ?? []),
      ...[fetchOf(repo) ?? []].flat(),
    ]),
  );
}
