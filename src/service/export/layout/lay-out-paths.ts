import type { PathInstructionsTarget } from '../../../clients/facts/target.ts';
import type { ExportTarget } from '../../../model/names/export-targets.ts';
import { yamlText } from '../../../render/yaml-text.ts';
import type { ExportCategory, ExportContent, Layout } from '../content.ts';
import { rulesText } from '../write-rules.ts';
import { portableGlobs } from './globs.ts';
import { split, withinBudget } from './select.ts';

/** The one YAML file that says for each glob which rules hold there; what is about no files is said of all. */
export function layOutPaths(
  target: ExportTarget,
  { path, most }: PathInstructionsTarget,
  content: ExportContent,
  options: { readonly wanted: (category: string) => boolean; readonly budget: number | null },
): Layout {
  const { wanted, others } = split(content, options);
  const root = { content, about: '' };
  const applying = wanted.map((category) => ({ category, appliesTo: category.paths }));
  const { shown, leftOut } = withinBudget(root, applying, others, options.budget);
  const byGlob = new Map<string, ExportCategory[]>();
  for (const { category } of shown) {
    const { patterns } = portableGlobs(category.paths);
    for (const glob of patterns.length === 0 ? ['**'] : patterns)
      byGlob.set(glob, [...(byGlob.get(glob) ?? []), category]);
  }
  const entries = [...byGlob].map(([glob, categories]) => {
    const named = categories.map((category) => ({ category, appliesTo: [] }));
    const about = glob === '**' ? '' : ` in ${glob}`;
    return { path: glob, instructions: rulesText({ content, about, categories: named, leftOut: [] }) };
  });
  const errors = entries
    .filter(({ instructions }) => instructions.length > most)
    .map(
      ({ path: glob, instructions }) =>
        `${target}: the rules for ${glob} have ${instructions.length} characters, and at most ${most} are taken. Use --budget or --categories to export less.`,
    );
  const body = yamlText({ reviews: { path_instructions: entries } });
  const drafts =
    entries.length === 0
      ? []
      : [{ path, kind: 'own', frontmatter: '', body, comment: '# ', source: null } as const];
  return { drafts, attachments: [], leftOut, warnings: [], errors };
}
