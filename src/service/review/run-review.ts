import { type Config, ConfigError } from '../../config/config.ts';
import { toolOf } from '../../guidance/rules/record/check.ts';
import { Fault } from '../../model/fault.ts';
import { checkoutFiles } from '../checks/checkout-files.ts';
import { createProject } from '../linters/project.ts';
import { type OpenChange, openChange } from './change/open-change.ts';
import { chooseRules } from './choose/choose-rules.ts';
import { type EditedChecks, editedGuidance, findEditedChecks } from './edits/edited-guidance.ts';
import { rulesWithOtherChecks } from './edits/guidance-edits.ts';
import { judgeRules } from './judge/judge-rules.ts';
import { emptyPolicy, type PolicyRule } from './policy/policy.ts';
import type { HostState, ReviewHost, ReviewRequest, ReviewWorld, RunRequest } from './review-host.ts';
import { defaultReviewTokens } from './review-patch.ts';
import { type Review, type ReviewParts, toReview } from './to-review.ts';

/** The rules for a change, and what became of them where checks run. Faults: those of `get_rules`, of ranges and of patches. */
export async function runReview(
  request: ReviewRequest,
  world: ReviewWorld,
  host: ReviewHost,
): Promise<Review> {
  const change = await openChange(request, world);
  try {
    const state = await host.open(change.project, change.judging, { isQuiet: false });
    try {
      return await review(state, change, request, world, host);
    } finally {
      await state.close();
    }
  } finally {
    change.close();
  }
}

async function review(
  state: HostState,
  change: OpenChange,
  { range, scope: asked, baseContent, maxTokens = defaultReviewTokens, run }: ReviewRequest,
  world: ReviewWorld,
  host: ReviewHost,
): Promise<Review> {
  const openQuietly = async (files: OpenChange['before'] | OpenChange['after']) => {
    const opened = await host.open(change.project, files, { isQuiet: true, keepMistakes: true });
    await opened.close();
    return opened.config;
  };
  const openAfter = () => openQuietly(change.after);
  const openBefore = async () => {
    if (change.before === change.judging) return state.config;
    // Settings that cannot be read tell nothing of what the change edits.
    return openQuietly(change.before).catch((error: unknown) => {
      if (error instanceof ConfigError) return state.config;
      throw error;
    });
  };
  const scope = asked ?? state.config.settings.default_scope ?? (await openAfter()).settings.default_scope;
  if (scope === null) throw noScope(await whyNoDefault(state, change, () => openQuietly(null)));
  const policy = await state.policy(scope).catch(async (error: unknown) => {
    const isUnknown = error instanceof Fault && error.code === 'scope-not-found';
    if (isUnknown && (await isNew(scope, change, await openAfter()))) return emptyPolicy(scope);
    throw error;
  });
  const { files } = change;
  const chosen = await chooseRules(policy, files);
  const rules = chosen.map(({ rule }) => rule);
  const edited = await findEditedChecks(change, rules, state.config.settings.validation_file);
  const { compare, placeMistakes, locks } = host;
  const looking = { openBefore, openAfter, compare, placeMistakes, locks };
  const edits = await editedGuidance(change, state.config, looking, rules, edited);
  const others = rulesWithOtherChecks(edits);
  const judgements = run === undefined ? null : await judge(state, change, rules, { run, edited, world });
  const isEdited: ReviewParts['isEdited'] = (check, { id }) => edited.has(check) || others.has(id);
  if (judgements !== null) await state.hear(policy.name, judgements);
  const parts = { policy, files, chosen, maxTokens, edits, isEdited, judgements };
  const { prefix, since, unstaged } = change;
  const lacksScopeAt = policy.scope === null ? (baseContent ?? since) : undefined;
  return toReview(parts, { prefix, since, unstaged, range, lacksScopeAt });
}

/** Whether a scope is there only after the change. */
async function isNew(scope: string, { after }: OpenChange, { rulesPath }: Config): Promise<boolean> {
  if (rulesPath === null) return false;
  return (await after.content(rulesPath))?.has(scope) ?? false;
}

async function judge(
  state: HostState,
  { project, files, textOf, isInWorkTree }: OpenChange,
  rules: readonly PolicyRule[],
  {
    run: { jobs, seconds, tell },
    edited,
    world: { env },
  }: { readonly run: RunRequest; readonly edited: EditedChecks; readonly world: ReviewWorld },
) {
  const needsTools = rules.some(({ checks }) =>
    checks.some((check) => toolOf(check) !== null || 'command' in check),
  );
  const mayRun = needsTools && (await state.mayRunChecks());
  const checkout = needsTools ? (await checkoutFiles({ cwd: project, env })).files : [];
  return judgeRules(rules, {
    ...{ files, textAfter: textOf, isInWorkTree, env, jobs, tell },
    project: createProject({ root: project, files: checkout, mayRun, env, seconds }),
    results: await state.results(),
    isEdited: (check) => edited.has(check),
  });
}

/** Why the settings name no scope, where those of the work tree do: they are read from before the change. */
async function whyNoDefault(
  { config: { file } }: HostState,
  { judging, since }: OpenChange,
  openWorkTree: () => Promise<Config>,
): Promise<string | null> {
  if (judging === null) return null;
  const { default_scope: scope } = (await openWorkTree().catch(() => null))?.settings ?? {};
  if (!scope) return null;
  const at = judging.commit === null ? since : `the commit ${judging.commit.slice(0, 10)}`;
  const lack = file === null ? '.precept is not committed there' : 'they set no default_scope there';
  return `the settings are read from ${at}, and ${lack}; commit .precept first, or add "--base-content worktree"`;
}

function noScope(why: string | null): Fault {
  const message = `no scope is named: ${why ?? 'name one, or set default_scope in the settings'}`;
  return new Fault('invalid-parameter', message, { errors: [{ path: 'scope', message }] });
}
