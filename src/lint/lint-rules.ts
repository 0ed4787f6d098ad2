import type { Problem } from '../model/problems/problem.ts';
import { judgeScopes } from './judge-scopes.ts';
import { createLintMemory } from './lint-memory.ts';
import type { LintOptions } from './lint-options.ts';
import { lintSettings } from './lint-settings.ts';
import { readNear, type Unread } from './read/read-near.ts';
import { readTree, type Tree } from './read/read-tree.ts';

/** Everything that is wrong or could be better in a rules folder, by file and place. Files are relative to the folder. */
export async function lintRules(options: LintOptions): Promise<Problem[]> {
  const { rulesPath, unsaved, onProgress = () => {}, first, scope, whenFree, signal } = options;
  const settings = options.settings === null ? null : lintSettings(options.settings);
  const memory = options.memory ?? createLintMemory();
  const wanted = first !== undefined && first.files.size > 0 ? first : null;
  const judgeFirst = async (tree: Tree, unread: Unread | null) => {
    if (wanted === null) return;
    const early = await judgeScopes({ ...tree, options, settings, memory, unread }, wanted.files);
    if (early !== null) wanted.found(early);
  };
  const near = wanted && (await readNear(rulesPath, wanted.files, { unsaved, memory }));
  if (near !== null) await judgeFirst(near, near.unread);
  const tree = await readTree(rulesPath, {
    unsaved,
    memory: options.memory,
    onProgress: (done, total) => onProgress('read', done, total),
    whenFree,
    signal,
  });
  await judgeFirst(tree, null);
  const problems = (await judgeScopes({ ...tree, options, settings, memory, unread: null })) ?? [];
  return problems.filter(({ file }) => scope === null || file.startsWith(`${scope}/`));
}
