// `tsx scripts/release-notes.ts 1.2.3`: what CHANGELOG.md says about a version, for its release. Fails unless
// package.json with its lock, server.json, the plugin for Claude Code and CHANGELOG.md are all ready for that version.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const pluginFile = 'editors/claude-plugin/.claude-plugin/plugin.json';

interface Sources {
  readonly changelog: string;
  readonly packageJson: { readonly version: string };
  readonly lock: { readonly version: string };
  readonly plugin: { readonly version: string };
  readonly serverJson: {
    readonly version: string;
    readonly packages: readonly { readonly version: string }[];
  };
}

/** The text of the version's section in the changelog. Throws an error with one line for each thing that is not ready. */
export function releaseNotes(
  version: string,
  { changelog, packageJson, lock, plugin, serverJson }: Sources,
): string {
  const problems: string[] = [];
  const expect = (place: string, found: string) => {
    if (found !== version)
      problems.push(`${place} says ${found}, the release is ${version}; set it to ${version}`);
  };
  expect('package.json: version', packageJson.version);
  expect('package-lock.json: version', lock.version);
  expect(`${pluginFile}: version`, plugin.version);
  expect('server.json: version', serverJson.version);
  for (const [index, one] of serverJson.packages.entries())
    expect(`server.json: packages.${index}.version`, one.version);

  const sections = changelog.split(/^## /m).slice(1);
  const headingOf = (section: string) => section.split(/\s/, 1)[0];
  const section = sections.find((text) => headingOf(text) === version);
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (section === undefined)
    problems.push(`CHANGELOG.md has no section "## ${version}"; rename "## Unreleased" to it`);
  else if (notes === '')
    problems.push(`CHANGELOG.md: the section "## ${version}" is empty; say what has changed`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${notes}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const read = (name: string) =>
    readFile(path.join(fileURLToPath(new URL('..', import.meta.url)), name), 'utf8');
  try {
    const notes = releaseNotes(process.argv[2] ?? '', {
      changelog: await read('CHANGELOG.md'),
      packageJson: JSON.parse(await read('package.json')),
      lock: JSON.parse(await read('package-lock.json')),
      plugin: JSON.parse(await read(pluginFile)),
      serverJson: JSON.parse(await read('server.json')),
    });
    process.stdout.write(notes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
