import { checkoutFiles } from '../../../checks/checkout-files.ts';
import type { Config } from '../../../config/config.ts';
import type { ConfigInput } from '../../../config/config-input.ts';
import { toolOf } from '../../../guidance/rules/record/check.ts';
import { createProject } from '../../../linters/project.ts';
import { Fault } from '../../../model/fault.ts';
import { UnknownRange } from '../../../review/change/find-ends.ts';
import { type OpenChange, openChange } from '../../../review/change/open-change.ts';
import { chooseRules } from '../../../review/choose/choose-rules.ts';
import { rulesWithOtherChecks } from '../../../review/edits/guidance-edits.ts';
import { judgeRules } from '../../../review/judge/judge-rules.ts';
import { emptyPolicy, type PolicyRule } from '../../../review/policy/policy.ts';
import { type Review, type ReviewParts, toReview } from '../../../review/review.ts';
import { mayRunChecks } from '../../../trust/bind/checks-consent.ts';
import { openService, type ProjectState } from '../../open-service.ts';
import type { Service } from '../../service.ts';
import { runByChecks } from '../run-by-checks.ts';
import { defaultReviewTokens } from './review-patch.ts';
import { type EditedChecks, editedGuidance, findEditedChecks } from './edited-guidance.ts';
import { openPolicy } from './open-policy.ts';

/** What is to be reviewed, and how. */
export interface ReviewRequest {
  /** A range of git or one ref; what the work tree changed where nothing is given. */
  readonly range?: string | undefined;
  readonly staged?: boolean;
  /** A patch in place of what git says. */
  readonly patch?: string | undefined;
  /** The scope whose rules judge; the default scope where it is left out. */
  readonly scope?: string | undefined;
  /** Where guidance is read: a ref, or `worktree` for as it lies; the base of the change where it is left out. */
  readonly baseContent?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** Checks run where it is given. */
  readonly run?: RunRequest | undefined;
}

/** How checks run. */
export interface RunRequest {
  /** Tools and commands at the same time. */
  readonly jobs: number;
  /** Hears of what takes time. */
  readonly tell: (what: string) => void;
}

/** Where a review happens, and the settings that were given for it. */
export interface ReviewWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly flags: ConfigInput['flags'];
  readonly typed?: ConfigInput['typed'];
  readonly writeLog: (line: string) => void;
}

/** The rules for a change, and what became of them where checks run. Throws UnknownRange (`isUnknownRange`); faults: those of `get_rules`, and of patches. */
export async function runReview(request: ReviewRequest, world: ReviewWorld): Promise<Review> {
  const change = await openChange(request, world);
  try {
    const service = await openAt(change, change.judging, world);
    try {
      return await review(service, change, request, world);
    } finally {
      await service.close();
    }
  } finally {
    change.close();
  }
}

async function review(
  service: Service,
  change: OpenChange,
  { scope: asked, maxTokens = defaultReviewTokens, run }: ReviewRequest,
  world: ReviewWorld,
): Promise<Review> {
  const openAfter = async () => {
    const opened = await openAt(change, change.after, { ...world, writeLog: () => {} });
    await opened.close();
    return opened.config;
  };
  const scope = asked ?? service.config.settings.default_scope ?? (await openAfter()).settings.default_scope;
  if (scope === null) throw noScope();
  const policy = await openPolicy(service, scope).catch(async (error: unknown) => {
    const isUnknown = error instanceof Fault && error.code === 'scope-not-found';
    if (isUnknown && (await isNew(scope, change, await openAfter()))) return emptyPolicy(scope);
    throw error;
  });
  const chosen = await chooseRules(policy, change.files);
  const rules = chosen.map(({ rule }) => rule);
  const edited = await findEditedChecks(change, rules);
  const edits = await editedGuidance(change, service.config, openAfter, rules, edited);
  const others = rulesWithOtherChecks(edits);
  const judgements =
    run === undefined ? null : await judge(service, change, rules, { ...run, edited, world });
  const { files } = change;
  const isEdited: ReviewParts['isEdited'] = (check, { id }) => edited.has(check) || others.has(id);
  const parts = { policy, files, chosen, maxTokens, edits, isEdited, judgements };
  return toReview(parts, change.prefix);
}

/** Whether a scope is there only after the change. */
async function isNew(scope: string, { after }: OpenChange, { rulesPath }: Config): Promise<boolean> {
  if (rulesPath === null) return false;
  return (await after.content(rulesPath))?.has(scope) ?? false;
}

async function judge(
  service: Service,
  change: OpenChange,
  rules: readonly PolicyRule[],
  { jobs, tell, edited, world }: RunRequest & { readonly edited: EditedChecks; readonly world: ReviewWorld },
) {
  const { env, home } = world;
  const { project, files, textOf, isInWorkTree } = change;
  const needsTools = rules.some(({ checks }) =>
    checks.some((check) => toolOf(check) !== null || 'command' in check),
  );
  const mayRun = needsTools && mayRunChecks(service.config, { env, home }, await runByChecks(service));
  const checkout = needsTools ? await checkoutFiles({ cwd: project, env }) : [];
  return judgeRules(rules, {
    ...{ files, isInWorkTree, env, jobs, tell },
    textAfter: textOf,
    project: createProject({ root: project, files: checkout, mayRun, env }),
    results: await service.results(),
    isEdited: (check) => edited.has(check),
  });
}

/** The service of a state of the project; null stands for the files as they lie. */
async function openAt(
  { project }: Pick<OpenChange, 'project'>,
  state: ProjectState | null,
  { flags, typed, env, cwd, home, writeLog }: ReviewWorld,
): Promise<Service> {
  const given = { flags, ...(typed !== undefined && { typed }), env, cwd, home, project, writeLog };
  return (await openService({ ...given, ...(state !== null && { state }) })).service;
}

function noScope(): Fault {
  const message = 'No scope is named: give --scope, or set default_scope in the settings';
  return new Fault('invalid-parameter', message, { errors: [{ path: 'scope', message }] });
}

/** Whether an error says that there is no such range; its message says what to give instead. */
export function isUnknownRange(error: unknown): error is Error {
  return error instanceof UnknownRange;
}
