// What programs and files of others rely on: names, shapes and types, one Markdown file for each sort, so that a change of any is seen.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { SettingRow } from '../src/config/settings/setting-row.ts';
import { settings } from '../src/config/settings.ts';
import { usageOf } from '../src/faces/cli/command-table.ts';
import { commandTable } from '../src/faces/cli/commands.ts';
import { feedbackLineSchema, feedbackStateSchema } from '../src/feedback/entry.ts';
import { checkResultSchema, importSchema } from '../src/guidance/stories/tenka-schema.ts';
import { operations } from '../src/service/operations.ts';
import { manifestShape } from '../src/signing/manifest.ts';
import { usageCountSchema } from '../src/usage/usage-line.ts';
import { observedCommands } from './api-report/observed-commands.ts';
import { type JsonShape, shapeLines } from './api-report/shape-lines.ts';
import { buildTypes } from './build-types.ts';

/** The reports by their paths in the repository. */
export async function apiReports(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/api/settings.md': settingNames(),
    'docs/api/commands.md': commandLines(),
    'docs/api/answers.md': await answers(),
    'docs/api/wire.md': wireFormats(),
    'docs/api/embed.md': await embedTypes(),
  };
}

/** A few characters that change with the reports; CHANGELOG.md repeats them, so that nobody changes the API without a line there. */
export function digestOf(reports: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  for (const text of Object.values(reports)) hash.update(text);
  return hash.digest('hex').slice(0, 12);
}

function page(
  title: string,
  about: string,
  parts: readonly (readonly [string, readonly string[]])[],
): string {
  const sections = parts.map(
    ([name, lines]) => `${name === '' ? '' : `## ${name}\n\n`}\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`,
  );
  return `# ${title}\n\n${about} \`npm run generate\` writes this page.\n\n${sections.join('\n')}`;
}

function linesOf(schema: GenericSchema): string[] {
  return shapeLines(toJsonSchema(schema, { errorMode: 'ignore' }) as JsonShape);
}

function settingNames(): string {
  const lines = Object.entries(settings).map(([name, row]: [string, SettingRow]) => `${name}: ${row.kind}`);
  return page('Settings', 'The names and kinds of all settings.', [['', lines]]);
}

function commandLines(): string {
  const lines = commandTable().flatMap((row) => [
    usageOf(row),
    ...row.flags.filter(({ hidden }) => !hidden).map(({ names }) => `    ${names.join(', ')}`),
  ]);
  return page('Commands', 'All commands with their flags.', [['', lines]]);
}

async function answers(): Promise<string> {
  const own = operations.map(({ name, output }) => [name, linesOf(output)] as const);
  const others = [...(await observedCommands())].map(
    ([name, shape]) => [`precept ${name}`, shapeLines(shape)] as const,
  );
  return page(
    'Answers',
    'The JSON of each operation over REST and with `--format json`, then that of the other commands as they were seen to answer.',
    [...own, ...others],
  );
}

function wireFormats(): string {
  return page(
    'Wire formats',
    'The files and messages that servers exchange, and the lines of the files that Precept writes.',
    [
      ['Bundle', linesOf(operations.find(({ name }) => name === 'get_bundle')?.output as GenericSchema)],
      ['Manifest', linesOf(manifestShape)],
      ['Line of the feedback file', linesOf(feedbackLineSchema)],
      ['Line of a change of state', linesOf(feedbackStateSchema)],
      ['Count in a line of the usage file', linesOf(usageCountSchema)],
      ['Line of the validation file', linesOf(checkResultSchema)],
      ['Line of an import', linesOf(importSchema)],
    ],
  );
}

async function embedTypes(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precept-types-'));
  try {
    await buildTypes(folder);
    const names = (await readdir(folder, { recursive: true }))
      .filter((name) => name.endsWith('.d.ts'))
      .sort();
    const parts = await Promise.all(
      names.map(async (name) => {
        const text = await readFile(path.join(folder, name), 'utf8');
        const plain = text.replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '').replace(/^import .*\n/gm, '');
        return [name.split(path.sep).join('/'), plain.trim().split('\n')] as const;
      }),
    );
    return page('Embedding', 'The types that programs import from the package.', parts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
