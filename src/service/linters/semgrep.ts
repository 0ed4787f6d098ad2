import { mapping, mappings, parseConfig, texts } from './config-data.ts';
import { filesOf } from './languages.ts';
import { type Linter, sameName } from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { complaint, type Project } from './project.ts';

const config = /^(?:\.?semgrep\.ya?ml|(?:.*\/)?\.?semgrep(?:-rules)?\/.+\.ya?ml)$/;
/** More files of rules than are read. */
const mostFiles = 500;

interface Rule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly ends: RegExp | null;
}

/** It counts both for TypeScript. */
const otherwise = { typescript: '[cm]?tsx?', ts: '[cm]?tsx?' };

export const semgrep: Linter = {
  name: 'semgrep',
  lints: /\.[A-Za-z0-9]+$/,
  report: {
    program: ['semgrep'],
    args: (files, project) => [
      ...['scan', '--json', '--metrics=off', '--disable-version-check'],
      ...configsOf(project).flatMap((file) => ['--config', file]),
      '--',
      ...files,
    ],
    codes: [0, 1],
    read: ({ stdout }) =>
      mappings(JSON.parse(stdout).results).map((one) => ({
        rule: String(one.check_id),
        file: String(one.path),
        line: Number(mapping(one.start)?.line ?? 1),
        message: String(mapping(one.extra)?.message),
      })),
  },
  async configuration(project) {
    const found = configsOf(project);
    const rules = new Map<string, Rule>();
    const program = await project.program('semgrep');
    for (const file of found) {
      const data = await parseConfig(file, project.read(file));
      if (data === null) return { unread: `${file} cannot be read` };
      for (const rule of mappings(data.rules)) {
        if (typeof rule.id !== 'string') continue;
        const paths = mapping(rule.paths);
        const own = {
          include: texts(paths?.include),
          exclude: texts(paths?.exclude),
          ends: filesOf(texts(rule.languages), otherwise),
        };
        // Findings have the path of the file ahead of the name.
        const folder = file
          .split('/')
          .slice(0, -1)
          .map((part) => part.replace(/^\.+/, ''));
        for (const name of [rule.id, [...folder, rule.id].filter(Boolean).join('.')]) rules.set(name, own);
      }
    }
    const [file] = found;
    if (file === undefined) return { unread: 'no rules of semgrep are here' };
    if (program !== null) {
      const where = found.flatMap((one) => ['--config', one]);
      const args = ['--validate', '--metrics=off', '--disable-version-check', ...where];
      const ended = await project.run(program, args);
      if (ended?.code !== 0) return { unread: `semgrep cannot read its rules: ${complaint(ended)}` };
    }
    const globs = createGlobs();
    return {
      by: found.length === 1 ? file : `${found.length} files of semgrep rules`,
      file,
      names: new Set(rules.keys()),
      // Rules of the registry have the path of their file in their names.
      mayBeElsewhere: isOfRegistry,
      unclear: 'rules of the registry are not in this checkout',
      canonical: sameName,
      standing(name, path) {
        const rule = rules.get(name);
        if (rule === undefined) return isOfRegistry(name) ? 'unclear' : 'off';
        if (rule.ends !== null && !rule.ends.test(path)) return 'other';
        if (rule.include.length > 0 && !globs(rule.include, path)) return 'ignored';
        return globs(rule.exclude, path) ? 'ignored' : 'on';
      },
    };
  },
};

function configsOf({ files }: Project): readonly string[] {
  return files.filter((file) => config.test(file)).slice(0, mostFiles);
}

function isOfRegistry(name: string): boolean {
  return name.split('.').length > 2;
}
