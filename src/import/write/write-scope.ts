import { join } from 'node:path';
import { contentFile, contentKinds } from '../../guidance/content-files.ts';
import { readScope } from '../../guidance/read/read-scope.ts';
import { errorCode, isDirectory, isInside, NotAFile, readOptionalFile } from '../../runtime/files/files.ts';
import { type Area, NotOwnFile, ownChoice, placeOf } from '../../runtime/files/own-place.ts';
import { createFile, createFolder, replaceFile } from '../../runtime/files/write-file.ts';
import { ImportError } from '../import-error.ts';
import type { Plan } from '../plan.ts';
import type { ExistingScope } from './merge-scope.ts';
import { type FileContent, kataFiles } from './scope-files.ts';

/** A rules folder that scopes are written to. */
export interface RulesFolder {
  readonly rulesPath: string;
  /** Where links below it may lead. */
  readonly area: Area;
}

/**
 * The rules folder that an import writes to: links in a project stay in it, and those in a folder that was named stay in that; the
 * rules of the home folder may lead wherever their owner likes.
 */
export function rulesFolder(rulesPath: string, project: string, home: string): RulesFolder {
  if (isInside(rulesPath, join(home, '.precept'))) return { rulesPath, area: ownChoice };
  return { rulesPath, area: { within: isInside(rulesPath, project) ? project : rulesPath, links: 'inside' } };
}

/** Bytes of a file of a rules folder; null where there is none. Faults: ImportError where a link leads out, or to a folder of git. */
export async function readBelow({ rulesPath, area }: RulesFolder, path: string): Promise<Buffer | null> {
  try {
    return await readOptionalFile(await placeOf(join(rulesPath, ...path.split('/')), area));
  } catch (error) {
    if (!(error instanceof NotOwnFile || error instanceof NotAFile)) throw error;
    const why = error instanceof NotOwnFile ? error.why : 'is not a regular file';
    throw new ImportError(`${path} ${why}; remove it, or make it a file of its own`);
  }
}

/** What a scope of a rules folder holds; null without such a scope. Faults: ImportError where it has mistakes, or leads elsewhere. */
export async function readExisting(
  rules: RulesFolder,
  scope: string,
  plan: Plan,
): Promise<ExistingScope | null> {
  const { rulesPath } = rules;
  if (!(await isDirectory(join(rulesPath, scope)))) return null;
  const texts = new Map<string, string>();
  for (const kind of contentKinds) {
    const bytes = await readBelow(rules, `${scope}/${contentFile(kind)}`);
    if (bytes !== null) texts.set(kind, bytes.toString('utf8').replace(/^\uFEFF/, ''));
  }
  const content = await readScope(rulesPath, scope);
  const broken = content?.problems.find(({ severity }) => severity === 'error');
  if (broken !== undefined)
    throw new ImportError(
      `${broken.file}:${broken.line}:${broken.column} ${broken.message}; fix it before you add to ${scope} (precept lint)`,
    );
  const bytesOf = new Map<string, Buffer>();
  for (const [path] of kataFiles(scope, plan)) {
    const bytes = await readBelow(rules, path).catch(() => Buffer.alloc(0));
    if (bytes !== null) bytesOf.set(path, bytes);
  }
  return { texts, bytesOf };
}

/**
 * Writes the files of a scope. A new scope appears at once, with all of its files; one that is there gets them one by one, each
 * whole or not at all. Faults: ImportError.
 */
export async function writeScope(
  rules: RulesFolder,
  scope: string,
  files: ReadonlyMap<string, FileContent>,
  existing: ExistingScope | null,
): Promise<void> {
  await orImportError(rules, async () => {
    if (existing === null) await writeNew(rules, scope, files);
    else await writeBeside(rules, scope, files, existing);
  });
}

/** What may not be written, or what the system does not let be written, as ImportError. */
export async function orImportError(
  { rulesPath }: Pick<RulesFolder, 'rulesPath'>,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof NotOwnFile) throw new ImportError(error.message);
    if (error instanceof ImportError || errorCode(error) === '') throw error;
    throw new ImportError(
      `the scope could not be written (${errorCode(error)}) in ${rulesPath}; fix that and run the command again`,
    );
  }
}

async function writeNew(
  { rulesPath, area }: RulesFolder,
  scope: string,
  files: ReadonlyMap<string, FileContent>,
): Promise<void> {
  const below = new Map([...files].map(([path, content]) => [path.slice(scope.length + 1), content]));
  if (!(await createFolder(join(rulesPath, scope), below, area)))
    throw new ImportError(`the scope ${scope} has appeared in the meantime; run the command again`);
}

async function writeBeside(
  rules: RulesFolder,
  scope: string,
  files: ReadonlyMap<string, FileContent>,
  { texts }: ExistingScope,
): Promise<void> {
  for (const [path, content] of files) {
    const kind = contentKinds.find((one) => path === `${scope}/${contentFile(one)}`);
    const before = kind === undefined ? undefined : texts.get(kind);
    const now = (await readBelow(rules, path))?.toString('utf8').replace(/^\uFEFF/, '');
    const target = join(rules.rulesPath, ...path.split('/'));
    if (now === before && before !== undefined) await replaceFile(target, content, rules.area);
    else if (now !== before || !(await createFile(target, content, rules.area)))
      throw new ImportError(`${path} has changed in the meantime; run the command again`);
  }
}
