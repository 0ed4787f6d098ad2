import { basename } from 'node:path';
import { below, type Data, mapping, mappings, parseConfig, texts } from './config-data.ts';
import type { Configuration, Linter, Standing } from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { complaint, createNearest, folderOf, type Project, seenFrom } from './project.ts';

const config = /^(?:\.?ruff\.toml|pyproject\.toml)$/;
/** More places than any repository has. */
const mostPlaces = 20;
const codes = /^[A-Z]+[0-9]{1,4}$/;
/** What ruff has on where nothing is selected. */
const usual = ['E4', 'E7', 'E9', 'F'];

export const ruff: Linter = {
  name: 'ruff',
  lints: /\.(?:py|pyi|ipynb)$/,
  report: {
    program: ['ruff'],
    args: (files) => ['check', '--output-format', 'json', '--', ...files],
    codes: [0, 1],
    read: ({ stdout }) =>
      mappings(JSON.parse(stdout)).map(({ code, message, filename, location }) => ({
        rule: String(code),
        file: String(filename),
        line: Number(mapping(location)?.row ?? 1),
        message: String(message),
      })),
  },
  async configuration(project, files) {
    const program = await project.program('ruff');
    const places = await readPlaces(project);
    const nearest = createNearest([...places.keys()], config);
    const samples = new Map(files.map((file) => [nearest(file), file]));
    const file = [...samples.keys()].find((one) => one !== null) ?? null;
    if (program === null && file === null)
      return { unread: `${project.whyNot('ruff')}, and no configuration of it is here` };
    const on = new Map<string | null, ReadonlySet<string>>();
    let known: Known | null = null;
    if (program !== null) {
      for (const [place, sample] of [...samples].slice(0, mostPlaces)) {
        const ended = await project.run(program, ['check', '--show-settings', '--', sample]);
        if (ended?.code !== 0) return { unread: `ruff cannot read its configuration: ${complaint(ended)}` };
        on.set(place, enabled(ended.stdout));
      }
      const listed = await project.run(program, ['rule', '--all', '--output-format', 'json']);
      known = listed?.code === 0 ? knownIn(listed.stdout) : null;
    }
    return toConfiguration(project, {
      by: program === null ? (file ?? '') : 'ruff',
      file,
      known,
      placeOf: (path) => {
        const place = nearest(path);
        const data = place === null ? {} : (places.get(place) ?? null);
        return { folder: folderOf(place ?? ''), data, on: on.get(place) ?? null };
      },
    });
  },
};

interface Known {
  readonly codes: ReadonlySet<string>;
  readonly codeOf: ReadonlyMap<string, string>;
}

/** The files that configure ruff, with what they say of it. */
async function readPlaces(project: Project): Promise<ReadonlyMap<string, Data>> {
  const places = new Map<string, Data>();
  for (const file of project.files) {
    if (!config.test(basename(file))) continue;
    const data = await parseConfig(file, project.read(file));
    const own = basename(file) === 'pyproject.toml' ? mapping(below(data, 'tool').ruff) : data;
    // A ruff.toml goes before a pyproject.toml beside it.
    const beside = [...places.keys()].find((one) => folderOf(one) === folderOf(file));
    if (own === null || (beside !== undefined && basename(file) === 'pyproject.toml')) continue;
    if (beside !== undefined) places.delete(beside);
    places.set(file, own);
  }
  return places;
}

/** Codes and names of `linter.rules.enabled`, whose lines are `name (CODE),`. */
function enabled(output: string): ReadonlySet<string> {
  const [, list = ''] = /^linter\.rules\.enabled = \[([\s\S]*?)^\]/m.exec(output) ?? [];
  return new Set(
    [...list.matchAll(/^\s*(\S+) \((\w+)\),?$/gm)].flatMap(([, name = '', code = '']) => [name, code]),
  );
}

function knownIn(output: string): Known | null {
  try {
    const rules = JSON.parse(output) as { code: string; name: string }[];
    return {
      codes: new Set(rules.map(({ code }) => code)),
      codeOf: new Map(rules.map(({ code, name }) => [name, code])),
    };
  } catch {
    return null;
  }
}

interface Place {
  readonly folder: string;
  readonly data: Data | null;
  readonly on: ReadonlySet<string> | null;
}

function toConfiguration(
  project: Project,
  about: Pick<Configuration, 'by' | 'file'> & { known: Known | null; placeOf(file: string): Place },
): Configuration {
  const globs = createGlobs();
  return {
    by: about.by,
    file: about.file,
    names: about.known?.codes ?? null,
    unclear: `${project.whyNot('ruff')}, and ${about.file} alone does not tell`,
    canonical: (rule) => about.known?.codeOf.get(rule) ?? rule,
    standing(rule, file) {
      const { folder, data, on } = about.placeOf(file);
      if (data === null) return 'unclear';
      const path = seenFrom(folder, file);
      const excluded = [...texts(data.exclude), ...texts(data['extend-exclude'])];
      const lint = { ...data, ...below(data, 'lint') };
      if (globs([...excluded, ...texts(below(data, 'lint').exclude)], path)) return 'ignored';
      const isLeftOut = ['per-file-ignores', 'extend-per-file-ignores'].some((key) =>
        Object.entries(below(lint, key)).some(
          ([glob, left]) =>
            texts(left).some((prefix) => prefix === 'ALL' || rule.startsWith(prefix)) &&
            (glob.startsWith('!') ? !globs([glob.slice(1)], path) : globs([glob], path)),
        ),
      );
      if (isLeftOut) return 'off';
      if (on !== null) return on.has(rule) ? 'on' : 'off';
      return byPrefix(lint, rule);
    },
  };
}

/** What `select` and `ignore` say: the longest prefix decides, and `ignore` where both are as long. */
function byPrefix(lint: Data, rule: string): Standing {
  if (lint.extend !== undefined) return 'unclear';
  // Names count besides codes where ruff itself can say which is which.
  if (/^[a-z]/.test(rule)) return 'unclear';
  if (!codes.test(rule)) return 'off';
  const longest = (prefixes: readonly string[]) =>
    Math.max(-1, ...prefixes.map((one) => (one === 'ALL' ? 0 : rule.startsWith(one) ? one.length : -1)));
  const selected = lint.select === undefined ? usual : texts(lint.select);
  const on = longest([...selected, ...texts(lint['extend-select'])]);
  const off = longest([...texts(lint.ignore), ...texts(lint['extend-ignore'])]);
  return on > off ? 'on' : 'off';
}
