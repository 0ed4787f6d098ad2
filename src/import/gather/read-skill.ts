import { type Finding, type FoundFile, type ReadSource, skippedSource } from '../report.ts';
import { toSlug } from '../slug.ts';
import { decode } from './decode.ts';
import { type FrontEntry, readFrontMatter } from './front-matter.ts';
import { lineFinding } from './read-front.ts';

export interface SkillOptions {
  readonly path: string;
  readonly category: string;
  /** The name of its folder. */
  readonly folder: string;
  /** What lies in its folder beside SKILL.md. */
  readonly files: readonly FoundFile[];
}

/** A skill as a kata: its description says when, its body is the procedure, its files come with it. */
export function readSkill(bytes: Buffer, { path, category, folder, files }: SkillOptions): ReadSource {
  const decoded = decode(bytes);
  if (decoded === null) return skippedSource(path, 'it is not UTF-8');
  const { lines, dropped } = decoded;
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  if (filled.length === 0) return { ...skippedSource(path, 'it is empty', lines.length), filled };
  const front = readFrontMatter(lines);
  const written = (key: string) =>
    front?.entries
      .find((entry) => entry.key === key)
      ?.values.join(', ')
      .replace(/\s+/g, ' ')
      .trim() ?? '';
  const named = toSlug(written('name')) || toSlug(folder) || 'skill';
  const name = named === 'index' ? 'index-steps' : named;
  const description = written('description');
  const start = front?.end ?? 0;
  const isMark = (line: string) => /^<!-- precept:(?:begin|end|files)\b.* -->\s*$/.test(line);
  const marks = lines.flatMap((line, at) => (at >= start && isMark(line) ? [at] : []));
  const body = lines
    .slice(start)
    .filter((line) => !isMark(line))
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  const findings: Finding[] = [
    ...dropped,
    ...(front?.frame ?? []).map((at) => lineFinding(at, 'the frame of the frontmatter')),
    ...marks.map((at) => lineFinding(at, 'a mark of Precept')),
    ...(front?.entries ?? []).map((entry) => keyFinding(entry, category, name)),
  ];
  if (body === '' && description === '')
    return {
      path,
      filled,
      paths: [],
      findings: [
        ...findings,
        { line: 1, end_line: lines.length, as: 'skipped', why: 'a skill without text' },
      ],
    };
  const first = lines.findIndex((line, index) => index >= start && line.trim() !== '' && !isMark(line));
  const place = first < 0 ? { line: 1, end_line: 1 } : { line: first + 1, end_line: filled.at(-1) ?? 1 };
  const procedure = { name, when: description || null, procedure: body || description, files };
  findings.push({ ...place, as: 'kata', category, kata: name, procedure });
  return { path, filled, paths: [], findings: findings.sort((a, b) => a.line - b.line) };
}

function keyFinding({ key, start, end }: FrontEntry, category: string, kata: string): Finding {
  const place = { line: start + 1, end_line: end };
  if (key === 'description') return { ...place, as: 'when', category, kata };
  if (key === 'name') return { ...place, as: 'kata', category, kata };
  return { ...place, as: 'skipped', why: `\`${key.slice(0, 60)}\` has no place in a kata` };
}
