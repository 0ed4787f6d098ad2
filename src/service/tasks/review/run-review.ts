import type { ConfigInput } from '../../../config/config-input.ts';
import { Fault } from '../../../model/fault.ts';
import { UnknownRange } from '../../../review/change/find-ends.ts';
import { type OpenChange, openChange } from '../../../review/change/open-change.ts';
import { type Review, reviewChange } from '../../../review/review.ts';
import { openService, type ProjectState } from '../../open-service.ts';
import type { Service } from '../../service.ts';
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
  readonly maxTokens: number;
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

/** Tokens of the rules of one answer, where nobody says. */
export const defaultReviewTokens = 4000;

/** The rules for a change. Throws UnknownRange (`isUnknownRange`); faults: those of `get_rules`, and of patches. */
export async function runReview(request: ReviewRequest, world: ReviewWorld): Promise<Review> {
  const change = await openChange(request, world);
  try {
    const base = await openAt(change, change.before, world);
    try {
      const scope = request.scope ?? base.config.settings.default_scope;
      if (scope === null) throw noScope();
      const policy = await openPolicy(base, scope);
      return await reviewChange(policy, change.files, request.maxTokens);
    } finally {
      await base.close();
    }
  } finally {
    change.close();
  }
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
