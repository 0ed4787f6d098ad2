/** What guidance can be exported to, by the names that the command line and the setting `exports` use. */
export const exportTargets = [
  'agents',
  'claude',
  'claude-rules',
  'cursor',
  'copilot',
  'copilot-instructions',
  'gemini',
  'devin',
  'kiro',
  'cline',
  'jetbrains',
  'antigravity',
  'skills',
  'claude-skills',
  'copilot-skills',
] as const;

export type ExportTarget = (typeof exportTargets)[number];

/** One export that a project keeps: a scope, to what, and the folder, relative to the project. */
export interface ExportEntry {
  readonly scope: string;
  readonly to: readonly ExportTarget[];
  readonly dir: string | null;
}

export function isExportTarget(name: unknown): name is ExportTarget {
  return exportTargets.some((target) => target === name);
}
