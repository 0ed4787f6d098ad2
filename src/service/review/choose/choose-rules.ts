import { pathsOfCheck } from '../../../guidance/rules/record/check.ts';
import { createPause } from '../../../runtime/async/turns.ts';
import { createMatching } from '../../checks/matching-files.ts';
import { type ChangedFile, namesOf } from '../change/changed-file.ts';
import type { Policy, PolicyRule } from '../policy/policy.ts';

/** Why a rule concerns a change. */
export interface Choice {
  readonly by: 'paths' | 'check' | 'words' | 'always';
  /** The changed files that it is about; none where it is about all. */
  readonly files?: readonly string[];
  readonly score?: number;
}

export interface ChosenRule {
  readonly rule: PolicyRule;
  readonly chosen: readonly Choice[];
  /** How well it fits: the more, the better. */
  readonly score: number;
}

/** What is certain weighs more than any words do. */
const certain: Readonly<Record<Exclude<Choice['by'], 'words'>, number>> = { check: 3, paths: 2, always: 1 };
const certainty = 1_000_000;

/**
 * The rules that concern a change, MUST first, then by how well they fit. Each file is looked at by itself, so that a further file never
 * takes a rule away, and their order does not matter.
 */
export async function chooseRules(
  policy: Policy,
  files: readonly ChangedFile[],
): Promise<readonly ChosenRule[]> {
  const matching = createMatching([...new Set(files.flatMap(namesOf))].sort());
  const ofCategories = await chosenCategories(policy, files, matching);
  const pause = createPause();
  const chosen: ChosenRule[] = [];
  for (const rule of policy.rules) {
    const paused = pause();
    if (paused !== undefined) await paused;
    const own = matching(rule.checks.flatMap(pathsOfCheck));
    const reasons: readonly Choice[] = [
      ...(own.length > 0 ? [{ by: 'check', files: own } as const] : []),
      ...(ofCategories.get(rule.category) ?? []),
    ];
    if (reasons.length > 0) chosen.push({ rule, chosen: reasons, score: scoreOf(reasons) });
  }
  const places = new Map(chosen.map((one, place) => [one, place]));
  const placeOf = (one: ChosenRule) => places.get(one) ?? 0;
  return chosen.sort(
    (a, b) =>
      Number(a.rule.kind === 'suggestions') - Number(b.rule.kind === 'suggestions') ||
      b.score - a.score ||
      placeOf(a) - placeOf(b),
  );
}

function scoreOf(reasons: readonly Choice[]): number {
  return Math.max(...reasons.map(({ by, score = 0 }) => (by === 'words' ? score : certain[by] * certainty)));
}

async function chosenCategories(
  { categories, findByWords }: Policy,
  files: readonly ChangedFile[],
  matching: (globs: readonly string[]) => readonly string[],
): Promise<ReadonlyMap<string, readonly Choice[]>> {
  const byWords = new Map<string, { files: string[]; score: number }>();
  for (const file of files) {
    for (const [category, score] of await findByWords(file)) {
      const known = byWords.get(category) ?? { files: [], score: 0 };
      known.files.push(file.path);
      byWords.set(category, { files: known.files, score: Math.max(known.score, score) });
    }
  }
  const choices = categories.map(({ category, paths, always }): [string, Choice[]] => {
    const own = matching(paths);
    const words = byWords.get(category);
    return [
      category,
      [
        ...(own.length > 0 ? [{ by: 'paths', files: own } as const] : []),
        ...(always && files.length > 0 ? [{ by: 'always' } as const] : []),
        ...(words === undefined
          ? []
          : [{ by: 'words', files: words.files.sort(), score: words.score } as const]),
      ],
    ];
  });
  return new Map(choices.filter(([, reasons]) => reasons.length > 0));
}

/** The rules whose texts fit into so many tokens, in their order; while a MUST is left out, no SHOULD is in. */
export function withinTokens(
  chosen: readonly ChosenRule[],
  maxTokens: number,
): { readonly shown: readonly ChosenRule[]; readonly left: readonly ChosenRule[] } {
  const shown: ChosenRule[] = [];
  const left: ChosenRule[] = [];
  let [room, lacksMust] = [maxTokens, false];
  for (const one of chosen) {
    const isMust = one.rule.kind === 'commandments';
    if (one.rule.tokens <= room && (isMust || !lacksMust)) {
      shown.push(one);
      room -= one.rule.tokens;
    } else {
      left.push(one);
      lacksMust ||= isMust;
    }
  }
  return { shown, left };
}
