import type { ExportTarget } from '../model/names/export-targets.ts';
import { type ClientSources, filesBelow, rootFile } from './facts/source.ts';
import type { Target } from './facts/target.ts';

/** The file of instructions that most clients read. */
export const sharedFile = 'AGENTS.md';

/** The targets of an export that are no client's own. */
export const sharedTargets = {
  agents: { shape: 'shared', path: sharedFile, nested: true },
  skills: { shape: 'skills', folder: '.agents/skills' },
} as const satisfies Partial<Record<ExportTarget, Target>>;

/** What reviews changes and is no client, with the file that it reads. */
export const reviewTargets = {
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
} as const satisfies Partial<Record<ExportTarget, Target>>;

/** Files for an import that several clients read, and those of tools that Precept knows nothing else of. */
export const otherSources: ClientSources = {
  folders: ['.agents', '.amazonq', '.augment', '.continue', '.roo', '.rulesync'],
  skills: ['.agents', '.roo', '.rulesync'],
  files: [
    { rank: 0, pattern: String.raw`\.rulesync/(?:rules/(?:.+/)?[^/]+|[^/]+)\.md` },
    rootFile(1, String.raw`AGENTS?\.md`),
    rootFile(6, String.raw`CRUSH\.md`),
    rootFile(8, String.raw`\.(?:roorules|goosehints)`),
    // Aider and people: below the root it is no file for clients.
    rootFile(9, String.raw`(?<!/)CONVENTIONS\.md`),
    filesBelow(20, String.raw`\.roo/rules[\w-]*`, String.raw`\.(?:md|txt)`),
    filesBelow(21, String.raw`\.continue/rules`, String.raw`\.md`),
    filesBelow(22, String.raw`\.augment/rules`, String.raw`\.md`),
    filesBelow(22, String.raw`\.amazonq/rules`, String.raw`\.md`),
    { ...filesBelow(24, String.raw`\.rulesync/commands`, String.raw`\.md`), kind: 'command' },
    { rank: 25, pattern: String.raw`\.rulesync/(?!skills/).+`, kind: 'other' },
  ],
};
