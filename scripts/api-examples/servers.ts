// The servers that the examples of the API's documentation are taken from: one with the example content, and others for what it has not.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createHttpApp, type HttpApp } from '../../src/faces/http/app.ts';
import { openService } from '../../src/service/open-service.ts';
import type { Service } from '../../src/service/service.ts';
import { publishContent } from '../../src/service/tasks/publish/publish-content.ts';

const acme = fileURLToPath(new URL('../../examples/acme/settings.yml', import.meta.url));

export type ServerName =
  | ('example' | 'counting' | 'prepared' | 'login' | 'plain')
  | ('folderless' | 'issuerless' | 'storeless');

/** What a server has besides the example content, for readers of the examples. */
export const serverNotes: Readonly<Partial<Record<ServerName, string>>> = {
  counting: 'A server with the setting usage.',
  login: 'A server that asks for logins.',
  folderless: 'A server whose rules folder cannot be read.',
  issuerless: 'A server whose issuer does not answer.',
  plain: 'A server with the setting skills: false.',
  storeless: 'A server whose store does not answer.',
};

/** The same of the scopes of the server `prepared`. */
export const scopeNotes: Readonly<Record<string, string>> = {
  broken: 'A file of this scope has a mistake.',
  circle: 'This scope is its own ancestor.',
  'deep-1': 'This scope has more ancestors than max_inheritance_depth allows.',
  closed: 'This scope is limited to roles.',
  twice: 'Two katas of this scope have one name.',
  packed: 'A kata of this scope has a file.',
};

/** Where the servers listen, as far as they know. */
export const origin = 'http://127.0.0.1:8000';

/** A file of a kata. */
export const packedFile = '#!/bin/sh\nnpm test\n';

const closedIssuer = { PRECEPT_AUTH_ISSUER_URL: 'https://login.example.com', PRECEPT_AUTH_AUDIENCE: 'rules' };

const preparedContent: Readonly<Record<string, string>> = {
  'broken/commandments.yml': 'api.http:\n  ruleset: Page lists with a cursor\n',
  'circle/metadata.yml': 'parent: round\n',
  'round/metadata.yml': 'parent: circle\n',
  'twice/katas.yml':
    'delivery:\n  katas: {release: 1. Tag it.}\nmobile:\n  katas: {release: 1. Ask the shop.}\n',
  'packed/katas.yml':
    'delivery:\n  katas:\n    release:\n      files: {scripts/check.sh: check.sh}\n      procedure: 1. Run the check.\n',
  'packed/check.sh': packedFile,
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`deep-${at + 1}/metadata.yml`, `parent: deep-${at + 2}\n`]),
  ),
};

/** Opens each server when it is first asked; all they write goes below `folder`. */
export function createServers(folder: string) {
  const opened = new Map<ServerName, Promise<{ readonly app: HttpApp; readonly service: Service }>>();

  async function open(name: ServerName) {
    const own = path.join(folder, name);
    const service = await {
      example: () => serve(own, {}),
      counting: () => serve(own, { PRECEPT_USAGE: 'true' }),
      login: () => serve(own, closedIssuer),
      folderless: () => folderless(own),
      issuerless: () => serve(own, { ...closedIssuer, PRECEPT_AUTH_ISSUER_URL: 'http://127.0.0.1:1' }),
      storeless: () =>
        serve(own, { PRECEPT_USAGE: 'true', PRECEPT_STORE_URL: 'postgres://127.0.0.1:1/precept' }),
      prepared: () => prepared(own),
      plain: () => serve(own, { PRECEPT_SKILLS: 'false' }),
    }[name]();
    const app = createHttpApp(service, { readAsset: async () => null });
    app.listensOn({ host: '127.0.0.1', port: 8000 });
    return { app, service };
  }

  return {
    async app(name: ServerName): Promise<HttpApp> {
      const known = opened.get(name) ?? open(name);
      opened.set(name, known);
      return (await known).app;
    },
    async close(): Promise<void> {
      for (const one of opened.values()) {
        const { app, service } = await one;
        app.close?.();
        await service.close();
      }
    },
  };
}

/** A service over the example content, or over the rules folder that the variables name. */
async function serve(folder: string, env: Readonly<Record<string, string>>): Promise<Service> {
  const logs = ['feedback', 'validation', 'usage'].map((name) => [
    `PRECEPT_${name.toUpperCase()}_FILE`,
    path.join(folder, `${name}.jsonl`),
  ]);
  const { service } = await openService({
    flags: { config: acme },
    // What depends on the place, git and the day is left out: examples are the same everywhere.
    env: {
      ...Object.fromEntries(logs),
      PRECEPT_ENABLED_PLUGINS: '',
      PRECEPT_AUTHORSHIP: 'false',
      ...env,
    },
    cwd: folder,
    writeLog: () => {},
  });
  return service;
}

/** A service over a rules folder that is gone. */
async function folderless(folder: string): Promise<Service> {
  const rules = path.join(folder, 'rules');
  await mkdir(rules, { recursive: true });
  const service = await serve(folder, { PRECEPT_RULES_PATH: rules });
  await rm(rules, { recursive: true });
  return service;
}

/** A service over content with mistakes, and a published scope that only some may read. */
async function prepared(folder: string): Promise<Service> {
  const closed = path.join(folder, 'closed');
  await write(closed, {
    'closed/metadata.yml': 'auth: {accepted_roles: [payments]}\n',
    'closed/commandments.yml': 'api.http: {ruleset: [Page lists with a cursor]}\n',
  });
  const published = path.join(folder, 'published');
  const owner = await serve(folder, { PRECEPT_RULES_PATH: closed, ...closedIssuer });
  const request = { folder: published, key: null, expiresDays: 0, check: false, prune: false };
  await publishContent(owner, { ...request, includeRestricted: true });
  await owner.close();
  const rules = path.join(folder, 'rules');
  await write(rules, preparedContent);
  return serve(folder, {
    PRECEPT_RULES_PATH: rules,
    PRECEPT_DEFAULT_SCOPE: 'packed',
    PRECEPT_MASTER_SERVER_URL: pathToFileURL(path.join(published, 'precept.json')).href,
  });
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
