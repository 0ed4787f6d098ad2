import { hasOtherScopes, hasUntrustedScopes } from '../../../config/other-scopes.ts';
import { sourceLabel } from '../../../config/values/source-entries.ts';
import { settingsProblems } from '../../../lint/settings-problems.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import { mayRunChecks } from '../../../trust/bind/checks-consent.ts';
import type { RuleOutcomes } from '../../../usage/usage-line.ts';
import { loadBoth } from '../../compare/load/load-scopes.ts';
import { openService } from '../../open-service.ts';
import { findBroken } from '../../review/edits/broken-guidance.ts';
import { type ReviewFormat, writeReview } from '../../review/formats/write-review.ts';
import type { HostState, ReviewHost, ReviewRequest, ReviewWorld } from '../../review/review-host.ts';
import { runReview } from '../../review/run-review.ts';
import { hasFailed } from '../../review/to-review.ts';
import { localSide } from '../../runtime/diff-sides.ts';
import { lockPath, readLockText } from '../../runtime/sources/open-sources.ts';
import { readLock } from '../../sources/sources.ts';
import { compareSides } from '../diff/compare-sides.ts';
import { runByChecks } from '../run-by-checks.ts';
import { openPolicy } from './open-policy.ts';

/** How a review of a work tree is told. */
interface Telling {
  readonly format: ReviewFormat | 'prompt';
  /** Takes any violated rule, and any whose checks did not run, for a failure. */
  readonly strict?: boolean;
}

/** Reviews a change of the repository around a folder. Faults: those of `get_rules`, of ranges and of patches. */
export async function reviewWorkTree(
  request: ReviewRequest,
  world: ReviewWorld,
  { format, strict = false }: Telling,
): Promise<{ readonly text: string; readonly hasFailed: boolean; readonly isIncomplete: boolean }> {
  const review = await runReview(request, world, createHost(world));
  return {
    text: writeReview(review, format),
    hasFailed: hasFailed(review, strict),
    isIncomplete: !review.data.policy.complete,
  };
}

/** What became of rules, as it is counted. */
function countsOf(scope: string, judgements: Parameters<HostState['hear']>[1]): readonly RuleOutcomes[] {
  const day = new Date().toISOString().slice(0, 10);
  return [...judgements].map(([{ id }, { outcome }]) => ({
    ...{ day, scope, rule: id, relevant: 1 },
    kept: Number(outcome === 'kept'),
    violated: Number(outcome === 'violated'),
    waived: Number(outcome === 'waived'),
  }));
}

function createHost({ cwd, env, home, flags, typed, writeLog }: ReviewWorld): ReviewHost {
  return {
    async open(project, state, { isQuiet, keepMistakes = false }) {
      const { config, service } = await openService({
        ...{ cwd, env, home, project, flags, keepMistakes },
        ...(typed !== undefined && { typed }),
        ...(state !== null && { state }),
        writeLog: isQuiet ? () => {} : writeLog,
      });
      return {
        config,
        policy: (scope) => openPolicy(service, scope),
        mayRunChecks: async () => mayRunChecks(config, { env, home }, await runByChecks(service)),
        results: () => service.results(),
        async hear(scope, judgements) {
          service.usage.judged(countsOf(scope, judgements));
          // In a build the file is gone after the program.
          await service.usage.settle();
        },
        close: () => service.close(),
      };
    },
    locks: {
      file: lockPath,
      async read(config, state) {
        const { sources } = config.settings;
        const locks = readLock(await readLockText(config, state ?? undefined), sources);
        return new Map(
          sources.flatMap((entry, index) => {
            const lock = locks[index];
            return lock == null ? [] : [[sourceLabel(entry), lock.commit ?? lock.tree] as const];
          }),
        );
      },
    },
    async compare([old, config], [young, now], since) {
      const { before, after, mayDiffer } = await loadBoth(old, young);
      const sides = {
        before: localSide(before, config.settings.max_inheritance_depth),
        after: localSide(after, now.settings.max_inheritance_depth),
        mayDiffer,
      };
      const about = { from: since, to: 'the change', notes: [], folder: now.rulesPath };
      const difference = await compareSides(sides, null, about);
      const hasOthers = hasOtherScopes(now) || hasUntrustedScopes(now);
      return { difference, broken: findBroken(before, after, difference, hasOthers) };
    },
    async placeMistakes(mistakes, state) {
      const placed = mistakes.map(async (mistake) => {
        const { file } = mistake;
        const found = await state.readFile(file).catch(() => null);
        const bytes = found === undefined ? await readOptionalFile(file).catch(() => null) : found;
        return { mistake, file, bytes: bytes ?? Buffer.alloc(0) };
      });
      return settingsProblems(await Promise.all(placed), {}).map(({ file, line, column, message, hint }) => ({
        ...{ file, line, column, message: `${message}. ${hint}` },
      }));
    },
  };
}
