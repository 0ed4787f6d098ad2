import type { ExportTarget } from '../../model/names/export-targets.ts';
import {
  copilotHead,
  cursorHead,
  type Head,
  jetbrainsHead,
  kiroHead,
  pathsHead,
  triggerHead,
} from './layout/frontmatter.ts';

/** Most that a client takes of one file. */
export interface FileLimit {
  readonly client: string;
  readonly most: number;
  readonly unit: 'bytes' | 'characters';
}

/** A file of the project in which one block is ours. */
export interface SharedTarget {
  readonly shape: 'shared';
  readonly path: string;
  /** What is about a folder goes into the file of that name there. */
  readonly nested: boolean;
  readonly limit?: FileLimit;
  readonly readers: readonly string[];
}

/** A folder with a file for each category that is about some files, and one for the rest. */
export interface FolderTarget {
  readonly shape: 'folder';
  /** The path of a file, by the scope and the part of a name that is the category's; null for the rest. */
  path(scope: string, category: string | null): string;
  /** The folder that old files are looked for in. */
  readonly folder: string;
  head(head: Head): string;
  readonly limit?: FileLimit;
  /** Patterns that a file may name at most. */
  readonly maxPatterns?: number;
  readonly readers: readonly string[];
}

/** A folder with a folder for each kata. */
export interface SkillTarget {
  readonly shape: 'skills';
  readonly folder: string;
  readonly readers: readonly string[];
}

/** A YAML file that is ours as a whole, with what is to be done for each path. */
export interface PathInstructionsTarget {
  readonly shape: 'path instructions';
  readonly path: string;
  /** Characters of what is said of one path. */
  readonly most: number;
  readonly limit?: undefined;
  readonly readers: readonly string[];
}

export type Target = SharedTarget | FolderTarget | SkillTarget | PathInstructionsTarget;

const fourMebibytes = 4 * 1024 * 1024;
const claudeLimit: FileLimit = { client: 'Claude Code', most: fourMebibytes, unit: 'bytes' };

function flat(
  folder: string,
  ending: string,
  rest: Pick<FolderTarget, 'head' | 'readers' | 'limit'>,
): FolderTarget {
  const path = (scope: string, category: string | null) =>
    `${folder}/${scope}${category === null ? '' : `-${category}`}${ending}`;
  return { shape: 'folder', folder, path, ...rest };
}

function nested(
  folder: string,
  ending: string,
  rest: Pick<FolderTarget, 'head' | 'readers' | 'limit' | 'maxPatterns'>,
): FolderTarget {
  const path = (scope: string, category: string | null) => `${folder}/${scope}/${category ?? scope}${ending}`;
  return { shape: 'folder', folder, path, ...rest };
}

/** Each target: its files, their heads, what their clients take, and who reads them. */
export const targets: Readonly<Record<ExportTarget, Target>> = {
  agents: {
    shape: 'shared',
    path: 'AGENTS.md',
    nested: true,
    readers: [
      'Codex',
      'Copilot',
      'VS Code',
      'Cursor',
      'Claude Code',
      'Devin',
      'Zed',
      'opencode',
      'Kiro',
      'Cline',
      'Antigravity',
    ],
  },
  claude: {
    shape: 'shared',
    path: 'CLAUDE.md',
    nested: false,
    limit: claudeLimit,
    readers: ['Claude Code', 'VS Code', 'Copilot'],
  },
  'claude-rules': nested('.claude/rules', '.md', {
    head: pathsHead,
    limit: claudeLimit,
    maxPatterns: 1000,
    readers: ['Claude Code', 'VS Code'],
  }),
  cursor: nested('.cursor/rules', '.mdc', { head: cursorHead, readers: ['Cursor'] }),
  copilot: flat('.github/instructions', '.instructions.md', {
    head: copilotHead,
    readers: ['Copilot', 'VS Code'],
  }),
  'copilot-instructions': {
    shape: 'shared',
    path: '.github/copilot-instructions.md',
    nested: false,
    readers: ['Copilot', 'VS Code', 'Zed'],
  },
  gemini: { shape: 'shared', path: 'GEMINI.md', nested: false, readers: ['Gemini CLI'] },
  devin: flat('.devin/rules', '.md', {
    head: triggerHead,
    limit: { client: 'Devin', most: 12_000, unit: 'characters' },
    readers: ['Devin'],
  }),
  kiro: flat('.kiro/steering', '.md', { head: kiroHead, readers: ['Kiro'] }),
  cline: nested('.clinerules', '.md', { head: pathsHead, readers: ['Cline'] }),
  jetbrains: flat('.aiassistant/rules', '.md', {
    head: jetbrainsHead,
    readers: ['JetBrains AI Assistant'],
  }),
  antigravity: flat('.agents/rules', '.md', {
    head: triggerHead,
    limit: { client: 'Antigravity', most: 12_000, unit: 'characters' },
    readers: ['Antigravity'],
  }),
  skills: {
    shape: 'skills',
    folder: '.agents/skills',
    readers: ['Codex', 'Zed', 'JetBrains AI Assistant', 'Amp', 'Antigravity', 'Cursor'],
  },
  'claude-skills': { shape: 'skills', folder: '.claude/skills', readers: ['Claude Code'] },
  'copilot-skills': { shape: 'skills', folder: '.github/skills', readers: ['Copilot'] },
  'claude-review': {
    shape: 'shared',
    path: 'REVIEW.md',
    nested: false,
    readers: ['Claude Code Review', 'Qodo'],
  },
  bugbot: { shape: 'shared', path: '.cursor/BUGBOT.md', nested: false, readers: ['Bugbot'] },
  coderabbit: {
    shape: 'path instructions',
    path: '.coderabbit.yaml',
    most: 20_000,
    readers: ['CodeRabbit'],
  },
  greptile: { shape: 'shared', path: '.greptile/rules.md', nested: false, readers: ['Greptile'] },
};
