import { join, relative } from 'node:path';
import { below, type Data, mapping, mappings, parseConfig, texts } from './config-data.ts';
import type { Program } from './find-program.ts';
import type { Configuration, Linter, Standing, Unread } from './linter.ts';
import { createGlobs, lastWins } from './match-globs.ts';
import { complaint, createNearest, folderOf, type Project, seenFrom } from './project.ts';

/** One biome.json with the rules that are on by it, as far as they are known. */
interface Place {
  readonly file: string | null;
  readonly data: Data | null;
  readonly on: ReadonlySet<string> | null;
}

const names = /^\.?biome\.jsonc?$/;
/** More places than any repository has. */
const mostPlaces = 20;

export const biome: Linter = {
  name: 'biome',
  lints: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|gql|vue|svelte|astro|html)$/,
  report: {
    program: ['biome', '@biomejs/biome'],
    args: (files) => ['lint', '--reporter=json', '--max-diagnostics=none', '--', ...files],
    codes: [0, 1],
    read: ({ stdout }) =>
      mappings(JSON.parse(stdout).diagnostics).map(({ category, message, location }) => ({
        rule: String(category).replace(/^lint\//, ''),
        file: String(mapping(location)?.path),
        line: Number(below(mapping(location), 'start').line ?? 1),
        message: String(message),
      })),
  },
  async configuration(project, files) {
    const program = await project.program('biome', '@biomejs/biome');
    const nearest = createNearest(project.files, names);
    const found = [...new Set(files.map(nearest))].slice(0, mostPlaces);
    if (program === null && found.every((file) => file === null))
      return { unread: `${project.whyNot('biome')}, and no configuration of it is here` };
    const places = new Map<string | null, Place>();
    let version = '';
    for (const file of found) {
      const data = file === null ? null : await parseConfig(file, project.read(file));
      if (program === null) {
        places.set(file, { file, data, on: null });
        continue;
      }
      const ended = await project.run(program, ['rage', '--linter'], folderOf(file ?? ''));
      if (ended?.code !== 0) return { unread: `biome does not tell its rules: ${complaint(ended)}` };
      if (/^\s*Status:\s*Loaded with errors/m.test(ended.stdout))
        return { unread: `biome cannot read ${file ?? 'its configuration'}` };
      version = /Version:\s*(\S+)/.exec(ended.stdout)?.[1] ?? '';
      places.set(file, { file, data, on: enabled(ended.stdout) });
    }
    return toConfiguration(project, {
      by: program === null ? (found.find((file) => file !== null) ?? '') : `biome ${version}`.trim(),
      file: found.find((file) => file !== null) ?? null,
      placeOf: (file) => places.get(nearest(file)) ?? null,
      known: knownNames(project, program),
    });
  },
};

/** The lines `group/rule` below `Enabled rules:`. */
function enabled(output: string): ReadonlySet<string> {
  if (/^\s*Linter enabled:\s*false/m.test(output)) return new Set();
  const [, list = ''] = /^\s*Enabled rules:\s*\n((?:\s+\w+\/\w+\s*\n)*)/m.exec(output) ?? [];
  return new Set(
    list
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}

/** All rules, from the schema that comes with the package. */
function knownNames(project: Project, program: Program | null): ReadonlySet<string> | null {
  // The program is bin/biome of the package.
  const file = program?.first[0];
  const own =
    file === undefined ? 'node_modules/@biomejs/biome' : join(relative(project.root, file), '..', '..');
  const text = project.read(join(own, 'configuration_schema.json'));
  if (text === null) return null;
  const definitions = below(JSON.parse(text), '$defs');
  const groups = Object.entries(below(definitions, 'Rules', 'properties'));
  const all = groups.flatMap(([group]) => {
    const definition = `${group[0]?.toUpperCase()}${group.slice(1)}`;
    const rules = Object.keys(below(definitions, definition, 'properties'));
    return rules.filter((rule) => rule !== 'recommended' && rule !== 'all').map((rule) => `${group}/${rule}`);
  });
  return all.length === 0 ? null : new Set(all);
}

function toConfiguration(
  project: Project,
  about: Pick<Configuration, 'by' | 'file'> & {
    placeOf(file: string): Place | null;
    known: ReadonlySet<string> | null;
  },
): Configuration | Unread {
  const globs = createGlobs();
  const groupOf = new Map([...(about.known ?? [])].map((name) => [name.slice(name.indexOf('/') + 1), name]));
  const takes = (list: unknown, path: string) => {
    const all = texts(list);
    const starts = all[0]?.startsWith('!') ?? true;
    return lastWins(
      all,
      (glob) => globs([glob.startsWith('**') ? glob : `./${glob.replace(/^\.\//, '')}`], path),
      starts,
    );
  };
  return {
    by: about.by,
    file: about.file,
    // As its documentation names them and as its report does, so that a misspelt one finds the nearest of its own kind.
    names: about.known && new Set([...about.known, ...groupOf.keys()]),
    unclear: `${project.whyNot('biome')}, and ${about.file} alone does not tell`,
    canonical(rule) {
      const bare = rule.replace(/^lint\//, '');
      return bare.includes('/') ? bare : (groupOf.get(bare) ?? bare);
    },
    standing(rule, file) {
      const place = about.placeOf(file);
      if (place === null) return 'unclear';
      const { data, on } = place;
      const path = seenFrom(folderOf(place.file ?? ''), file);
      if (!takes(below(data, 'files').includes, path)) return 'ignored';
      const linter = below(data, 'linter');
      if (linter.enabled === false) return 'off';
      if (!takes(linter.includes, path)) return 'ignored';
      const layers = mappings(data?.overrides).filter(
        ({ includes }) => texts(includes).length > 0 && takes(includes, path),
      );
      const said = layers
        .map((layer) => levelIn(below(layer, 'linter'), rule))
        .findLast((one) => one !== null);
      if (said !== undefined && said !== null) return said;
      if (on !== null)
        return [...(on.has(rule) ? [rule] : [])].length > 0 || hasBare(on, rule) ? 'on' : 'off';
      return levelIn(linter, rule) ?? 'unclear';
    },
  };
}

function hasBare(on: ReadonlySet<string>, rule: string): boolean {
  return !rule.includes('/') && [...on].some((name) => name.endsWith(`/${rule}`));
}

/** What the part `linter` of a configuration says of a rule; null where that is nothing. */
function levelIn(linter: Data, rule: string): Standing | null {
  if (linter.enabled === false) return 'off';
  const rules = below(linter, 'rules');
  const [group, name] = rule.includes('/') ? (rule.split('/') as [string, string]) : [null, rule];
  for (const [key, own] of Object.entries(rules)) {
    if (group !== null && key !== group) continue;
    const value = mapping(own)?.[name];
    if (value !== undefined) return (mapping(value)?.level ?? value) === 'off' ? 'off' : 'on';
    if (group !== null && own === 'off') return 'off';
  }
  return rules.recommended === false &&
    linter.domains === undefined &&
    group !== null &&
    rules[group] === undefined
    ? 'off'
    : null;
}
