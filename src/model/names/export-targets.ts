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
  'claude-review',
  'bugbot',
  'coderabbit',
  'greptile',
] as const;

export type ExportTarget = (typeof exportTargets)[number];

/** One export that a project keeps: a scope, to what, and the folder, relative to the project. */
export interface ExportEntry {
  readonly scope: string;
  readonly to: readonly ExportTarget[];
  readonly dir: string | null;
}

/** What the keys of such an export mean. */
export const exportKeys: Readonly<Record<keyof ExportEntry, string>> = {
  scope: 'The scope whose guidance is written',
  to: 'What is written, a target or several; agents where it is left out',
  dir: 'The folder it is written into; the project',
};

export function isExportTarget(name: unknown): name is ExportTarget {
  return exportTargets.some((target) => target === name);
}
