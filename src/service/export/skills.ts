import { withoutNotes } from '../../render/foreign-text.ts';
import type { Attachment, Draft, ExportContent, ExportKata, Layout } from './content.ts';
import { harmless } from './harmless.ts';
import { skillHead } from './layout/frontmatter.ts';

/** What readers of skills take (agentskills.io). */
export const skillLimits = { name: 64, description: 1024, files: 512, bytes: 16 * 1024 * 1024 } as const;
const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a kata's name can be that of a skill: small letters, digits and single hyphens, 64 at most. */
export function isSkillName(name: string): boolean {
  return name.length <= skillLimits.name && skillName.test(name);
}

/** A folder for each kata: the kata's name, or category and name where several have that. */
export function layOutSkills(
  folder: string,
  { katas, incomplete }: ExportContent,
  wanted: (category: string) => boolean,
): Layout {
  const chosen = katas.filter(({ category }) => wanted(category));
  const names = skillNames(chosen);
  const drafts: Draft[] = [];
  const attachments: Attachment[] = [];
  const errors: string[] = [];
  for (const kata of chosen) {
    const name = names.get(kata) ?? kata.name;
    const path = `${folder}/${name}/SKILL.md`;
    errors.push(...mistakesOf(kata, name).map((mistake) => `${path}: ${mistake}`));
    drafts.push({
      path,
      kind: 'own',
      frontmatter: skillHead(name, kata.description),
      body: `${incomplete}${skillBody(kata)}${ownedFiles(kata)}`,
      source: null,
    });
    for (const [file, bytes] of kata.files)
      attachments.push({ path: `${folder}/${name}/${file}`, owner: path, bytes });
  }
  return { drafts, attachments, leftOut: [], warnings: [], errors };
}

/** The steps as Markdown that neither ends our block nor takes in other files. */
export function skillBody({ procedure }: Pick<ExportKata, 'procedure'>): string {
  return `${harmless(withoutNotes(procedure.replace(/\r\n?/g, '\n'))).trimEnd()}\n`;
}

/** A name for each kata, all different: `<category with ->-<kata>` for those of one name. */
export function skillNames<Kata extends Pick<ExportKata, 'name' | 'category'>>(
  katas: readonly Kata[],
): ReadonlyMap<Kata, string> {
  const count = new Map<string, number>();
  for (const { name } of katas) count.set(name, (count.get(name) ?? 0) + 1);
  const used = new Set([...count].filter(([, times]) => times === 1).map(([name]) => name));
  const names = new Map<Kata, string>();
  for (const kata of katas) {
    const isAlone = count.get(kata.name) === 1;
    const full = isAlone ? kata.name : `${slug(kata.category)}-${kata.name}`;
    let name = full;
    for (let next = 2; !isAlone && used.has(name); next++) name = `${full}-${next}`;
    used.add(name);
    names.set(kata, name);
  }
  return names;
}

function slug(category: string): string {
  return category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function mistakesOf({ description, files }: ExportKata, name: string): string[] {
  const bytes = [...files.values()].reduce((sum, file) => sum + file.byteLength, 0);
  const found: string[] = [];
  if (!isSkillName(name))
    found.push(
      `"${name}" cannot be the name of a skill: it takes small letters, digits and single hyphens, at most ${skillLimits.name}. Rename the kata, or leave it out with --categories`,
    );
  if (description.length > skillLimits.description)
    found.push(
      `its description has ${description.length} characters, and skills take at most ${skillLimits.description}. Shorten its \`when\`, or leave it out with --categories`,
    );
  if (files.size > skillLimits.files - 1)
    found.push(`it has ${files.size} files, and skills take at most ${skillLimits.files} with SKILL.md`);
  if (bytes > skillLimits.bytes)
    found.push(`its files have ${bytes} bytes, and skills take at most ${skillLimits.bytes}`);
  return found;
}

/** A line that says which files beside it are ours, so that they can be removed with it. */
function ownedFiles({ files }: ExportKata): string {
  const paths = [...files.keys()].sort();
  return paths.length === 0
    ? ''
    : `\n<!-- precept:files ${JSON.stringify(paths).replaceAll('--', '-\\u002d')} -->\n`;
}

/** The files beside an exported SKILL.md that its text says are ours. */
export function ownedFilesOf(text: string): readonly string[] {
  const found = /^<!-- precept:files (\[.*\]) -->\r?$/m.exec(text)?.[1];
  if (found === undefined) return [];
  try {
    const paths: unknown = JSON.parse(found);
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string' && isBelow(path)) : [];
  } catch {
    return [];
  }
}

/** Whether a path leads to something below the folder it stands in, and nowhere else. */
function isBelow(path: string): boolean {
  return (
    path !== '' &&
    path
      .split('/')
      .every(
        (name) => name !== '' && name !== '.' && name !== '..' && !name.includes('\\') && !name.includes(':'),
      )
  );
}
