import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { skillAddress } from '../../../model/names/skill-address.ts';
import type { Service } from '../../../service/service.ts';
import {
  digestOf,
  findSkill,
  listedScopes,
  noScope,
  type Skill,
  skillsOf,
} from '../../../service/tasks/skills/skills.ts';

/** A skill as the protocol has it: the head of its SKILL.md, and every file with its digest. */
export interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

const pageSize = 100;

/** One page of the skills of the listed scopes. Throws ProtocolError for a cursor that was not given. */
export async function listSkills(
  service: Service,
  cursor: string | undefined,
): Promise<{ skills: SkillEntry[]; nextCursor?: string }> {
  const start = readCursor(cursor);
  const scopes = await listedScopes(service);
  const skills: SkillEntry[] = [];
  for (let at = start.scope; at < scopes.length; at++) {
    const found = await skillsOf(service, scopes[at] as string).catch(noScope);
    for (let index = at === start.scope ? start.skill : 0; index < found.length; index++) {
      if (skills.length === pageSize) return { skills, nextCursor: `${at}.${index}` };
      const entry = await entryOf(found[index] as Skill).catch(() => null);
      if (entry !== null) skills.push(entry);
    }
  }
  return { skills };
}

/** The skill whose SKILL.md is at that address; null where there is none. */
export async function getSkill(service: Service, uri: string): Promise<SkillEntry | null> {
  const place = readUri(uri);
  if (place === null || place.path !== 'SKILL.md') return null;
  const skill = await findSkill(service, place);
  return skill === null ? null : entryOf(skill);
}

/** What the file of a skill holds; null where there is none. */
export async function readSkillFile(service: Service, uri: string) {
  const place = readUri(uri);
  const skill = place === null ? null : await findSkill(service, place);
  if (place === null || skill === null) return null;
  if (place.path === 'SKILL.md') return { uri, mimeType: 'text/markdown', text: skill.text(skill.kata) };
  const file = (await skill.files()).find(({ path }) => path === place.path);
  if (file === undefined) return null;
  const text = asText(file.bytes);
  return text === null
    ? { uri, mimeType: 'application/octet-stream', blob: Buffer.from(file.bytes).toString('base64') }
    : { uri, mimeType: /\.md$/i.test(file.path) ? 'text/markdown' : 'text/plain', text };
}

async function entryOf(skill: Skill): Promise<SkillEntry> {
  const { kata: name, description } = skill;
  const text = skill.text(name);
  const files = await skill.files();
  return {
    uri: uriOf(skill, 'SKILL.md'),
    frontmatter: { name, description },
    resources: [
      { uri: uriOf(skill, 'SKILL.md'), digest: digestOf(text), size: Buffer.byteLength(text) },
      ...files.map(({ path, bytes, digest }) => ({
        uri: uriOf(skill, path),
        digest,
        size: bytes.byteLength,
      })),
    ],
  };
}

function uriOf({ scope, category, kata }: Skill, path: string): string {
  return skillAddress([scope, category, kata, ...path.split('/')]);
}

/** The dotted category is one segment. */
function readUri(uri: string) {
  const [, rest] = /^skill:\/\/(.*)$/is.exec(uri) ?? [];
  if (rest === undefined) return null;
  try {
    const [scope, category, kata, ...path] = rest.split('/').map(decodeURIComponent);
    if (scope === undefined || category === undefined || kata === undefined || path.length === 0) return null;
    return { scope, category, kata, path: path.join('/') };
  } catch {
    return null;
  }
}

function readCursor(cursor: string | undefined): { scope: number; skill: number } {
  if (cursor === undefined) return { scope: 0, skill: 0 };
  const [, scope = '', skill = ''] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (scope === '')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of skills/list.');
  return { scope: Number(scope), skill: Number(skill) };
}

function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
