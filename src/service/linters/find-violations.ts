import { isAbsolute, relative, sep } from 'node:path';
import { isInside, realPath } from '../../runtime/files/files.ts';
import type { Finding, Linter, Unread } from './linter.ts';
import { complaint, type Project } from './project.ts';

/** What a linter says against some files of a project, or why it says nothing. Tools that look at whole packages are heard on these files alone. */
export async function findViolations(
  { name, report }: Linter,
  project: Project,
  files: readonly string[],
): Promise<readonly Finding[] | Unread> {
  const program = await project.program(...report.program);
  if (program === null) return { unread: project.whyNot(name) };
  // What begins with a hyphen would be taken for a flag.
  const safe = files.map((file) => (file.startsWith('-') ? `./${file}` : file));
  const ended = await project.run(program, report.args(safe, project));
  if (ended === null || ended.code === null || !report.codes.includes(ended.code))
    return { unread: `${name} did not finish: ${complaint(ended)}` };
  const wanted = new Set(files);
  // Some tools follow links before they print a path.
  const roots = [project.root, await realPath(project.root)];
  try {
    return report
      .read(ended)
      .map((finding) => ({ ...finding, file: inProject(finding.file, roots) }))
      .filter(({ file }) => wanted.has(file));
  } catch {
    return { unread: `what ${name} printed cannot be read` };
  }
}

function inProject(file: string, roots: readonly string[]): string {
  const root = roots.find((one) => isInside(file, one));
  const path = isAbsolute(file) && root !== undefined ? relative(root, file) : file;
  return path.split(sep).join('/').replace(/^\.\//, '');
}
