import { posix } from 'node:path';
import { type Check, type ToolName, toolOf } from '../../../guidance/rules/record/check.ts';
import { splitCommand } from '../../../model/text/split-command.ts';

/** The files that say what a tool does, by their paths. */
const configurations: Readonly<Record<ToolName, RegExp>> = {
  eslint: /(?:^|\/)(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?|\.eslintignore)$/,
  biome: /(?:^|\/)\.?biome\.jsonc?$/,
  oxlint: /(?:^|\/)(?:\.oxlintrc\.jsonc?|oxlint\.json|oxlint\.config\.[cm]?[jt]s)$/,
  ruff: /(?:^|\/)\.?ruff\.toml$/,
  semgrep: /(?:^|\/)(?:\.?semgrep\.ya?ml|\.?semgrep(?:-rules)?\/.+\.ya?ml|\.semgrepignore)$/,
  'ast-grep': /(?:^|\/)(?:sgconfig\.ya?ml|(?:sg-)?rules\/.+\.ya?ml)$/,
  'golangci-lint': /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/,
  clippy: /(?:^|\/)\.?clippy\.toml$/,
  vale: /(?:^|\/)(?:\.?_?vale\.ini|styles\/.+\.ya?ml)$/i,
  stylelint: /(?:^|\/)(?:\.stylelintrc(?:\.\w+)?|\.stylelintignore|stylelint\.config\.[cm]?[jt]s)$/,
};

/** The parts of other files that say it too. */
const sections: Readonly<Partial<Record<ToolName, { readonly file: RegExp; of(text: string): string }>>> = {
  eslint: { file: /(?:^|\/)package\.json$/, of: (text) => keyOf(text, 'eslintConfig') },
  stylelint: { file: /(?:^|\/)package\.json$/, of: (text) => keyOf(text, 'stylelint') },
  ruff: { file: /(?:^|\/)pyproject\.toml$/, of: (text) => tablesOf(text, /^\[+tool\.ruff\b/) },
  clippy: { file: /(?:^|\/)Cargo\.toml$/, of: (text) => tablesOf(text, /^\[+(?:workspace\.)?lints\b/) },
};

const runners = /^(?:npm|npx|yarn|pnpm|bun)$/;
/** They may name another shell, or code that runs before a script. */
const runnerSettings =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.[cm]?js|pnpm-workspace\.yaml|bunfig\.toml)$/;

/** The files of a change before it and after it; null for one that is not there. */
export interface BeforeAndAfter {
  readonly paths: ReadonlySet<string>;
  /** The path of the file of test results. */
  readonly results: string;
  texts(path: string): Promise<readonly [before: string | null, after: string | null]>;
}

/**
 * The file by which a change edits what a check runs: the configuration of its tool, the script of its command, or the results of its
 * test; null for none.
 */
export async function editOf(check: Check, change: BeforeAndAfter): Promise<string | null> {
  const linked = toolOf(check);
  if (linked !== null) return editOfTool(linked.tool, change);
  if ('test' in check) {
    // A link may be in the place of a folder.
    const isOf = (path: string) => change.results === path || change.results.startsWith(`${path}/`);
    return [...change.paths].find(isOf) ?? null;
  }
  return 'command' in check ? editOfCommand(check.command, change) : null;
}

async function editOfTool(tool: ToolName, change: BeforeAndAfter): Promise<string | null> {
  for (const path of change.paths) {
    // Rules of Precept are none of another tool.
    if (configurations[tool].test(path) && !path.includes('.precept/')) return path;
    const section = sections[tool];
    if (section?.file.test(path) && (await differs(change, path, section.of))) return path;
  }
  return null;
}

async function editOfCommand(command: string, change: BeforeAndAfter): Promise<string | null> {
  const words = splitCommand(command) ?? [];
  for (const word of words) {
    const path = posix.normalize(word.replaceAll('\\', '/'));
    if (change.paths.has(path)) return path;
  }
  const [program = ''] = words;
  const settings = runners.test(program)
    ? [...change.paths].find((path) => runnerSettings.test(path))
    : undefined;
  if (settings !== undefined) return settings;
  if (runners.test(program) && change.paths.has('package.json'))
    return (await differs(change, 'package.json', (text) => keyOf(text, 'scripts'))) ? 'package.json' : null;
  if (program === 'make')
    return [...change.paths].find((path) => /(?:^|\/)(?:GNU)?makefile$/i.test(path)) ?? null;
  return null;
}

async function differs(
  { texts }: BeforeAndAfter,
  path: string,
  part: (text: string) => string,
): Promise<boolean> {
  const [before, after] = await texts(path);
  return part(before ?? '') !== part(after ?? '');
}

function keyOf(text: string, key: string): string {
  try {
    return JSON.stringify(JSON.parse(text)[key]) ?? '';
  } catch {
    return text;
  }
}

/** The tables of a TOML file whose heads match, as they are written. */
function tablesOf(text: string, head: RegExp): string {
  let isWanted = false;
  const lines = text.split('\n').filter((line) => {
    if (/^\s*\[/.test(line)) isWanted = head.test(line.trim());
    return isWanted;
  });
  return lines.join('\n');
}
