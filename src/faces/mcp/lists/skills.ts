import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import * as v from 'valibot';
import type { Service } from '../../../service/service.ts';
import { orProtocolError } from '../answer.ts';
import { modernVersion } from '../frequent/plain-message.ts';

/** The MCP extension of Agent Skills (SEP-2640). */
const extension = 'io.modelcontextprotocol/skills';

const listParams = v.object({ cursor: v.optional(v.string()) });
const getParams = v.object({ uri: v.string() });

/**
 * Serves katas as Agent Skills: `skills/list`, `skills/get` and resources at `skill://`. What makes them is loaded with the first
 * request, which the SDK's own extension would not leave until then.
 */
export function registerSkills(server: McpServer, service: () => Promise<Service>): void {
  const { server: inner } = server;
  const forCaches = () =>
    (inner.getNegotiatedProtocolVersion() ?? '') >= modernVersion ? { ttlMs: 0, cacheScope: 'private' } : {};
  const answering = async <Result>(work: (opened: Service) => Promise<Result>) => {
    const opened = await service();
    return orProtocolError('skills', opened, () => work(opened));
  };
  inner.setRequestHandler('skills/list', { params: listParams }, ({ cursor }) =>
    answering(async (opened) => {
      const { listSkills } = await import('./skill-catalog.ts');
      return { ...(await listSkills(opened, cursor)), ...forCaches() };
    }),
  );
  inner.setRequestHandler('skills/get', { params: getParams }, ({ uri }) =>
    answering(async (opened) => {
      const { getSkill } = await import('./skill-catalog.ts');
      const skill = await getSkill(opened, uri);
      if (skill !== null) return { skill, ...forCaches() };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no skill at ${uri.slice(0, 500)}.`);
    }),
  );
  const template = new ResourceTemplate('skill://{+path}', { list: undefined });
  const about = { title: 'Skill', description: 'A kata as an Agent Skill, and its files' };
  server.registerResource('skill', template, about, (uri) =>
    answering(async (opened) => {
      const { readSkillFile } = await import('./skill-catalog.ts');
      const contents = await readSkillFile(opened, uri.href);
      if (contents === null) throw new ResourceNotFoundError(uri.href);
      return { contents: [contents] };
    }),
  );
  inner.registerCapabilities({ extensions: { [extension]: {} } });
}
