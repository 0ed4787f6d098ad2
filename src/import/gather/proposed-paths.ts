import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isDirectory } from '../../runtime/files/files.ts';
import type { Finding, ReadSource } from '../report.ts';
import { isOfCheckout } from './is-of-checkout.ts';

const folderName = /^(?:\.\/)?((?:[\w@+-][\w.@+-]*\/)*[\w@+-][\w.@+-]*)\/?$/;

/** A source with `paths` for the categories whose headings name folders of the project: "Frontend (`packages/web`)". */
export async function withProposedPaths(source: ReadSource, project: string): Promise<ReadSource> {
  // What a file or its place says of all of it is not to be guessed.
  if (source.paths.length > 0) return source;
  const findings: Finding[] = [];
  for (const finding of source.findings) {
    findings.push(finding);
    const { folders = [], category = '', line, end_line } = finding;
    const globs: string[] = [];
    for (const name of folders) {
      const folder = folderName.exec(name)?.[1];
      if (folder !== undefined && (await isFolderOf(project, folder))) globs.push(`${folder}/**`);
    }
    if (globs.length > 0) findings.push({ line, end_line, as: 'paths', category, globs, proposed: true });
  }
  return { ...source, findings };
}

async function isFolderOf(project: string, folder: string): Promise<boolean> {
  const path = join(project, ...folder.split('/'));
  return (await isDirectory(path)) && isOfCheckout(await realpath(path), project);
}
