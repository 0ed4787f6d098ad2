import { basename, join } from 'node:path';
import type { ToolName } from '../../guidance/rules/record/check.ts';
import { below, type Data, mappings, parseConfig, texts } from './config-data.ts';
import {
  type Configuration,
  type Linter,
  type Report,
  type Standing,
  sameName,
  type Unread,
} from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { createNearest, folderOf, type Project, seenFrom } from './project.ts';

/** A linter that is a package of Node, and whose configuration may be code. */
interface NodeTool {
  readonly name: ToolName;
  readonly lints: RegExp;
  /** Names of the configuration files that are code, and of those that are data. */
  readonly code: RegExp;
  readonly data: RegExp;
  /**
   * A module that has `require` for the tool, `files`, and `add(on)`, which takes the rules that are on in the next file, or null for
   * one that is ignored. It sets `version` and `names`.
   */
  readonly script: string;
  readonly report: Report;
  /** How a rule stands by its value in a file of data. */
  standing(value: unknown): Standing;
  /** Whether a rule that a file of data does not name is off; it may be on by what else the file says. */
  isOff(data: Data): boolean;
}

const before = `
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const { base, files } = JSON.parse(readFileSync(0, 'utf8'));
const require = createRequire(base);
const sets = new Map();
const placed = [];
let version, names;
const add = (on) => {
  const key = on === null ? null : JSON.stringify([...on].sort());
  if (key !== null && !sets.has(key)) sets.set(key, sets.size);
  placed.push(key === null ? -1 : sets.get(key));
};
`;
const after = `
const answer = { version, names: names && [...names], sets: [...sets.keys()].map((key) => JSON.parse(key)), placed };
`;

interface Told {
  readonly version: string;
  readonly names: readonly string[] | null;
  readonly sets: readonly (readonly string[])[];
  readonly placed: readonly number[];
}

/** One process tells for all files which rules are on, and which there are; without it files of data are read. */
export function nodeLinter(tool: NodeTool): Linter {
  const { name, lints, code, data, report } = tool;
  return {
    name,
    lints,
    report,
    async configuration(project, files) {
      const program = await project.program(name);
      if (program === null) return fromFiles(project, tool);
      const base = program.first[0] ?? join(project.root, 'x.js');
      const told = await project.runScript(`${before}${tool.script}${after}`, { base, files });
      if ('unread' in told) return { unread: `${name} cannot read its configuration: ${told.unread}` };
      const { version, names, sets, placed } = told.data as Told;
      const on = sets.map((set) => new Set(set));
      const placeOf = new Map(files.map((file, index) => [file, placed[index] ?? -1]));
      return {
        by: `${name} ${version}`,
        file: project.files.find((file) => code.test(basename(file)) || data.test(basename(file))) ?? null,
        names: names === null ? null : new Set(names),
        unclear: '',
        canonical: sameName,
        standing(rule, file) {
          const rules = on[placeOf.get(file) ?? -1];
          return rules === undefined ? 'ignored' : rules.has(rule) ? 'on' : 'off';
        },
      };
    },
  };
}

async function fromFiles(project: Project, tool: NodeTool): Promise<Configuration | Unread> {
  const why = project.whyNot(tool.name);
  const isCode = project.files.find((file) => tool.code.test(basename(file)));
  if (isCode !== undefined) return { unread: `${why}, and ${isCode} is code` };
  const found = project.files.filter((file) => tool.data.test(basename(file)));
  const [first] = found;
  if (first === undefined) return { unread: `${why}, and no configuration of it is here` };
  const read = new Map<string, Data | null>();
  for (const file of found) read.set(file, await parseConfig(file, project.read(file)));
  const nearest = createNearest(found, tool.data);
  const globs = createGlobs();
  return {
    by: first,
    file: first,
    names: null,
    unclear: `${why}, and ${first} alone does not tell`,
    canonical: sameName,
    standing(rule, file) {
      const config = nearest(file);
      const own = config === null ? null : (read.get(config) ?? null);
      if (config === null || own === null) return 'unclear';
      const path = seenFrom(folderOf(config), file);
      if (globs([...texts(own.ignoreFiles), ...texts(own.ignorePatterns)], path)) return 'ignored';
      const layers = mappings(own.overrides).filter((one) => globs(texts(one.files), path));
      const value = [own, ...layers]
        .map((one) => below(one, 'rules')[rule])
        .findLast((one) => one !== undefined);
      if (value !== undefined) return tool.standing(value);
      return tool.isOff(own) ? 'off' : 'unclear';
    },
  };
}
