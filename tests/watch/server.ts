import { symlink } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { mountMcp } from '../../src/embed/mcp-mount.ts';
import { startHttp } from '../../src/faces/http/start.ts';
import { openService } from '../../src/service/open-service.ts';
import { watchContent } from '../../src/service/watch-content.ts';
import { replaceFiles, tempFolder, writeFiles } from '../support/folder.ts';
import { addressOf, type RunningProgram, startProgram } from '../support/program.ts';

/** `child` and `grandchild` inherit from `base`; `other` from nobody. */
export const family: Readonly<Record<string, string>> = {
  'base/commandments.yml': rules('Old'),
  'child/metadata.yml': 'parent: base\n',
  'grandchild/metadata.yml': 'parent: child\n',
  'other/commandments.yml': rules('Other'),
};

/** A commandments.yml with one rule. */
export function rules(text: string): string {
  return `a:\n  ruleset: [${text}]\n`;
}

export interface Watching {
  readonly url: string;
  /** Everything logged so far. */
  stderr(): string;
  /** The project's folder; the scopes are in its folder `rules`. */
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** The rules of a scope, or the code of the problem; sorted names of all scopes without one. */
  rulesOf(scope: string): Promise<string>;
  names(): Promise<readonly string[]>;
}

export interface Answered {
  readonly code?: string;
  readonly commandments: Readonly<Record<string, { readonly rules: readonly string[] }>>;
}

/** What `precept serve --watch` serves over these files of the rules folder, in this process until the test ends. */
export async function startWatching(
  files: Readonly<Record<string, string>> = family,
  options: { readonly linked?: boolean } = {},
): Promise<Watching> {
  const folder = await projectOf(files, options);
  let text = '';
  const { service, log } = await openService({
    flags: { rules_path: 'rules', log_level: 'debug' },
    ...{ env: {}, cwd: folder, home: folder },
    writeLog: (line) => {
      text += line;
    },
  });
  const watch = watchContent(service, Date.now());
  const mcp = mountMcp(service);
  const assets = new URL('../../dist/', import.meta.url);
  const listener = await startHttp(service, { host: '127.0.0.1', port: 0, log, mounts: mcp.mounts, assets });
  onTestFinished(async () => {
    watch.close();
    await Promise.all([listener.close(), mcp.close()]);
    await service.close();
  });
  await expect.poll(() => text).toContain('watching ');
  return { ...asking(listener.url, folder), stderr: () => text };
}

/** The same by the built program. */
export async function startWatchingProgram(): Promise<Watching & { readonly program: RunningProgram }> {
  const folder = await projectOf(family);
  const args = ['serve', '--watch', '--port', '0', '-r', 'rules', '--log-level', 'debug'];
  const program = await startProgram(args, { cwd: folder });
  const url = await addressOf(program);
  await program.logged('watching ');
  return { ...asking(url, folder), stderr: program.stderr, program };
}

async function projectOf(
  files: Readonly<Record<string, string>>,
  { linked = false }: { readonly linked?: boolean } = {},
): Promise<string> {
  const folder = await tempFolder();
  await writeFiles(`${folder}/${linked ? 'first' : 'rules'}`, files);
  if (linked) await symlink(`${folder}/first`, `${folder}/rules`);
  return folder;
}

function asking(url: string, folder: string): Omit<Watching, 'stderr'> {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}/api/v1/${path}`)).json();
  return {
    url,
    folder,
    write: (changed) => replaceFiles(`${folder}/rules`, changed),
    async rulesOf(scope) {
      const answer = (await get(`scopes/${scope}/rules`)) as Answered;
      return (
        answer.code ??
        Object.values(answer.commandments)
          .flatMap(({ rules }) => rules)
          .join()
      );
    },
    names: async () => (await get('scopes')) as string[],
  };
}

/** Waits until `ask` answers `wanted`. */
export async function soon<Value>(ask: () => Promise<Value> | Value, wanted: Value): Promise<void> {
  await expect.poll(ask).toEqual(wanted);
}
