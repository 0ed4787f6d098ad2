import { below, type Data, mapping, mappings, parseConfig, texts } from './config-data.ts';
import type { Linter, Standing } from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { complaint, createNearest, folderOf, seenFrom } from './project.ts';

const config = /^(?:\.oxlintrc\.jsonc?|oxlint\.json)$/;
/** A mapping with rules, and what it says of each. */
interface Layer {
  readonly data: Data;
  readonly levels: ReadonlyMap<string, Standing>;
}

interface Place extends Layer {
  readonly overrides: readonly Layer[];
}

/** More places than any repository has. */
const mostPlaces = 20;

export const oxlint: Linter = {
  name: 'oxlint',
  lints: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  report: {
    program: ['oxlint'],
    args: (files) => ['-f', 'json', '--', ...files],
    codes: [0, 1],
    read: ({ stdout }) =>
      mappings(JSON.parse(stdout).diagnostics).map(({ code, message, filename, labels }) => ({
        rule: canonical(String(code).replace(/^(.*)\((.*)\)$/, '$1/$2')),
        file: String(filename),
        line: Number(below(mappings(labels)[0] ?? null, 'span').line ?? 1),
        message: String(message),
      })),
  },
  async configuration(project, files) {
    const program = await project.program('oxlint');
    const nearest = createNearest(project.files, config);
    const found = [...new Set(files.map(nearest))].slice(0, mostPlaces);
    const file = found.find((one) => one !== null) ?? null;
    if (program === null && file === null)
      return { unread: `${project.whyNot('oxlint')}, and no configuration of it is here` };
    const places = new Map<string | null, Place>();
    for (const place of found) {
      if (program === null) {
        const data = place === null ? null : await parseConfig(place, project.read(place));
        if (data !== null) places.set(place, toPlace(data));
        continue;
      }
      const ended = await project.run(program, ['--print-config'], folderOf(place ?? ''));
      const data = ended?.code === 0 ? await parseConfig('printed.json', ended.stdout) : null;
      if (data === null) return { unread: `oxlint cannot read its configuration: ${complaint(ended)}` };
      places.set(place, toPlace(data));
    }
    const listed = program === null ? null : await project.run(program, ['--rules', '-f', 'json']);
    const globs = createGlobs();
    return {
      by: program === null ? (file ?? '') : 'oxlint',
      file,
      names: listed?.code === 0 ? namesIn(listed.stdout) : null,
      unclear: `${project.whyNot('oxlint')}, and ${file} alone does not tell`,
      canonical,
      standing(rule, path) {
        const place = nearest(path);
        const said = places.get(place);
        if (said === undefined) return 'unclear';
        const own = seenFrom(folderOf(place ?? ''), path);
        if (globs(texts(said.data.ignorePatterns), own)) return 'ignored';
        const layers = said.overrides.filter(
          ({ data }) => globs(texts(data.files), own) && !globs(texts(data.excludeFiles), own),
        );
        const level = [...layers].reverse().find(({ levels }) => levels.has(rule)) ?? said;
        return level.levels.get(rule) ?? (program === null ? 'unclear' : 'off');
      },
    };
  },
};

function toPlace(data: Data): Place {
  const layer = (one: Data) => ({ data: one, levels: levelsIn(one) });
  return { ...layer(data), overrides: mappings(data.overrides).map(layer) };
}

/** oxlint takes the names of the plugins it has in itself as ESLint writes them, and writes them otherwise. */
function canonical(rule: string): string {
  const at = rule.lastIndexOf('/');
  if (at < 0) return rule;
  const plugin = rule
    .slice(0, at)
    .replace(/^@/, '')
    .replace(/^eslint-plugin-/, '')
    .replace(/(?:^|-)eslint(?:-plugin)?$/, '')
    .replaceAll('_', '-');
  const known: Readonly<Record<string, string>> = {
    '': '',
    'next/next': 'nextjs',
    next: 'nextjs',
    'import-x': 'import',
    'react-hooks': 'react',
    n: 'node',
  };
  const scope = known[plugin] ?? plugin;
  return scope === '' ? rule.slice(at + 1) : `${scope}/${rule.slice(at + 1)}`;
}

function namesIn(output: string): ReadonlySet<string> | null {
  try {
    const rules: unknown = JSON.parse(output);
    return new Set(mappings(rules).map(({ scope, value }) => canonical(`${scope}/${value}`)));
  } catch {
    return null;
  }
}

/** What one level of a configuration says of each rule that it names. */
function levelsIn(data: Data): ReadonlyMap<string, Standing> {
  const rules = Object.entries(below(data, 'rules'));
  return new Map(
    rules.map(([rule, value]) => {
      const level: unknown = Array.isArray(value) ? value[0] : (mapping(value)?.severity ?? value);
      return [canonical(rule), level === 'allow' || level === 'off' || level === 0 ? 'off' : 'on'];
    }),
  );
}
