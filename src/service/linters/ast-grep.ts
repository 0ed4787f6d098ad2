import { basename } from 'node:path';
import { below, type Data, mapping, parseConfig, texts } from './config-data.ts';
import { filesOf } from './languages.ts';
import { type Linter, sameName } from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { complaint, createNearest, folderOf, type Project } from './project.ts';

const config = /^sgconfig\.ya?ml$/;
/** More files of rules than are read. */
const mostFiles = 2000;

export const astGrep: Linter = {
  name: 'ast-grep',
  lints: /\.[A-Za-z0-9]+$/,
  report: {
    program: ['ast-grep', '@ast-grep/cli'],
    args: (files) => ['scan', '--json=stream', '--', ...files],
    codes: [0, 1],
    read: ({ stdout }) =>
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => mapping(JSON.parse(line)))
        .map((one) => ({
          rule: String(one?.ruleId),
          file: String(one?.file),
          // It counts from 0.
          line: Number(below(one, 'range', 'start').line) + 1,
          message: String(one?.message),
        })),
  },
  async configuration(project, files) {
    const file = project.files.find((one) => config.test(basename(one))) ?? null;
    if (file === null) return { unread: 'no sgconfig.yml is here' };
    const data = await parseConfig(file, project.read(file));
    if (data === null) return { unread: `${file} cannot be read` };
    const folder = folderOf(file);
    const rules = await readRules(project, folder, texts(data.ruleDirs));
    if ('unread' in rules) return rules;
    const on = await running(project, folder, files[0]);
    if (on !== null && 'unread' in on) return on;
    const isBelow = createNearest([file], config);
    const globs = createGlobs();
    return {
      by: on === null ? file : 'ast-grep',
      file,
      names: new Set(rules.keys()),
      unclear: `${file} alone does not tell`,
      canonical: sameName,
      standing(name, path) {
        const rule = rules.get(name);
        if (rule === undefined || isBelow(path) === null) return rule === undefined ? 'off' : 'ignored';
        if (rule.severity === 'off' || (on !== null && !on.has(name))) return 'off';
        if (filesOf(texts(rule.language))?.test(path) === false) return 'other';
        if (rule.files !== undefined && !globs(texts(rule.files), path)) return 'ignored';
        return globs(texts(rule.ignores), path) ? 'ignored' : 'on';
      },
    };
  },
};

/** The rules in the files of these folders, by id. A file may hold several, parted by `---`. */
async function readRules(
  project: Project,
  folder: string,
  dirs: readonly string[],
): Promise<ReadonlyMap<string, Data> | { unread: string }> {
  const prefixes = dirs.map((dir) =>
    [folder, ...dir.split('/').filter((part) => part !== '.' && part !== '')].filter(Boolean).join('/'),
  );
  const found = project.files.filter(
    (file) =>
      /\.ya?ml$/.test(file) && prefixes.some((prefix) => prefix === '' || file.startsWith(`${prefix}/`)),
  );
  const rules = new Map<string, Data>();
  for (const file of found.slice(0, mostFiles)) {
    if (config.test(basename(file))) continue;
    for (const text of (project.read(file) ?? '').split(/^---\s*$/m)) {
      if (text.trim() === '') continue;
      const rule = await parseConfig(file, text);
      if (rule === null) return { unread: `${file} cannot be read` };
      if (typeof rule.id === 'string') rules.set(rule.id, rule);
    }
  }
  return rules;
}

/** The rules that ast-grep says it runs; null where it cannot be asked. */
async function running(
  project: Project,
  folder: string,
  sample: string | undefined,
): Promise<ReadonlySet<string> | { unread: string } | null> {
  const program = await project.program('ast-grep', '@ast-grep/cli');
  if (program === null || sample === undefined) return null;
  const inFolder = folder === '' ? sample : `./${sample.slice(folder.length + 1)}`;
  const ended = await project.run(program, ['scan', '--inspect', 'entity', '--', inFolder], folder);
  // 1: a rule has found something.
  if (ended === null || (ended.code !== 0 && ended.code !== 1))
    return { unread: `ast-grep cannot read its rules: ${complaint(ended)}` };
  const told = [...ended.stderr.matchAll(/^sg: entity\|rule\|([^:\n]+): finalSeverity=(\w+)/gm)];
  return new Set(told.flatMap(([, id = '', severity]) => (severity?.toLowerCase() === 'off' ? [] : [id])));
}
