import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { Fault } from '../../../model/fault.ts';
import { errorCode } from '../../../runtime/files/files.ts';

/** A test report on disk. */
export interface ReportFile {
  readonly path: string;
  /** For people and for the log: relative to the working folder, or the file's name alone outside of it. */
  readonly name: string;
}

/**
 * The files that paths and globs (`reports/**` and `*.xml` together, for instance) mean, each once, in order. A path that
 * exists is taken as it is, whatever letters it has. Fault: `invalid-parameter` for one that means no file.
 */
export async function findReports(patterns: readonly string[], cwd: string): Promise<ReportFile[]> {
  const found = new Map<string, ReportFile>();
  for (const pattern of patterns) {
    for (const path of await expand(pattern, cwd)) found.set(path, { path, name: nameOf(path, cwd) });
  }
  return [...found.values()];
}

/** The bytes of a report as a stream, and their digest once the stream has been read to its end. */
export function openReport({ path, name }: ReportFile): {
  readonly bytes: AsyncIterable<Uint8Array>;
  digest(): string;
} {
  const hash = createHash('sha256');
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of createReadStream(path)) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      if (errorCode(error) === '') throw error;
      throw new Fault(
        'invalid-parameter',
        `${name} cannot be read (${errorCode(error)}). Nothing was imported.`,
        {
          cause: error,
        },
      );
    }
  }
  return { bytes: bytes(), digest: () => hash.digest('hex') };
}

async function expand(pattern: string, cwd: string): Promise<string[]> {
  const path = resolve(cwd, pattern);
  const kind = await stat(path).catch(() => null);
  if (kind?.isDirectory()) {
    throw new Fault(
      'invalid-parameter',
      `${pattern} is a folder; name the reports in it, like ${pattern}/*.xml`,
    );
  }
  if (kind !== null && !kind.isFile()) {
    // A pipe or a device may never end.
    throw new Fault(
      'invalid-parameter',
      `${pattern} is not a regular file; give the path of a JUnit XML report.`,
    );
  }
  if (kind !== null) return [path];
  const slashed = sep === '\\' ? pattern.replaceAll('\\', '/') : pattern;
  if (!isDynamicPattern(slashed)) {
    throw new Fault('invalid-parameter', `There is no file ${pattern}; give the path of a JUnit XML report.`);
  }
  const paths = await glob(slashed, {
    cwd,
    absolute: true,
    dot: true,
    expandDirectories: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
  if (paths.length === 0) {
    throw new Fault('invalid-parameter', `No file matches ${pattern}; did the tests write their report?`);
  }
  const files = await Promise.all(
    paths.map(async (found) => ((await stat(found).catch(() => null))?.isFile() ? [resolve(found)] : [])),
  );
  return files.flat().sort();
}

function nameOf(path: string, cwd: string): string {
  const near = relative(cwd, path);
  const outside = near.startsWith('..') || isAbsolute(near);
  return (outside ? basename(path) : near).split(sep).join('/');
}
