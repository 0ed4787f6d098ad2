import { below, type Data, mapping, mappings, parseConfig, texts } from './config-data.ts';
import { type Linter, type Standing, sameName } from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { complaint } from './project.ts';

const config = /^\.golangci\.(?:ya?ml|toml|json)$/;
/** What is on where a configuration does not say. */
const standard = ['errcheck', 'govet', 'ineffassign', 'staticcheck', 'unused'];

export const golangciLint: Linter = {
  name: 'golangci-lint',
  lints: /\.go$/,
  report: {
    program: ['golangci-lint'],
    args: () => ['run', '--output.json.path=stdout', './...'],
    codes: [0, 1],
    read: ({ stdout }) =>
      // A line of text follows the JSON.
      mappings(JSON.parse(stdout.split('\n', 1)[0] ?? '').Issues).map(({ FromLinter, Text, Pos }) => ({
        rule: String(FromLinter),
        file: String(mapping(Pos)?.Filename),
        line: Number(mapping(Pos)?.Line ?? 1),
        message: String(Text),
      })),
  },
  async configuration(project) {
    const file = project.files.find((one) => config.test(one)) ?? null;
    const program = await project.program('golangci-lint');
    if (program === null && file === null)
      return { unread: `${project.whyNot('golangci-lint')}, and no configuration of it is here` };
    const data = file === null ? {} : await parseConfig(file, project.read(file));
    if (data === null) return { unread: `${file} cannot be read` };
    const ended = program === null ? null : await project.run(program, ['linters', '--json']);
    const told = ended?.code === 0 ? await parseConfig('printed.json', ended.stdout) : null;
    if (program !== null && told === null)
      return { unread: `golangci-lint does not tell its linters: ${complaint(ended)}` };
    const namesOf = (list: unknown) => mappings(list).map(({ name }) => String(name));
    const on = told === null ? null : new Set(namesOf(told.Enabled));
    const names = told === null ? null : new Set([...namesOf(told.Enabled), ...namesOf(told.Disabled)]);
    const globs = createGlobs();
    const exclusions = { ...below(data, 'issues'), ...below(data, 'linters', 'exclusions') };
    return {
      by: program === null ? (file ?? '') : 'golangci-lint',
      file,
      names,
      mayBeElsewhere: (rule) => names?.has(linterOf(rule)) === true,
      unclear: 'it can only be told whether the linter is on, not each of its rules',
      canonical: sameName,
      standing(rule, path) {
        const linter = linterOf(rule);
        if (texts(exclusions.paths).some((one) => matches(one, path, globs))) return 'ignored';
        const isLeftOut = mappings(exclusions.rules).some(
          (one) =>
            typeof one.path === 'string' &&
            one.text === undefined &&
            one.source === undefined &&
            texts(one.linters).includes(linter) &&
            matches(one.path, path, globs),
        );
        if (isLeftOut) return 'off';
        const standing = on === null ? byFile(data, linter) : on.has(linter) ? 'on' : 'off';
        return standing === 'on' && linter !== rule ? 'unclear' : standing;
      },
    };
  },
};

/** The linter of a rule that is one of several in it: `revive/exported`. */
function linterOf(rule: string): string {
  return rule.replace(/[/:].*$/, '');
}

/** Paths are regular expressions there; those of plain names and folders are told, and others are not. */
function matches(
  source: string,
  path: string,
  globs: (list: readonly string[], file: string) => boolean,
): boolean {
  const plain = source.replace(/^\^/, '').replace(/\\([./_-])/g, '$1');
  if (/^[\w./-]+\$?$/.test(plain))
    return plain.endsWith('$') ? path.endsWith(plain.slice(0, -1)) : path.includes(plain);
  return globs([source], path);
}

function byFile(data: Data, rule: string): Standing {
  const linters = below(data, 'linters');
  if (texts(linters.disable).includes(rule)) return 'off';
  if ([...texts(linters.enable), ...texts(below(data, 'formatters').enable)].includes(rule)) return 'on';
  if (linters['disable-all'] === true || linters.default === 'none') return 'off';
  if (linters['enable-all'] === true || linters.default === 'all') return 'on';
  if (linters.default === 'fast' || linters.presets !== undefined) return 'unclear';
  return standard.includes(rule) ? 'on' : 'off';
}
