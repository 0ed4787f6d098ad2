import { basename } from 'node:path';
import { below, type Data, mapping, mappings, parseConfig, texts } from './config-data.ts';
import { type Linter, type Standing, sameName } from './linter.ts';
import { createGlobs } from './match-globs.ts';
import { complaint, folderOf } from './project.ts';

const config = /^\.?_?vale\.ini$/;
/** The rules that vale has in itself. */
const builtIn = ['Vale.Spelling', 'Vale.Terms', 'Vale.Avoid', 'Vale.Repetition'];

/** What is said for the files of a glob. */
interface Section {
  readonly globs: readonly string[];
  readonly styles: readonly string[];
  readonly rules: ReadonlyMap<string, boolean>;
}

interface Settings {
  readonly stylesPath: string | null;
  readonly sections: readonly Section[];
}

export const vale: Linter = {
  name: 'vale',
  lints: /\.(?:md|mdx|markdown|adoc|asciidoc|rst|txt|html?|org|xml|tex)$/,
  report: {
    program: ['vale'],
    args: (files) => ['--output=JSON', ...files],
    codes: [0, 1],
    read: ({ stdout }) =>
      Object.entries(mapping(JSON.parse(stdout)) ?? {}).flatMap(([file, alerts]) =>
        mappings(alerts).map(({ Check, Line, Message }) => ({
          rule: String(Check),
          file,
          line: Number(Line),
          message: String(Message),
        })),
      ),
  },
  async configuration(project) {
    const file = project.files.find((one) => config.test(basename(one))) ?? null;
    const text = file === null ? null : project.read(file);
    if (file === null || text === null) return { unread: 'no .vale.ini is here' };
    let settings = readIni(text);
    const program = await project.program('vale');
    if (program !== null) {
      const ended = await project.run(program, ['ls-config'], folderOf(file));
      const told = ended?.code === 0 ? await parseConfig('printed.json', ended.stdout) : null;
      if (told === null) return { unread: `vale cannot read its configuration: ${complaint(ended)}` };
      settings = { ...readPrinted(told), stylesPath: settings.stylesPath };
    }
    const folder = [folderOf(file), ...(settings.stylesPath ?? 'styles').split('/')]
      .filter((part) => part !== '' && part !== '.')
      .join('/');
    const names = new Set([...builtIn, ...rulesBelow(project.files, folder)]);
    const styles = new Set([...names].map((name) => name.slice(0, name.indexOf('.'))));
    const globs = createGlobs();
    return {
      by: program === null ? file : 'vale',
      file,
      names,
      // A style that "vale sync" fetches is not in the checkout before.
      mayBeElsewhere: (rule) => !styles.has(rule.split('.')[0] ?? ''),
      unclear: 'its style is not in this checkout',
      canonical: sameName,
      standing(rule, path) {
        const style = rule.split('.')[0] ?? '';
        const about = settings.sections.filter((section) => globs(section.globs, path));
        if (about.length === 0) return 'ignored';
        const said = about.map(({ rules }) => rules.get(rule)).findLast((one) => one !== undefined);
        if (said === false) return 'off';
        const on: Standing = styles.has(style) ? 'on' : 'unclear';
        if (said === true) return on;
        return about.some((section) => section.styles.includes(style)) ? on : 'off';
      },
    };
  },
};

function rulesBelow(files: readonly string[], folder: string): string[] {
  return files.flatMap((file) => {
    if (folder !== '' && !file.startsWith(`${folder}/`)) return [];
    const [style, rule, ...deeper] = file.slice(folder === '' ? 0 : folder.length + 1).split('/');
    const name = /^(.+)\.ya?ml$/.exec(rule ?? '')?.[1];
    return name === undefined || deeper.length > 0 ? [] : [`${style}.${name}`];
  });
}

/** `key = value` lines below headings in brackets, which are globs. */
function readIni(text: string): Settings {
  let stylesPath: string | null = null;
  const sections: { globs: string[]; styles: string[]; rules: Map<string, boolean> }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, heading] = /^\s*\[(.+)\]\s*$/.exec(line) ?? [];
    if (heading !== undefined) {
      sections.push({ globs: [heading], styles: [], rules: new Map() });
      continue;
    }
    const [, key = '', value = ''] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const section = sections.at(-1);
    if (key === 'StylesPath') stylesPath = value;
    else if (key === 'BasedOnStyles') section?.styles.push(...value.split(',').map((one) => one.trim()));
    else if (key.includes('.')) section?.rules.set(key, value.toUpperCase() !== 'NO');
  }
  return { stylesPath, sections };
}

/** The same of what `vale ls-config` prints. */
function readPrinted(data: Data): Settings {
  const all = { globs: ['**'], styles: texts(data.GBaseStyles), rules: toRules(data.GChecks) };
  const globs = new Set([...Object.keys(below(data, 'SBaseStyles')), ...Object.keys(below(data, 'SChecks'))]);
  const sections = [...globs].map((glob) => ({
    globs: [glob],
    styles: texts(below(data, 'SBaseStyles')[glob]),
    rules: toRules(below(data, 'SChecks')[glob]),
  }));
  const hasAll = all.styles.length > 0 || all.rules.size > 0;
  return { stylesPath: null, sections: hasAll ? [all, ...sections] : sections };
}

function toRules(value: unknown): ReadonlyMap<string, boolean> {
  return new Map(Object.entries(mapping(value) ?? {}).map(([rule, on]) => [rule, on === true]));
}
