import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
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
  /** What reads it besides clients: services that review changes. */
  readonly reviewers?: readonly string[];
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
}

/** A folder with a folder for each kata. */
export interface SkillTarget {
  readonly shape: 'skills';
  readonly folder: string;
}

/** A YAML file that is ours as a whole, with what is to be done for each path. */
export interface PathInstructionsTarget {
  readonly shape: 'path instructions';
  readonly path: string;
  /** Characters of what is said of one path. */
  readonly most: number;
  readonly limit?: undefined;
  readonly reviewers: readonly string[];
}

export type Target = SharedTarget | FolderTarget | SkillTarget | PathInstructionsTarget;

const { claude, devin, antigravity } = clients;
const claudeLimit: FileLimit = { client: claude.name, most: claude.limits.fileBytes, unit: 'bytes' };

/** The clients that read what a target writes, by name, and the services that do. */
export function readersOf(target: ExportTarget): readonly string[] {
  const all: readonly Client[] = Object.values(clients);
  const row = targets[target];
  const reviewers = row.shape === 'shared' || row.shape === 'path instructions' ? row.reviewers : undefined;
  return [...all.filter(({ reads }) => reads.includes(target)).map(({ name }) => name), ...(reviewers ?? [])];
}

function flat(folder: string, ending: string, rest: Pick<FolderTarget, 'head' | 'limit'>): FolderTarget {
  const path = (scope: string, category: string | null) =>
    `${folder}/${scope}${category === null ? '' : `-${category}`}${ending}`;
  return { shape: 'folder', folder, path, ...rest };
}

function nested(
  folder: string,
  ending: string,
  rest: Pick<FolderTarget, 'head' | 'limit' | 'maxPatterns'>,
): FolderTarget {
  const path = (scope: string, category: string | null) => `${folder}/${scope}/${category ?? scope}${ending}`;
  return { shape: 'folder', folder, path, ...rest };
}

/** Each target: its files, their heads, and what their clients take. */
export const targets: Readonly<Record<ExportTarget, Target>> = {
  agents: {
    shape: 'shared',
    path: 'AGENTS.md',
    nested: true,
  },
  claude: {
    shape: 'shared',
    path: 'CLAUDE.md',
    nested: false,
    limit: claudeLimit,
  },
  'claude-rules': nested('.claude/rules', '.md', {
    head: pathsHead,
    limit: claudeLimit,
    maxPatterns: claude.limits.patterns,
  }),
  cursor: nested('.cursor/rules', '.mdc', { head: cursorHead }),
  copilot: flat('.github/instructions', '.instructions.md', {
    head: copilotHead,
  }),
  'copilot-instructions': {
    shape: 'shared',
    path: '.github/copilot-instructions.md',
    nested: false,
  },
  gemini: { shape: 'shared', path: 'GEMINI.md', nested: false },
  devin: flat('.devin/rules', '.md', {
    head: triggerHead,
    limit: { client: devin.name, most: devin.limits.fileCharacters, unit: 'characters' },
  }),
  kiro: flat('.kiro/steering', '.md', { head: kiroHead }),
  cline: nested('.clinerules', '.md', { head: pathsHead }),
  jetbrains: flat('.aiassistant/rules', '.md', {
    head: jetbrainsHead,
  }),
  antigravity: flat('.agents/rules', '.md', {
    head: triggerHead,
    limit: { client: antigravity.name, most: antigravity.limits.fileCharacters, unit: 'characters' },
  }),
  skills: {
    shape: 'skills',
    folder: '.agents/skills',
  },
  'claude-skills': { shape: 'skills', folder: '.claude/skills' },
  'copilot-skills': { shape: 'skills', folder: '.github/skills' },
  'claude-review': {
    shape: 'shared',
    path: 'REVIEW.md',
    nested: false,
    reviewers: ['Claude Code Review', 'Qodo'],
  },
  bugbot: { shape: 'shared', path: '.cursor/BUGBOT.md', nested: false, reviewers: ['Bugbot'] },
  coderabbit: {
    shape: 'path instructions',
    path: '.coderabbit.yaml',
    most: 20_000,
    reviewers: ['CodeRabbit'],
  },
  greptile: { shape: 'shared', path: '.greptile/rules.md', nested: false, reviewers: ['Greptile'] },
};
