import { basename } from 'node:path';
import { below, type Data, mapping, mappings, parseConfig } from './config-data.ts';
import type { Linter, Standing } from './linter.ts';
import { complaint, createNearest, folderOf } from './project.ts';

const manifest = /^Cargo\.toml$/;
/** More files than are looked at for attributes. */
const mostFiles = 2000;

/** Lints and groups that clippy has, by their names with underscores. */
interface Known {
  readonly isOn: ReadonlyMap<string, boolean>;
  /** The groups of each lint. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

export const clippy: Linter = {
  name: 'clippy',
  lints: /\.rs$/,
  report: {
    program: ['cargo'],
    args: () => ['clippy', '--quiet', '--message-format=json', '--workspace', '--all-targets'],
    // 101: a lint is denied.
    codes: [0, 101],
    read: ({ stdout }) =>
      stdout.split('\n').flatMap((line) => {
        const message = line === '' ? {} : below(mapping(JSON.parse(line)), 'message');
        const span = mappings(message.spans).find(({ is_primary: isPrimary }) => isPrimary === true);
        const code = below(message, 'code').code;
        if (span === undefined || typeof code !== 'string' || !code.startsWith('clippy::')) return [];
        return [
          {
            rule: code.slice('clippy::'.length),
            file: String(span.file_name),
            line: Number(span.line_start),
            message: String(message.message),
          },
        ];
      }),
  },
  async configuration(project, files) {
    const crates = new Map<string, Data>();
    for (const file of project.files) {
      if (!manifest.test(basename(file))) continue;
      const data = await parseConfig(file, project.read(file));
      if (data === null) return { unread: `${file} cannot be read` };
      crates.set(file, data);
    }
    const [first] = crates.keys();
    if (first === undefined) return { unread: 'no Cargo.toml is here' };
    const program = await project.program('clippy-driver');
    const ended = program === null ? null : await project.run(program, ['-W', 'help']);
    if (program !== null && ended?.code !== 0)
      return { unread: `clippy does not tell its lints: ${complaint(ended)}` };
    const known = ended === null ? null : parseHelp(ended.stdout);
    const nearest = createNearest([...crates.keys()], manifest);
    const lintsOf = createLints(crates);
    const attributes = new Map(
      files.slice(0, mostFiles).map((file) => [file, innerAttributes(project.read(file) ?? '')]),
    );
    const roots = (crate: string) =>
      ['src/lib.rs', 'src/main.rs'].map((name) => [folderOf(crate), name].filter(Boolean).join('/'));
    return {
      by: known === null ? first : 'clippy',
      file: first,
      names: known === null ? null : new Set(known.isOn.keys()),
      unclear: `${project.whyNot('clippy-driver')}, and ${first} alone does not tell`,
      canonical: (rule) => rule.replace(/^clippy::/, '').replaceAll('-', '_'),
      standing(rule, file) {
        const crate = nearest(file);
        if (crate === null) return 'ignored';
        const groups = known?.groups.get(rule) ?? null;
        const own = [file, ...roots(crate)].map((one) =>
          levelIn(attributes.get(one) ?? [], rule, groups ?? []),
        );
        const said = own.find((one) => one !== null) ?? levelIn(lintsOf(crate), rule, groups ?? []);
        if (said !== null) return said;
        if (known === null) return 'unclear';
        return known.isOn.get(rule) === true ? 'on' : 'off';
      },
    };
  },
};

/** A lint or a group with its level; where several are about a lint, the last one decides. */
type Levels = readonly (readonly [string, Standing])[];

function levelIn(levels: Levels, rule: string, groups: readonly string[]): Standing | null {
  return levels.findLast(([name]) => name === rule || groups.includes(name))?.[1] ?? null;
}

/** `[lints.clippy]` of a crate, or of its workspace, in the order in which they are applied. */
function createLints(crates: ReadonlyMap<string, Data>): (crate: string) => Levels {
  const known = new Map<string, Levels>();
  return (crate) => {
    const kept = known.get(crate);
    if (kept !== undefined) return kept;
    const data = crates.get(crate) ?? {};
    const isShared = below(data, 'lints').workspace === true;
    const above = [...crates].find(
      ([path, one]) => mapping(one.workspace) !== null && `${crate}`.startsWith(folderOf(path)),
    );
    const table = isShared
      ? below(above?.[1] ?? null, 'workspace', 'lints', 'clippy')
      : below(data, 'lints', 'clippy');
    const levels = Object.entries(table)
      .map(([name, value]) => {
        const level = String(mapping(value)?.level ?? value);
        return { name: name.replaceAll('-', '_'), level, priority: Number(mapping(value)?.priority ?? 0) };
      })
      .sort((a, b) => a.priority - b.priority)
      .map(({ name, level }) => [name, level === 'allow' ? 'off' : 'on'] as const);
    known.set(crate, levels);
    return levels;
  };
}

/** `#![allow(clippy::x)]` and the like at the head of a file. */
function innerAttributes(text: string): Levels {
  const found = [...text.matchAll(/^\s*#!\[(allow|expect|warn|deny|forbid)\(([^)]*)\)\]/gm)];
  return found.flatMap(([, level, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name.startsWith('clippy::'))
      .map(
        (name) =>
          [name.slice('clippy::'.length), level === 'allow' || level === 'expect' ? 'off' : 'on'] as const,
      ),
  );
}

/** What `clippy-driver -W help` prints: a lint with its level in each line, then groups with their lints. */
function parseHelp(output: string): Known {
  const isOn = new Map<string, boolean>();
  const groups = new Map<string, string[]>();
  const bare = (name: string) => name.replace(/^clippy::/, '').replaceAll('-', '_');
  for (const line of output.split('\n')) {
    const [, name, rest = ''] = /^\s*(clippy::\S+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const level = /^(allow|warn|deny|forbid)\b/.exec(rest)?.[1];
    if (level !== undefined) isOn.set(bare(name), level !== 'allow');
    else
      for (const lint of rest.split(', '))
        groups.set(bare(lint), [...(groups.get(bare(lint)) ?? []), bare(name)]);
  }
  return { isOn, groups };
}
