import type { FolderTarget, SharedTarget } from '../../../clients/facts/target.ts';
import type { ExportTarget } from '../../../model/names/export-targets.ts';
import type { Draft, ExportCategory, ExportContent, Layout } from '../content.ts';
import { layOutSkills } from '../skills.ts';
import { targets } from '../targets.ts';
import { rulesText } from '../write-rules.ts';
import { fileNames } from './file-name.ts';
import { headOf } from './frontmatter.ts';
import { portableGlobs } from './globs.ts';
import { layOutPaths } from './lay-out-paths.ts';
import { byFolder } from './nested.ts';
import { split, withinBudget } from './select.ts';

export interface LayoutOptions {
  /** Categories that are wanted. */
  readonly wanted: (category: string) => boolean;
  /** Tokens that a file which is always read may have; null for any. */
  readonly budget: number | null;
  /** Folders that exist, of those that globs name. */
  readonly folders: ReadonlySet<string>;
}

/** The files of a scope for one target. */
export function layOut(target: ExportTarget, content: ExportContent, options: LayoutOptions): Layout {
  const row = targets[target];
  switch (row.shape) {
    case 'shared':
      return layOutShared(row, content, options);
    case 'folder':
      return layOutFolder(target, row, content, options);
    case 'skills':
      return layOutSkills(row.folder, content, options.wanted);
    case 'path instructions':
      return layOutPaths(target, row, content, options);
  }
}

function layOutShared(row: SharedTarget, content: ExportContent, options: LayoutOptions): Layout {
  const { wanted, others } = split(content, options);
  const { rest, folders } = row.nested
    ? byFolder(wanted, options.folders)
    : { rest: wanted, folders: new Map() as ReturnType<typeof byFolder>['folders'] };
  const root = { content, about: '' };
  const applying = rest.map((category) => ({ category, appliesTo: category.paths }));
  const { shown, leftOut, isCut } = withinBudget(root, applying, others, options.budget);
  const isEmpty = shown.length === 0 && leftOut.length === 0 && content.incomplete === '';
  const drafts: Draft[] = isEmpty
    ? []
    : [shared(row.path, content.source, rulesText({ ...root, categories: shown, leftOut, isCut }))];
  for (const [folder, categories] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const body = rulesText({ content, about: ` in ${folder}`, categories, leftOut: [] });
    drafts.push(shared(`${folder}/${row.path}`, content.source, body));
  }
  return { drafts, attachments: [], leftOut, warnings: [], errors: [] };
}

function layOutFolder(
  target: ExportTarget,
  row: FolderTarget,
  content: ExportContent,
  options: LayoutOptions,
): Layout {
  const { wanted, others } = split(content, options);
  const warnings: string[] = [];
  const always: ExportCategory[] = [];
  const bound: { category: ExportCategory; patterns: readonly string[] }[] = [];
  for (const category of wanted) {
    const { patterns, refused } = portableGlobs(category.paths);
    for (const { glob, reason } of refused)
      warnings.push(
        `${target}: the glob ${JSON.stringify(glob)} of \`${category.category}\` ${reason}; its rules are in the file that is always read, with the globs in words.`,
      );
    if (patterns.length === 0 || refused.length > 0) always.push(category);
    else bound.push({ category, patterns });
  }
  const root = { content, about: '' };
  const applying = always.map((category) => ({ category, appliesTo: category.paths }));
  const { shown, leftOut, isCut } = withinBudget(root, applying, others, options.budget);
  const drafts: Draft[] = [];
  if (shown.length > 0 || leftOut.length > 0 || content.incomplete !== '')
    drafts.push({
      path: row.path(content.scope, null),
      kind: 'own',
      source: content.source,
      frontmatter: headOf(row.head, { patterns: [], description: content.description }),
      body: rulesText({ ...root, categories: shown, leftOut, isCut }),
    });
  const names = fileNames(
    bound.map(({ category }) => category.category),
    content.scope,
  );
  for (const { category, patterns } of bound) {
    const about = `: ${category.category}`;
    drafts.push({
      path: row.path(content.scope, names.get(category.category) ?? category.category),
      kind: 'own',
      source: content.source,
      frontmatter: headOf(row.head, { patterns, description: category.when }),
      body: rulesText({ content, about, categories: [{ category, appliesTo: [] }], leftOut: [] }),
    });
  }
  return { drafts, attachments: [], leftOut, warnings, errors: [] };
}

function shared(path: string, source: string, body: string): Draft {
  return { path, kind: 'shared', frontmatter: '', body, source };
}
