import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentFile, contentKinds } from '../guidance/content-files.ts';
import { readScope } from '../guidance/read-scope.ts';
import { errorCode, isDirectory, isInside, readOptionalFile, realPath } from '../runtime/files.ts';
import { createFile, replaceFile } from '../runtime/write-file.ts';
import { ImportError } from './import-error.ts';
import type { ExistingScope } from './merge-scope.ts';
import type { Plan } from './plan.ts';
import { type FileContent, kataFiles } from './scope-files.ts';

/** What a scope of a rules folder holds; null without such a scope. Faults: ImportError where it has mistakes. */
export async function readExisting(
  rulesPath: string,
  scope: string,
  plan: Plan,
): Promise<ExistingScope | null> {
  if (!(await isDirectory(join(rulesPath, scope)))) return null;
  const content = await readScope(rulesPath, scope);
  const broken = content?.problems.find(({ severity }) => severity === 'error');
  if (broken !== undefined)
    throw new ImportError(
      `${broken.file}:${broken.line}:${broken.column} ${broken.message}; fix it before you add to ${scope} (precept lint)`,
    );
  const texts = new Map<string, string>();
  for (const kind of contentKinds) {
    const bytes = await readOptionalFile(join(rulesPath, scope, contentFile(kind)));
    if (bytes !== null) texts.set(kind, bytes.toString('utf8').replace(/^\uFEFF/, ''));
  }
  const bytesOf = new Map<string, Buffer>();
  for (const [path] of kataFiles(scope, plan)) {
    const bytes = await readOptionalFile(join(rulesPath, ...path.split('/'))).catch(() => Buffer.alloc(0));
    if (bytes !== null) bytesOf.set(path, bytes);
  }
  return { texts, bytesOf };
}

/**
 * Writes the files of a scope. A new scope appears at once, with all of its files; one that is there gets them one by one, each
 * whole or not at all. Faults: ImportError.
 */
export async function writeScope(
  rulesPath: string,
  scope: string,
  files: ReadonlyMap<string, FileContent>,
  existing: ExistingScope | null,
): Promise<void> {
  await orImportError(rulesPath, async () => {
    if (existing === null) await writeNew(rulesPath, scope, files);
    else await writeBeside(rulesPath, scope, files, existing);
  });
}

/** What the system does not let be written as ImportError. */
export async function orImportError(rulesPath: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof ImportError || errorCode(error) === '') throw error;
    throw new ImportError(
      `the scope could not be written (${errorCode(error)}) in ${rulesPath}; fix that and run the command again`,
    );
  }
}

async function writeNew(
  rulesPath: string,
  scope: string,
  files: ReadonlyMap<string, FileContent>,
): Promise<void> {
  await mkdir(rulesPath, { recursive: true });
  const draft = join(rulesPath, `.${scope.slice(0, 60)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    for (const [path, content] of files) {
      const target = join(draft, ...path.split('/').slice(1));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content, { flag: 'wx' });
    }
    await rename(draft, join(rulesPath, scope));
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
    throw new ImportError(`the scope ${scope} has appeared in the meantime; run the command again`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function writeBeside(
  rulesPath: string,
  scope: string,
  files: ReadonlyMap<string, FileContent>,
  { texts }: ExistingScope,
): Promise<void> {
  const folder = await realPath(join(rulesPath, scope));
  for (const [path, content] of files) {
    const target = join(rulesPath, ...path.split('/'));
    const kind = contentKinds.find((one) => path === `${scope}/${contentFile(one)}`);
    const before = kind === undefined ? undefined : texts.get(kind);
    const now = (await readOptionalFile(target))?.toString('utf8').replace(/^\uFEFF/, '');
    if (now !== before) throw new ImportError(`${path} has changed in the meantime; run the command again`);
    if (kind !== undefined && before !== undefined) await replaceFile(target, content as string);
    else if (!isInside(await realPath(target), folder))
      throw new ImportError(`${path} would lie outside of the scope, by a link; remove the link`);
    else if (typeof content === 'string') await createFile(target, content);
    else {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content, { flag: 'wx' });
    }
  }
}
