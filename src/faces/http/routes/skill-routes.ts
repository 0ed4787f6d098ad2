import type { Context, Hono } from 'hono';
import { Fault } from '../../../model/fault.ts';
import type { Service } from '../../../service/service.ts';
import { taggedResponse } from '../answer-response.ts';
import { callerOf } from '../guard/caller.ts';

const schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const folder = '/.well-known/agent-skills';

/**
 * Serves katas as Agent Skills where clients look for them (agentskills.io, discovery 0.2.0): those of the default scope, and below
 * `/scopes/{scope}` those of any. What makes them is loaded with the first request.
 */
export function addSkillRoutes(app: Hono, service: Service): void {
  for (const prefix of ['', '/scopes/:scope']) {
    app.get(`${prefix}${folder}/index.json`, (context) => respond(context, service, indexOf));
    app.get(`${prefix}${folder}/:name/SKILL.md`, (context) => respond(context, service, textOf));
    app.get(`${prefix}${folder}/:file{[^/]+\\.tar\\.gz}`, (context) => respond(context, service, archiveOf));
  }
}

type Skills = Awaited<ReturnType<typeof import('../../../service/tasks/skills/skills.ts')['skillsOf']>>;
type Made = { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string };
type Make = (skills: Skills, context: Context) => Promise<Made | null>;

async function respond(context: Context, service: Service, make: Make): Promise<Response> {
  const { config } = service;
  const scope = context.req.param('scope') ?? config.settings.default_scope;
  if (!config.settings.skills || scope === null)
    throw new Fault(
      'not-found',
      config.settings.skills
        ? `There is no default_scope; ask for /scopes/<scope>${folder}/index.json.`
        : 'This server serves no skills: its setting skills is false.',
    );
  const { skillsOf } = await import('../../../service/tasks/skills/skills.ts');
  const skills = await skillsOf(callerOf(context.req.raw, service), scope);
  const made = await make(skills, context);
  if (made === null)
    throw new Fault(
      'not-found',
      `Scope "${scope}" has no skill at this path; ${folder}/index.json lists them.`,
    );
  return taggedResponse(
    made.body,
    { 'Content-Type': made.type, 'Cache-Control': 'no-cache' },
    context.req.raw,
  );
}

async function indexOf(skills: Skills): Promise<Made> {
  const { digestOf } = await import('../../../service/tasks/skills/skills.ts');
  const entries: object[] = [];
  for (const skill of skills) {
    const { name, description } = skill;
    const archive = await archived(skill).catch(() => undefined);
    if (archive === undefined) continue;
    entries.push(
      archive === null
        ? { name, type: 'skill-md', description, url: `${name}/SKILL.md`, digest: digestOf(skill.text(name)) }
        : { name, type: 'archive', description, url: `${name}.tar.gz`, digest: digestOf(archive) },
    );
  }
  const body = `${JSON.stringify({ $schema: schema, skills: entries }, null, 2)}\n`;
  return { body, type: 'application/json' };
}

async function textOf(skills: Skills, { req }: Context): Promise<Made | null> {
  const skill = skills.find(({ name }) => name === req.param('name'));
  return skill === undefined ? null : { body: skill.text(skill.name), type: 'text/markdown; charset=utf-8' };
}

async function archiveOf(skills: Skills, { req }: Context): Promise<Made | null> {
  const wanted = req.param('file')?.slice(0, -'.tar.gz'.length);
  const skill = skills.find(({ name }) => name === wanted);
  const body = skill === undefined ? null : await archived(skill);
  return body === null ? null : { body, type: 'application/gzip' };
}

/** The skill with its files as .tar.gz, the same bytes each time; null where it has none. */
async function archived(skill: Skills[number]): Promise<Uint8Array<ArrayBuffer> | null> {
  const files = await skill.files();
  if (files.length === 0) return null;
  const { tarGz } = await import('./tar.ts');
  return tarGz([
    { path: 'SKILL.md', bytes: Buffer.from(skill.text(skill.name)) },
    ...files.map(({ path, bytes }) => ({ path, bytes })),
  ]);
}
