import { mapping, mappings, parseConfig, texts } from './config-data.ts';
import { type Linter, sameName } from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { complaint } from './project.ts';

const config = /^(?:\.?semgrep\.ya?ml|(?:.*\/)?\.?semgrep(?:-rules)?\/.+\.ya?ml)$/;
/** More files of rules than are read. */
const mostFiles = 500;

interface Rule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly ends: RegExp | null;
}

/** Endings of files by language; a language that is not here counts for all files. */
const endings: Readonly<Record<string, string>> = {
  bash: 'sh|bash',
  c: 'c|h',
  cpp: 'cc|cpp|cxx|h|hpp',
  csharp: 'cs',
  'c#': 'cs',
  go: 'go',
  java: 'java',
  javascript: '[cm]?jsx?',
  js: '[cm]?jsx?',
  json: 'json',
  kotlin: 'kts?',
  php: 'php',
  python: 'pyi?',
  py: 'pyi?',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  swift: 'swift',
  terraform: 'tf',
  hcl: 'tf|hcl',
  typescript: '[cm]?tsx?',
  ts: '[cm]?tsx?',
  yaml: 'ya?ml',
};

export const semgrep: Linter = {
  name: 'semgrep',
  lints: /\.[A-Za-z0-9]+$/,
  async configuration(project) {
    const found = project.files.filter((file) => config.test(file)).slice(0, mostFiles);
    const rules = new Map<string, Rule>();
    const program = await project.program('semgrep');
    for (const file of found) {
      const data = await parseConfig(file, project.read(file));
      if (data === null) return { unread: `${file} cannot be read` };
      for (const rule of mappings(data.rules)) {
        if (typeof rule.id !== 'string') continue;
        const paths = mapping(rule.paths);
        const known = texts(rule.languages).map((language) => endings[language.toLowerCase()]);
        const ends = known.length > 0 && known.every((one) => one !== undefined);
        const own = {
          include: texts(paths?.include),
          exclude: texts(paths?.exclude),
          ends: ends ? new RegExp(`\\.(?:${known.join('|')})$`) : null,
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

function isOfRegistry(name: string): boolean {
  return name.split('.').length > 2;
}
