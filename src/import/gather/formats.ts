/** What a file of a client is, by its path. */
export interface SourceFormat {
  /** `skill` is a procedure with its files, `command` one without, `text` rules; `other` says nothing that a scope holds. */
  readonly kind: 'text' | 'skill' | 'command' | 'other';
  /** It speaks for all of its folder, so that its headings need no prefix. */
  readonly isRoot: boolean;
  /** Where the tree of its client begins: empty for the root of the project. */
  readonly folder: string;
  /** A glob without `/` is about the root alone. */
  readonly isRooted: boolean;
  /** Lower comes first: where two say the same, the first keeps it. */
  readonly rank: number;
}

interface Row {
  readonly pattern: RegExp;
  readonly kind?: 'skill' | 'command' | 'other';
  readonly isRoot?: true;
  readonly isRooted?: true;
}

const file = (pattern: string, more: Omit<Row, 'pattern'> = {}): Row => ({
  pattern: new RegExp(`^(?:(.+)/)?${pattern}$`),
  ...more,
});
const root = { isRoot: true } as const;
const below = `(?:.+/)?[^/]+`;

/** The files that clients read, in the order in which they are imported. */
const rows: readonly Row[] = [
  file(String.raw`\.rulesync/(?:rules/${below}|[^/]+)\.md`),
  file(String.raw`AGENTS?\.md`, root),
  file(String.raw`\.junie/AGENTS\.md`, root),
  file(String.raw`(?:\.claude/)?CLAUDE\.md`, root),
  file(String.raw`GEMINI\.md`, root),
  file(String.raw`QWEN\.md`, root),
  file(String.raw`CRUSH\.md`, root),
  file(String.raw`\.github/copilot-instructions\.md`, root),
  file(String.raw`\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints|rules)`, root),
  file(String.raw`\.junie/guidelines\.md`, root),
  file(String.raw`\.junie/playbook\.md`),
  file(String.raw`\.claude/rules/${below}\.md`, { isRooted: true }),
  file(String.raw`\.cursor/rules/${below}\.mdc`),
  file(String.raw`\.github/instructions/${below}\.instructions\.md`),
  file(String.raw`\.(?:devin|windsurf)/rules/${below}\.md`),
  file(String.raw`\.kiro/steering/${below}\.md`),
  file(String.raw`\.clinerules/${below}\.(?:md|txt)`),
  file(String.raw`\.aiassistant/rules/${below}\.md`),
  file(String.raw`\.agents/rules/${below}\.md`),
  file(String.raw`\.junie/rules/${below}\.md`),
  file(String.raw`\.roo/rules[\w-]*/${below}\.(?:md|txt)`),
  file(String.raw`\.continue/rules/${below}\.md`),
  file(String.raw`\.augment/rules/${below}\.md`),
  file(
    String.raw`(?:\.(?:claude|agents|github|cursor|kiro|devin|windsurf|cline|opencode|codex|gemini|junie|roo|rulesync)/)?skills/(?:.+/)?[^/]+/SKILL\.md`,
    { kind: 'skill' },
  ),
  file(String.raw`\.rulesync/commands/${below}\.md`, { kind: 'command' }),
  file(String.raw`\.rulesync/(?!skills/).+`, { kind: 'other' }),
];

/** Hidden folders that clients keep their files in. */
export const clientFolders: ReadonlySet<string> = new Set([
  ...[
    '.agents',
    '.aiassistant',
    '.augment',
    '.claude',
    '.cline',
    '.clinerules',
    '.codex',
    '.continue',
    '.cursor',
  ],
  ...['.devin', '.gemini', '.github', '.junie', '.kiro', '.opencode', '.roo', '.rulesync', '.windsurf'],
]);

/** The format of a file by its path below the project, with forward slashes; null for what no client reads. */
export function formatOf(path: string): SourceFormat | null {
  for (const [rank, { pattern, kind = 'text', isRoot = false, isRooted = false }] of rows.entries()) {
    const found = pattern.exec(path);
    if (found !== null) return { kind, isRoot, folder: found[1] ?? '', isRooted, rank };
  }
  return null;
}

/** How a file is read that a user names and no client knows. */
export function plainFormat(path: string): SourceFormat {
  const kind = /(?:^|\/)SKILL\.md$/.test(path) ? 'skill' : 'text';
  return { kind, isRoot: false, folder: '', isRooted: false, rank: rows.length };
}

/** The name of a file without what its client puts behind it. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?:\.instructions)?\.(?:mdc?|txt|markdown)$/i, '') || name;
}
