import path from 'node:path';
import { type Printed, precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git, gitRepository } from '../support/git.ts';

type Files = Readonly<Record<string, string>>;

/** A project that names a repository as source, with a home and a cache of its own. */
export interface SourceWorld {
  readonly project: string;
  readonly repository: string;
  readonly cache: string;
  /** Runs a command line in the project, in this process. */
  run(...args: string[]): Promise<Printed>;
  /** Runs it with other variables beside those it has. */
  runWith(env: Files, ...args: string[]): Promise<Printed>;
  /** Commits these files in the repository. */
  commit(files: Files): Promise<string>;
}

/** One commandment, or one suggestion, in a category `api`. */
export function rule(text: string): string {
  return `api:\n  when: Always\n  ruleset: [${JSON.stringify(text)}]\n`;
}

export async function sourceWorld(
  files: Files,
  { entry = {}, project: local = {} }: { readonly entry?: object; readonly project?: Files } = {},
): Promise<SourceWorld> {
  const repository = await gitRepository(files);
  const project = await tempFolder();
  const [home, cache] = [await tempFolder(), path.join(await tempFolder(), 'cache')];
  const source = { git: repository, ref: 'main', path: 'rules', ...entry };
  await writeFiles(project, { '.precept/settings.yml': `sources: ${JSON.stringify([source])}\n`, ...local });
  const runWith = (env: Files, ...args: string[]) =>
    precept(args, {
      cwd: project,
      home,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        USERPROFILE: home,
        XDG_CACHE_HOME: cache,
        LOCALAPPDATA: cache,
        PRECEPT_TRUST: '1',
        GIT_CONFIG_NOSYSTEM: '1',
        ...env,
      },
    });
  return {
    project,
    repository,
    cache,
    runWith,
    run: (...args) => runWith({}, ...args),
    async commit(changed) {
      await writeFiles(repository, changed);
      await commitAll(repository);
      return git(repository, 'rev-parse', 'HEAD');
    },
  };
}
