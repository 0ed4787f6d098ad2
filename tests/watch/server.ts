import { symlink } from 'node:fs/promises';
import { expect } from 'vitest';
import { replaceFiles, tempFolder, writeFiles } from '../support/folder.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';

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
  readonly program: RunningProgram;
  readonly url: string;
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

/** `precept serve --watch` over these files of the rules folder, once it watches. */
export async function startWatching(
  files: Readonly<Record<string, string>> = family,
  options: { readonly linked?: boolean } = {},
): Promise<Watching> {
  const folder = await tempFolder();
  const place = options.linked ? 'first' : 'rules';
  await writeFiles(`${folder}/${place}`, files);
  if (options.linked) await symlink(`${folder}/first`, `${folder}/rules`);
  const program = await startProgram(
    ['serve', '--watch', '--port', '0', '-r', 'rules', '--log-level', 'debug'],
    {
      cwd: folder,
    },
  );
  await program.logged('listening on http');
  await program.logged('watching ');
  const url = /listening on (\S+)/.exec(program.stderr())?.[1] ?? '';
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}/api/v1/${path}`)).json();
  return {
    program,
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
