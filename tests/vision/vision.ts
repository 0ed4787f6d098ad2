import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Printed, precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

export const fixtures: string = fileURLToPath(new URL('../fixtures/junit/', import.meta.url));

/** A result of the validation file. */
export interface Line {
  readonly timestamp: string;
  readonly scope: string;
  readonly ac: string;
  readonly check: string;
  readonly passed: boolean;
  readonly source: string;
  readonly state?: string;
  readonly message?: string;
  readonly suite?: string;
}

/** A tenka.yml with one story whose criteria have one list of checks each; JSON is YAML too. */
export function tenka(...checks: readonly (readonly (string | object)[])[]): string {
  const acs = checks.map((list, index) => [
    `AC1.${index + 1}`,
    {
      given: 'a cart',
      when: 'I pay',
      // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
      then: 'it is mine',
      checks: list.map((check) => (typeof check === 'string' ? { test: check } : check)),
    },
  ]);
  const story = { who: 'a customer', what: 'buy', why: 'I have it', acs: Object.fromEntries(acs) };
  return JSON.stringify({ tenka: { US1: story } });
}

/** A report; each case is `classname|name|failure`, the last two optional. */
export function report(...cases: readonly string[]): string {
  const written = cases.map((one) => {
    const [classname = '', name = '', inside] = one.split('|').map(escapeXml);
    return `<testcase classname="${classname}" name="${name}">${inside ? `<${inside}/>` : ''}</testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="s">${written.join('\n')}</testsuite></testsuites>\n`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\r\n]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

export interface Project {
  readonly folder: string;
  /** Runs a command line in the project's folder, with its rules. */
  run(argv: readonly string[], options?: Parameters<typeof precept>[1]): Promise<Printed>;
  /** Runs `tenka import --format json`, which must succeed, and gives its data. */
  import(...argv: readonly string[]): Promise<Imported>;
}

export interface Imported {
  readonly dry_run: boolean;
  readonly reports: readonly { name: string; passed: number; failed: number; skipped: number }[];
  readonly checks: readonly (Pick<Line, 'scope' | 'ac' | 'check' | 'passed'> & {
    cases: number;
    recorded: boolean;
  })[];
  readonly checks_without_test: readonly Pick<Line, 'scope' | 'ac' | 'check'>[];
  readonly checks_with_earlier_results: readonly Pick<Line, 'scope' | 'ac' | 'check'>[];
  readonly pruned: number;
  readonly unmatched_test_cases: { count: number; names?: readonly string[] };
  readonly changes: readonly { scope: string; ref: string; from: string; to: string }[];
  readonly warnings: readonly string[];
}

/** A folder with these files and the rules in `rules/`. */
export async function project(files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await tempFolder({ 'rules/': '', ...files });
  const run: Project['run'] = (argv, options) =>
    precept([...argv, '-r', path.join(folder, 'rules')], { cwd: folder, ...options });
  return {
    folder,
    run,
    async import(...argv) {
      const { code, stdout, stderr } = await run(['tenka', 'import', '--format', 'json', ...argv]);
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}

/** The complete lines of a project's validation file. */
export async function linesOf({ folder }: Project): Promise<Line[]> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(path.join(folder, '.precept/validation.jsonl'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => !('import' in line));
}
