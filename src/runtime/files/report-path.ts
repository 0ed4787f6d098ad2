import { isAbsolute, relative, sep } from 'node:path';

/** A path for people and tools: relative to the working folder where it is below that, with forward slashes. */
export function toReportPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  const isBelow = below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  return (isBelow ? below : path).split(sep).join('/');
}
