import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFile, contentKinds } from '../../guidance/content-files.ts';
import { scopeNamePattern } from '../../model/names/scope-name.ts';
import { reasonOf } from '../../runtime/reason-of.ts';
import { type Finding, fail, warn } from '../finding.ts';

const contentFiles: readonly string[] = contentKinds.map(contentFile);

/** What is wrong with a rules folder as a folder, before any file is read. Lint says what is wrong with the files. */
export async function checkRulesFolder(
  rulesPath: string,
  shown: (path: string) => string,
): Promise<Finding[]> {
  const entries = await readdir(rulesPath).catch((error: unknown) => reasonOf(error));
  if (typeof entries === 'string')
    return [
      fail(
        'rules',
        `${shown(rulesPath)} cannot be listed: ${entries}`,
        'Give the user who starts Precept the right to read it.',
      ),
    ];
  const findings: Finding[] = [];
  if (entries.some((name) => contentFiles.includes(name))) {
    const cure =
      'Put these files into a folder of it that is named after the scope, or name the folder around it.';
    findings.push(
      fail('rules', `${shown(rulesPath)} holds the files of a scope, where it should hold folders`, cure),
    );
  }
  findings.push(...sameButForCase(entries.filter((name) => scopeNamePattern.test(name))));
  for (const name of entries) {
    const path = join(rulesPath, name);
    findings.push(...(await checkEntry(path, shown)));
  }
  return findings;
}

/** Two names that are one on Windows and macOS. */
function sameButForCase(names: readonly string[]): Finding[] {
  const byPlain = new Map<string, string[]>();
  for (const name of names)
    byPlain.set(name.toLowerCase(), [...(byPlain.get(name.toLowerCase()) ?? []), name]);
  return [...byPlain.values()].flatMap((group) =>
    group.length === 1
      ? []
      : [
          warn(
            'rules',
            `the scopes ${group.join(' and ')} differ by capitals only`,
            'Rename one: on Windows and macOS they are one folder.',
          ),
        ],
  );
}

async function checkEntry(path: string, shown: (path: string) => string): Promise<Finding[]> {
  const link = await lstat(path).catch(() => null);
  const target = await stat(path).catch((error: unknown) => reasonOf(error));
  const name = shown(path);
  if (link?.isSymbolicLink() && typeof target === 'string') {
    const where = await realpath(path).catch(() => null);
    if (where === null)
      return [fail('rules', `${name} is a link that leads nowhere`, 'Remove it, or make what it leads to.')];
  }
  if (typeof target === 'string' || !target.isDirectory()) return [];
  const files = await readdir(path).catch((error: unknown) => reasonOf(error));
  if (typeof files === 'string')
    return [
      fail(
        'rules',
        `${name} cannot be listed: ${files}`,
        'Give the user who starts Precept the right to read it.',
      ),
    ];
  const findings: Finding[] = [];
  for (const file of files.filter((one) => contentFiles.includes(one))) {
    const inside = join(path, file);
    if ((await lstat(inside)).isSymbolicLink() && (await stat(inside).catch(() => null)) === null)
      findings.push(
        fail(
          'rules',
          `${shown(inside)} is a link that leads nowhere`,
          'Remove it, or make what it leads to.',
        ),
      );
  }
  if (!files.some((file) => contentFiles.includes(file)))
    findings.push(
      warn(
        'rules',
        `${name} is a scope without a file of rules`,
        `Give it one of ${contentFiles.join(', ')}, or remove it.`,
      ),
    );
  return findings;
}
