import { version } from '../../model/version.ts';
import type { HookHome } from '../hook-home.ts';
import { checksum } from './checksum.ts';
import { type CompiledFile, openCompiled, toCompiledBytes } from './compiled-file.ts';
import type { FreshScope, ScopeRequest } from './compiled-scope.ts';

/** The file of a request. Variables of ours are settings and values of templates: others make another file. */
function fileOf({ scope, settings, project, cwd, home, env }: ScopeRequest): string {
  const own = Object.entries(env).filter(([name]) => name.startsWith('PRECEPT_'));
  // Paths in flags and variables count from the working folder.
  const from = settings.length > 0 || own.length > 0 ? cwd : null;
  return `${checksum(JSON.stringify([version, scope ?? null, settings, project, home, from, own.sort()]))}.scope`;
}

/** Calls `use` with the compiled scope of a request; null where there is none that still holds, or one that is damaged. */
export function withCompiled<Result>(
  home: HookHome,
  request: ScopeRequest,
  use: (file: CompiledFile) => Result | null,
): Result | null {
  return home.open(fileOf(request), (read, size) => {
    const file = openCompiled(read, size, { version, isFresh: false });
    return file?.holds() === true ? use(file) : null;
  });
}

/** The scope of a request as a file, which is kept for the hooks to come where that is safe. */
export async function keepCompiled(
  home: HookHome,
  request: ScopeRequest,
  { compiled, validity }: FreshScope,
): Promise<CompiledFile> {
  const bytes = toCompiledBytes(compiled, validity ?? { stamps: [], expires: 0 }, version);
  if (validity !== null) await home.put(fileOf(request), bytes);
  const read = (offset: number, length: number) => bytes.subarray(offset, offset + length);
  return openCompiled(read, bytes.length, { version, isFresh: true }) as CompiledFile;
}
