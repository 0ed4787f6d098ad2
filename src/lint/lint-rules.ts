import type { Problem } from '../model/problem.ts';
import { judgeScopes } from './judge-scopes.ts';
import { createLintMemory } from './lint-memory.ts';
import type { LintOptions } from './lint-options.ts';
import { lintSettings } from './lint-settings.ts';
import { readTree } from './read-tree.ts';

/** Everything that is wrong or could be better in a rules folder, by file and place. Files are relative to the folder. */
export async function lintRules(options: LintOptions): Promise<Problem[]> {
  const { onProgress = () => {}, memory, first, scope } = options;
  const tree = await readTree(options.rulesPath, {
    unsaved: options.unsaved,
    memory,
    onProgress: (done, total) => onProgress('read', done, total),
  });
  const settings = options.settings === null ? null : lintSettings(options.settings);
  const run = { ...tree, options, settings, memory: memory ?? createLintMemory() };
  if (first !== undefined && first.files.size > 0) {
    const early = await judgeScopes(run, first.files);
    if (early !== null) first.found(early);
  }
  const problems = (await judgeScopes(run)) ?? [];
  return problems.filter(({ file }) => scope === null || file.startsWith(`${scope}/`));
}
