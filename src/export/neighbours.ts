import { dirname, join } from 'node:path';
import type { ExportTarget } from '../model/export-targets.ts';
import { readText } from './apply.ts';
import { codexErrors, zedOrder } from './limits.ts';
import { findFiles, foldersAbove, type Tree } from './tree.ts';

/** An export as far as the files beside it matter. */
export interface Surroundings {
  readonly tree: Tree;
  /** Absolute. */
  readonly root: string;
  readonly targets: ReadonlySet<ExportTarget>;
  readonly shown: (path: string) => string;
}

/** Files that keep Claude Code from reading AGENTS.md. */
const claudeFiles = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'];

/** Files of a project that hide what is exported from a client, or are hidden by it. */
export async function hiddenWarnings({ tree, root, targets, shown }: Surroundings): Promise<string[]> {
  const text = (path: string) => readText(tree, join(root, ...path.split('/'))).catch(() => null);
  const found: string[] = [];
  const agents = (await text('AGENTS.md')) !== null;
  if (agents && (targets.has('agents') || targets.has('claude'))) {
    for (const file of claudeFiles) {
      const claude = await text(file);
      if (claude === null || /^\s*@(?:\.\/)?(?:\.\.\/)?AGENTS\.md\s*$/m.test(claude)) continue;
      found.push(
        `Claude Code does not read ${shown('AGENTS.md')} beside ${shown(file)}; write the line @AGENTS.md into ${shown(file)}.`,
      );
      break;
    }
  }
  if (targets.has('agents') && (await text('.junie/AGENTS.md')) !== null)
    found.push(`Junie reads ${shown('.junie/AGENTS.md')} and not ${shown('AGENTS.md')}.`);
  return [...found, ...(await zedWarnings({ tree, root, targets, shown }))];
}

/** Zed reads one file only: which of those that are written here it does not see. */
async function zedWarnings({ tree, root, targets, shown }: Surroundings): Promise<string[]> {
  const ours: readonly [ExportTarget, string][] = [
    ['copilot-instructions', '.github/copilot-instructions.md'],
    ['agents', 'AGENTS.md'],
    ['claude', 'CLAUDE.md'],
    ['gemini', 'GEMINI.md'],
  ];
  const exists = async (path: string) =>
    (await tree.read(join(root, ...path.split('/'))).catch(() => null)) !== null;
  const present: string[] = [];
  for (const path of zedOrder) if (await exists(path)) present.push(path);
  const [first] = present;
  const written = ours.flatMap(([target, path]) => (targets.has(target) ? [path] : []));
  const hidden = present.slice(1).filter((path) => written.includes(path) || written.includes(first ?? ''));
  if (first === undefined || hidden.length === 0) return [];
  return [`Zed reads ${shown(first)} only, and not ${hidden.map(shown).join(', ')}.`];
}

/**
 * What Codex reads too much of in some folder: all AGENTS.md from the root of the repository down to it, those of others included.
 * `ours` are the paths below the root that are written.
 */
export async function chainErrors(
  { tree, root, shown }: Surroundings,
  ours: ReadonlySet<string>,
): Promise<string[]> {
  const found = await findFiles(root, (name) => name === 'AGENTS.md' || name === 'AGENTS.override.md');
  const folders = new Set([...found.paths, ...ours].map((path) => dirname(path)));
  const above = (await foldersAbove(root)).slice(0, -1);
  const errors = new Set<string>();
  for (const folder of [...folders].sort()) {
    const names = folder === '.' ? [] : folder.split('/');
    const chain = [
      ...above,
      ...names.map((_, index) => join(root, ...names.slice(0, index))),
      join(root, ...names),
    ];
    const files: { path: string; bytes: number; isOurs: boolean }[] = [];
    for (const place of chain) {
      for (const name of ['AGENTS.override.md', 'AGENTS.md']) {
        const bytes = await tree.read(join(place, name)).catch(() => null);
        if (bytes === null) continue;
        const below = place.startsWith(root) ? place.slice(root.length + 1).replaceAll('\\', '/') : null;
        const path =
          below === null ? join(place, name) : [below, name].filter((part) => part !== '').join('/');
        files.push({ path: shown(path), bytes: bytes.byteLength, isOurs: ours.has(path) });
        break;
      }
    }
    if (files.some(({ isOurs }) => isOurs))
      for (const error of codexErrors(folder === '.' ? '' : folder, files)) errors.add(error);
  }
  return [...errors];
}
