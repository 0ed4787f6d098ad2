import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { contentFile, contentKinds } from '../guidance/content-files.ts';
import { readScopeMetadata } from '../guidance/read/read-scope.ts';
import { scopeNamePattern } from '../model/names/scope-name.ts';
import { isDirectory, listDirectories, readOptionalFile } from '../runtime/files/files.ts';
import { placeOf } from '../runtime/files/own-place.ts';
import { createFile } from '../runtime/files/write-file.ts';
import { SetupError } from './setup-error.ts';
import {
  masterSettings,
  type StarterFile,
  starterGitignore,
  starterScope,
  starterSettings,
  toScopeName,
} from './starter.ts';

/** What became of one file, by its path below the project. */
export interface FileOutcome {
  readonly path: string;
  readonly done: 'created' | 'kept';
}

export interface Starter {
  /** The scope that the starter is about, and those that are there beside it. */
  readonly scope: string;
  readonly others: readonly string[];
  readonly outcomes: readonly FileOutcome[];
}

/**
 * Gives a project a `.precept/` that answers at once: settings, one scope, and the schemas its files name. Nothing that
 * exists is touched, no link of a folder is followed, and where there are scopes already, no rules are added to them. Faults: SetupError.
 */
export async function writeStarter(
  project: string,
  schemas: URL,
  masters: readonly string[],
): Promise<Starter> {
  const rules = join(project, '.precept', 'rules');
  const own = toScopeName(basename(project));
  const area = { within: project };
  try {
    const scopes = (await listDirectories(rules)).filter((name) => scopeNamePattern.test(name)).sort();
    const scope = await chooseScope(rules, scopes, [own, ...(await packageName(project))]);
    const files = [
      starterGitignore,
      ...(await schemaFiles(schemas)),
      ...(scopes.length === 0 ? await starterScope(own) : []),
    ];
    // Before the first is written: a checkout may have bent a folder so that it leads anywhere.
    for (const { path } of [...files, { path: '.precept/settings.yml' }])
      await placeOf(join(project, path), area, true);
    const write = async ({ path, text }: StarterFile): Promise<FileOutcome> => {
      const created = await createFile(join(project, ...path.split('/')), text, area);
      return { path, done: created ? 'created' : 'kept' };
    };
    const kept = await Promise.all(scopes.map((name) => keptFiles(rules, name)));
    const written = await Promise.all(files.map(write));
    // The settings come last: they name what the rest has made.
    const others = scopes.filter((name) => name !== scope);
    return {
      scope,
      others,
      outcomes: [...kept.flat(), ...written, await write(starterSettings(scope, masters))],
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`the starter could not be written: ${reason}; fix that and run the command again`, {
      cause: error,
    });
  }
}

/**
 * The scope of a project among those that are there: the only one that no other names as its parent. Of several, or none, one with
 * a name of the project, then the first. `names` are those of the project; the first is that of a new scope.
 */
async function chooseScope(
  rules: string,
  scopes: readonly string[],
  names: readonly [string, ...string[]],
): Promise<string> {
  const all = await Promise.all(scopes.map((name) => readScopeMetadata(rules, name)));
  const above = new Set(all.flatMap((one) => (one === null || one === 'broken' ? [] : one.parents)));
  const lowest = scopes.filter((name) => !above.has(name));
  if (lowest.length === 1) return lowest[0] as string;
  return names.find((name) => scopes.includes(name)) ?? lowest[0] ?? scopes[0] ?? names[0];
}

/** The name of a project's package.json as that of a scope, without `@shop/`; none without one. */
async function packageName(project: string): Promise<string[]> {
  try {
    const text = await readOptionalFile(join(project, 'package.json'), maxPackageBytes);
    const { name } = JSON.parse(text?.toString('utf8') ?? '{}') as { readonly name?: unknown };
    return typeof name === 'string' ? [toScopeName(name.replace(/^@[^/]*\//, ''))] : [];
  } catch {
    return [];
  }
}

/** Bytes of a package.json that is read for its name. */
const maxPackageBytes = 1024 * 1024;

/** Copies beside the rules, so that editors find them without network and in the version that is installed. */
async function schemaFiles(schemas: URL): Promise<StarterFile[]> {
  const names = (await readdir(schemas)).filter((name) => name.endsWith('.schema.json')).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: `.precept/schemas/${name}`,
      text: await readFile(new URL(name, schemas), 'utf8'),
    })),
  );
}

async function keptFiles(rules: string, scope: string): Promise<FileOutcome[]> {
  const folder = join(rules, scope);
  const present: readonly string[] = (await isDirectory(folder)) ? await readdir(folder) : [];
  const files = contentKinds.map(contentFile).filter((file) => present.includes(file));
  const below = files.length === 0 ? [''] : files;
  return below.map((file) => ({ path: `.precept/rules/${scope}/${file}`, done: 'kept' }));
}

/** What settings that were there lack of these masters, to be added to them by hand. `hasEntries` says that they have some with logins. */
export function lackingMasters(
  masters: readonly string[],
  known: readonly string[],
  hasEntries: boolean,
): SetupError {
  const paste = hasEntries
    ? masterSettings(
        masters.filter((url) => !known.includes(url)),
        'entries',
      )
    : masterSettings([...new Set([...known, ...masters])]);
  return new SetupError('.precept/settings.yml exists and is left alone; add this to it by hand:', { paste });
}
