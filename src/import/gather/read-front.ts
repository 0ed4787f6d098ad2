import type { Finding } from '../report.ts';
import { type GlobDialect, toPaths } from './client-globs.ts';
import type { FrontEntry, FrontMatter } from './front-matter.ts';

export interface ReadFront {
  readonly paths: readonly string[];
  readonly findings: readonly Finding[];
  /** Its client never shows the file. */
  readonly isOff: boolean;
}

const globKeys = new Set(['paths', 'globs', 'glob', 'applyTo', 'fileMatchPattern', 'patterns']);
const whenKeys = new Set(['description', 'instructions']);
const modeKeys = new Set(['alwaysApply', 'trigger', 'inclusion', 'apply', 'type']);
const always = new Set(['true', 'always', 'always_on', 'always_apply']);

/** What the keys in front of a text say, of which `category` is the first category. */
export function readFront(front: FrontMatter, category: string, dialect: GlobDialect): ReadFront {
  const findings: Finding[] = front.frame.map((at) => lineFinding(at, 'the frame of the frontmatter'));
  const modes = front.entries.filter(({ key }) => modeKeys.has(key));
  const isAlways = modes.some(({ values }) => always.has((values[0] ?? '').toLowerCase()));
  const isOff = modes.some(({ key, values }) => key === 'apply' && values[0]?.toLowerCase() === 'off');
  const paths: string[] = [];
  for (const entry of front.entries) {
    const place = { line: entry.start + 1, end_line: entry.end };
    const text = entry.values.join(', ').replace(/\s+/g, ' ').trim();
    if (text === '') findings.push({ ...place, as: 'skipped', why: `\`${entry.key}\` is empty` });
    else if (globKeys.has(entry.key)) {
      const read = toPaths(entry.values, dialect);
      if (!isAlways) paths.push(...read.globs);
      findings.push({ ...place, ...globsAs(entry, read.globs.length, isAlways, category) });
      for (const why of read.dropped) findings.push({ ...place, as: 'skipped', why: `glob ${why}` });
    } else if (whenKeys.has(entry.key)) findings.push({ ...place, as: 'when', category, text });
    else findings.push({ ...place, as: 'skipped', why: whySkipped(entry) });
  }
  return { paths: [...new Set(paths)], findings, isOff };
}

function globsAs(
  { key, isList }: FrontEntry,
  count: number,
  isAlways: boolean,
  category: string,
): Pick<Finding, 'as' | 'category' | 'why'> {
  if (isAlways) return { as: 'skipped', why: 'it always applies, so that its globs say nothing' };
  if (count === 0) return { as: 'skipped', why: 'it is about all files, as what has no paths' };
  const why = 'a list, which Copilot does not read; taken as if it were one text';
  return { as: 'paths', category, ...(key === 'applyTo' && isList && { why }) };
}

function whySkipped({ key, values }: FrontEntry): string {
  if (modeKeys.has(key) && always.has((values[0] ?? '').toLowerCase()))
    return `\`${key}\` says that a client always loads the file; give a category \`always: true\` whose rules are for every change`;
  if (modeKeys.has(key))
    return `\`${key}\` says when a client loads the file; agents ask for categories instead`;
  return `\`${key.slice(0, 60)}\` has no place in a scope`;
}

export function lineFinding(at: number, why: string): Finding {
  return { line: at + 1, end_line: at + 1, as: 'skipped', why };
}
