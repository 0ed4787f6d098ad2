import { type Printed, precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { git, gitRepository } from '../support/git.ts';

/** A finding as JSON has it. */
export interface Finding {
  file: string;
  line?: number;
  text?: string;
  message?: string;
  waived?: boolean;
}

/** What `--format json` prints. */
export interface ReviewJson {
  scope: string;
  policy: { rules: number; scopes: number; digest: string; complete: boolean; incomplete?: string };
  files: { path: string; old?: string; status: string }[];
  rules: {
    id: string;
    strength: string;
    scope: string;
    category: string;
    rule: string;
    why?: string;
    chosen: { by: string; files?: string[]; score?: number }[];
    checks: Record<string, unknown>[];
    tokens: number;
    outcome?: string;
    reason?: string;
    waiver?: string;
    findings?: Finding[];
  }[];
  left_out: { id: string; category: string; tokens: number }[];
  guidance_edits?: Record<string, unknown>;
}

/** A repository whose first commit has guidance of the scope `shop`, in which `precept review` is run. */
export interface ReviewCheckout {
  readonly folder: string;
  readonly home: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  git(...args: string[]): Promise<string>;
  run(args?: readonly string[], options?: Parameters<typeof precept>[1]): Promise<Printed>;
  json(args?: readonly string[], options?: Parameters<typeof precept>[1]): Promise<ReviewJson>;
}

/** The rules of most tests. */
export const commandments = `api.http:
  when: When adding or changing an HTTP endpoint
  paths: ['src/api/**']
  ruleset:
    - rule: Page lists with an opaque cursor
      id: cursor-paging
      why: Offsets skip rows while data changes
      good: GET /orders?cursor=abc
      check: {pattern: '[?&]offset=', paths: ['src/**']}
    - Answer errors as problem details
copyright:
  when: When writing a legal notice
  ruleset:
    - rule: Begin each script with a notice
      id: notice
      check: {require: Copyright, paths: ['scripts/**']}
`;
export const suggestions = `conduct:
  always: true
  ruleset:
    - rule: Say how to undo a change
      id: undo
`;

export async function reviewCheckout(files: Readonly<Record<string, string>> = {}): Promise<ReviewCheckout> {
  const home = await tempFolder();
  const folder = await gitRepository({
    '.precept/settings.yml': 'default_scope: shop\n',
    '.precept/rules/shop/commandments.yml': commandments,
    '.precept/rules/shop/suggestions.yml': suggestions,
    'src/api/orders.ts': 'export const orders = 1;\n',
    ...files,
  });
  const run: ReviewCheckout['run'] = (args = [], options = {}) =>
    precept(['review', ...args], {
      cwd: folder,
      home,
      ...options,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...options.env },
    });
  return {
    folder,
    home,
    run,
    write: (more) => writeFiles(folder, more),
    git: (...args) => git(folder, ...args),
    async json(args = [], options = {}) {
      const { stdout, stderr } = await run([...args, '--format', 'json'], options);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as ReviewJson;
    },
  };
}
