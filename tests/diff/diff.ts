import { type CommandLineOptions, precept } from '../cli/command-line.ts';

/** A change as `precept diff --format json` has it. */
export interface ToldChange {
  readonly element: 'rule' | 'category' | 'kata' | 'story' | 'metadata';
  readonly kind?: 'commandments' | 'suggestions' | 'katas' | 'stories';
  readonly category?: string;
  readonly name?: string;
  readonly field?: string;
  readonly op: 'added' | 'removed' | 'changed' | 'moved';
  readonly id?: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly text?: string;
  readonly from?: { readonly kind: 'commandments' | 'suggestions'; readonly category: string };
  readonly scopes: readonly string[];
  readonly count?: number;
}

export interface Difference {
  readonly from: string;
  readonly to: string;
  readonly scopes: readonly {
    readonly name: string;
    readonly state: 'changed' | 'added' | 'removed' | 'broken';
    readonly before: { readonly rules: number; readonly katas: number; readonly tokens: number } | null;
    readonly after: { readonly rules: number; readonly katas: number; readonly tokens: number } | null;
    readonly problems?: readonly string[];
  }[];
  readonly changes: readonly ToldChange[];
  readonly notes?: readonly string[];
}

/** What `precept diff --format json` says in a folder. Fails where it does not end with 0. */
export async function diff(
  cwd: string,
  argv: readonly string[] = [],
  options: CommandLineOptions = {},
): Promise<Difference> {
  const { code, stdout, stderr } = await precept(['diff', ...argv, '--format', 'json'], { cwd, ...options });
  if (code !== 0) throw new Error(`precept diff ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
