import { createHash } from 'node:crypto';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { folderSource } from '../../../guidance/read/content-source.ts';
import { Fault } from '../../../model/fault.ts';
import { cutText } from '../../../model/text/cut-text.ts';
import type { ExportKata } from '../../export/content.ts';
import { skillHead } from '../../export/layout/frontmatter.ts';
import { isSkillName, skillBody, skillLimits, skillNames } from '../../export/skills.ts';
import type { Service } from '../../service.ts';
import type { ExportedFrom } from '../export/exported-scope.ts';
import { exportedScope } from '../export/exported-scope.ts';
import { loadKataFiles } from './kata-files.ts';

/** A kata as an Agent Skill. */
export interface Skill {
  readonly scope: string;
  readonly category: string;
  readonly kata: string;
  /** Its name where each has one of its own: that of the kata, or category and kata. */
  readonly name: string;
  readonly description: string;
  /** The kata is written in this very scope. */
  readonly isOwn: boolean;
  /** Files besides SKILL.md, sorted by path. */
  files(): Promise<readonly SkillFile[]>;
  /** SKILL.md, under a name. */
  text(name: string): string;
}

export interface SkillFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
}

const kept = new WeakMap<ResolvedScope, Promise<readonly Skill[]>>();

/**
 * The katas of a scope as skills, those of its own first. They are rendered without plugins, so that their bytes are the same on any
 * machine; a kata whose name no skill can have, or that cannot be rendered at all, is not among them. Faults are those of the scope.
 */
export async function skillsOf(service: ExportedFrom, name: string): Promise<readonly Skill[]> {
  const scope = await service.scope(name);
  let skills = kept.get(scope);
  if (skills === undefined) {
    skills = makeSkills(service, scope);
    kept.set(scope, skills);
    skills.catch(() => kept.delete(scope));
  }
  return skills;
}

async function makeSkills(service: ExportedFrom, scope: ResolvedScope): Promise<readonly Skill[]> {
  const { content } = await exportedScope(service, scope.name, { rules: false, katas: true, files: false });
  const katas = content.katas.filter(({ name }) => isSkillName(name));
  const names = skillNames(katas);
  const skills = katas.flatMap((exported): Skill[] => {
    const { category, name } = exported;
    const kata = scope.katas.get(category)?.katas.get(name);
    if (kata === undefined) return [];
    const description = shortened(exported.description);
    return [
      {
        scope: scope.name,
        category,
        kata: name,
        name: names.get(exported) ?? name,
        description,
        isOwn: kata.origin.scope === scope.name,
        text: (title) => `${skillHead(title, description)}${failureNote(exported)}${skillBody(exported)}`,
        files: async () =>
          (await loadKataFiles(service, { category, kata })).map(({ path, bytes, sha256 }) => ({
            path,
            bytes,
            digest: `sha256:${sha256}`,
          })),
      },
    ];
  });
  return [...skills.filter(({ isOwn }) => isOwn), ...skills.filter(({ isOwn }) => !isOwn)];
}

/** Names of the scopes whose skills are listed: the default one, or all that are in the rules folder. */
export async function listedScopes(service: Pick<Service, 'config'>): Promise<readonly string[]> {
  const { default_scope: usual } = service.config.settings;
  if (usual !== null) return [usual];
  const { rulesPath } = service.config;
  return rulesPath === null ? [] : folderSource(rulesPath).scopes();
}

/** The skill at a place; null where there is none, also where the caller may not read its scope. */
export async function findSkill(
  service: ExportedFrom,
  place: { readonly scope: string; readonly category: string; readonly kata: string },
): Promise<Skill | null> {
  const skills = await skillsOf(service, place.scope).catch(noScope);
  return skills.find(({ category, kata }) => category === place.category && kata === place.kata) ?? null;
}

/** No skills in the place of a scope that is not there, is broken, or is not for this caller. */
export function noScope(error: unknown): readonly Skill[] {
  if (error instanceof Fault && error.code !== 'internal') return [];
  throw error;
}

export function digestOf(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** At most as long as readers take it, cut at a word. */
function shortened(text: string): string {
  if (text.length <= skillLimits.description) return text;
  const cut = cutText(text, skillLimits.description - 1);
  const word = cut.lastIndexOf(' ');
  return `${(word > 0 ? cut.slice(0, word) : cut).trimEnd()}…`;
}

function failureNote({ failures }: ExportKata): string {
  if (failures === 0) return '';
  const [texts, stand] = failures === 1 ? ['1 text', 'stands'] : [`${failures} texts`, 'stand'];
  return `> **Incomplete:** ${texts} could not be rendered and ${stand} as written.\n\n`;
}
