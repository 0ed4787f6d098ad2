// The text of THIRD-PARTY-LICENSES: what the licences of the bundled packages want to go with their code.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What stands between the texts of two packages. */
export const rule: string = `\n${'-'.repeat(80)}\n\n`;

/**
 * One text with name, version, licence, licence text and notices of each npm package among a bundle's input files (relative
 * to the project), and of the packages in `more`. Throws an Error that names the packages whose text is found nowhere.
 */
export async function licenseTexts(
  inputs: readonly string[],
  where: string,
  more: readonly string[] = [],
): Promise<string> {
  // Paths of Windows have backslashes.
  const paths = inputs.map((input) => input.replaceAll('\\', '/'));
  const folders = paths.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
  const sections = await Promise.all([...packages, ...more].map(sectionOf));
  const missing = sections.flatMap((section) => (typeof section === 'string' ? [] : [section.missing]));
  if (missing.length > 0)
    throw new Error(`no licence text is known of ${missing.join(', ')}; put it into scripts/licenses/`);
  return [`Precept is bundled with code of these packages, in ${where}.\n`, ...(sections as string[])].join(
    rule,
  );
}

async function sectionOf(relative: string): Promise<string | { missing: string }> {
  const folder = path.join(root, relative);
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = await readdir(folder);
  const text = (await ownText(folder, files)) ?? (await readmeText(folder, files)) ?? (await keptText(name));
  if (text === null) return { missing: name };
  const notices = await Promise.all(
    // The licences of what a package has bundled itself stand in files like swagger-ui-bundle.js.LICENSE.txt.
    files
      .filter((file) => /^notice(\.(md|txt))?$/i.test(file) || file === 'swagger-ui-bundle.js.LICENSE.txt')
      .map(async (file) => `\n${file}:\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`),
  );
  return `${name} ${version} (${license})\n\n${text.trim()}\n${notices.join('')}`.replaceAll('\r\n', '\n');
}

async function ownText(folder: string, files: readonly string[]): Promise<string | null> {
  const file = files.find((entry) => /^(licen[cs]e|copying)(-\w+)?(\.(md|txt))?$/i.test(entry));
  return file === undefined ? null : readFile(path.join(folder, file), 'utf8');
}

/** The section of a README that grants the rights, for packages that have no file of its own for that. */
async function readmeText(folder: string, files: readonly string[]): Promise<string | null> {
  const file = files.find((entry) => /^readme(\.md)?$/i.test(entry));
  if (file === undefined) return null;
  const [, section = ''] = (await readFile(path.join(folder, file), 'utf8')).split(/^#+ *Licen[cs]e.*$/im);
  return section.includes('Permission is hereby granted') ? section.replace(/^> ?/gm, '') : null;
}

async function keptText(name: string): Promise<string | null> {
  const file = path.join(root, 'scripts/licenses', `${name.replace('/', '-')}.txt`);
  return readFile(file, 'utf8').catch(() => null);
}
