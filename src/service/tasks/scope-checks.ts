import { join } from 'node:path';
import { checksOf } from '../../guidance/rules/record/details.ts';
import { checksServer, ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleChecks } from '../../guidance/stories/results/local-checks.ts';
import type { CheckPlace } from '../../guidance/stories/results/result-store.ts';
import { toReportPath } from '../../runtime/files/report-path.ts';
import { ask, type ServiceFor } from '../ask.ts';
import type { ChecksData, LinkedRule } from '../checks/checks-data.ts';
import { getRules } from '../operations/get-rules.ts';
import type { Service } from '../service.ts';
import { whatIsMissing } from './review/what-is-missing.ts';
import { runByChecks } from './run-by-checks.ts';

/** What is around a checkout. */
export interface CheckoutWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** How the checks of a scope stand in the checkout. */
export interface ScopeChecks {
  readonly data: ChecksData;
  /** Whether its tools were kept from running. */
  readonly isKeptFromRunning: boolean;
  /** What was not looked at, in sentences. */
  readonly passedOver: readonly string[];
}

/** Judges the checks of a scope in the checkout; a tool may take so many seconds. Faults: those of `get_rules`. */
export async function judgeScopeChecks(
  service: ServiceFor<typeof getRules> & Pick<Service, 'content' | 'results'>,
  scope_name: string,
  world: CheckoutWorld,
  seconds?: number,
): Promise<ScopeChecks> {
  const { config } = service;
  const rules = await linkedRules(service, scope_name, world.cwd);
  const [{ judgeChecks, toolsOf }, { createProject }] = await Promise.all([
    import('../checks/judge-checks.ts'),
    import('../linters/project.ts'),
  ]);
  const needsTools = toolsOf(rules).size > 0;
  const { mayRunChecks } = await import('../../trust/bind/checks-consent.ts');
  const mayRun = needsTools && mayRunChecks(config, world, await runByChecks(service));
  const { checkoutFiles } = await import('../checks/checkout-files.ts');
  const { files, isCut } = needsTools
    ? await checkoutFiles({ cwd: config.checkout, env: world.env })
    : { files: [], isCut: false };
  const project = createProject({ root: config.checkout, files, mayRun, env: world.env, seconds });
  const { data, passedOver } = await judgeChecks(scope_name, rules, project, await service.results());
  const missing = whatIsMissing(await service.scope(scope_name), []).replace(/\.$/, '');
  const gaps = missing === '' ? [] : [`the rules of ${scope_name} are incomplete: ${missing}`];
  const cut = isCut ? [`this checkout has more than ${files.length} files, and the rest does not count`] : [];
  return { data, isKeptFromRunning: needsTools && !mayRun, passedOver: [...gaps, ...cut, ...passedOver] };
}

/**
 * Judges the checks of a scope by the files of the checkout alone: whoever may ask a server starts no program. Rules without any check are
 * left out. Null where no checkout is at hand. Faults: those of `get_rules`.
 */
export async function judgeByFiles(
  service: ServiceFor<typeof getRules> & Pick<Service, 'checkoutFiles' | 'results'>,
  scope_name: string,
): Promise<ChecksData | null> {
  const checkout = await service.checkoutFiles();
  if (checkout === null) return null;
  const root = service.config.checkout;
  const rules = (await linkedRules(service, scope_name, root)).filter(({ checks }) => checks.length > 0);
  const [{ judgeChecks }, { createProject }] = await Promise.all([
    import('../checks/judge-checks.ts'),
    import('../linters/project.ts'),
  ]);
  const project = createProject({ root, files: checkout.files, mayRun: false, env: {} });
  return (await judgeChecks(scope_name, rules, project, await service.results())).data;
}

/** How the checks stand, for people; with `unmarked` the rules without any check alone. */
export async function writeChecks(
  data: ChecksData,
  format: 'text' | 'markdown',
  unmarked: boolean,
): Promise<string> {
  const { checksMarkdown, checksText } = await import('../checks/checks-text.ts');
  return format === 'markdown' ? checksMarkdown(data, unmarked) : checksText(data, unmarked);
}

/** The tests that checks of the default scope's rules name, wherever the rules come from, and whether these are all. */
export async function testsOfServedRules({
  config,
  scope,
}: Pick<Service, 'config' | 'scope'>): Promise<{ places: CheckPlace[]; isWhole: boolean }> {
  const { default_scope } = config.settings;
  if (default_scope === null) return { places: [], isWhole: true };
  const served = await scope(default_scope).catch(() => null);
  if (served === null) return { places: [], isWhole: false };
  return { places: ruleChecks(served), isWhole: served.gaps.length + served.unavailable.length === 0 };
}

/** The rules that the scope serves, with their checks and places. */
export async function linkedRules(
  service: ServiceFor<typeof getRules>,
  scope_name: string,
  cwd: string,
): Promise<LinkedRule[]> {
  const { presentation } = await ask(getRules, { scope_name, debug: false }, service);
  const folder = service.config.rulesPath ?? '';
  return ruleKinds.flatMap((kind) =>
    presentation[kind].flatMap(({ category, rules, written, details, idOf }) =>
      written.map((rule, index): LinkedRule => {
        const { server, file, line } = rule.origin;
        return {
          id: idOf(rule),
          kind,
          category,
          text: rules[index] ?? rule.text,
          file: server === 'local' ? toReportPath(join(folder, file), cwd) : file,
          line,
          checks: checksOf(details?.[index] ?? undefined),
          isLocal: checksServer(rule) === 'local',
        };
      }),
    ),
  );
}
