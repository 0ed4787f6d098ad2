// Writes what is generated from the code: the tables in docs/, schemas/, the content files that the extension for VS Code
// knows, what MCP clients are offered, the examples of the API's documentation, and THIRD-PARTY-LICENSES. `--check` writes nothing and fails on a difference.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingFlags } from '../src/config/setting-flags.ts';
import type { SettingRow } from '../src/config/settings/setting-row.ts';
import { settings } from '../src/config/settings.ts';
import { allowedValues } from '../src/config/values/parse-setting.ts';
import { usageOf } from '../src/faces/cli/command-table.ts';
import { commandTable } from '../src/faces/cli/commands.ts';
import { contentKinds } from '../src/guidance/content-files.ts';
import { problemCodes } from '../src/model/problems/problem-codes.ts';
import { operations } from '../src/service/operations.ts';
import { bundle } from './build.ts';
import { faultRows, routeRows, shapeRows } from './format-tables.ts';
import { ground, housesOf } from './houses.ts';
import { jsonSchemas } from './json-schemas.ts';
import { doors } from './layers.ts';
import { licenseTexts } from './licenses.ts';
import { readSources } from './source-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const tables: Record<string, () => string> = {
  tools,
  settings: settingsTable,
  commands,
  lint: lintTable,
  routes: () => tableOf(routeRows()),
  shapes: () => tableOf(shapeRows()),
  faults: () => tableOf(faultRows()),
};

const changed: string[] = [];
for (const house of housesOf(readSources()).filter(({ files }) => files[0]?.path.includes('/')))
  await replaceDoors(house.name);
for (const page of ['tools', 'commands', 'settings', 'lint', 'formats'])
  await replaceTables(`docs/${page}.md`);
for (const [name, schema] of Object.entries(await jsonSchemas())) {
  await put(`schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}
const extension = await readFile(path.join(root, 'editors/vscode/package.json'), 'utf8');
await put(
  'editors/vscode/package.json',
  extension.replace(/(rules\/\*\/)\{[^}]*\}/, `$1{${[...contentKinds, 'tests'].join(',')}}`),
);
// The bundler puts the version in; this runs the sources.
Object.assign(globalThis, { __PRECEPT_VERSION__: '0.0.0' });
const { mcpOffers } = await import('./mcp-offers.ts');
await put('src/faces/mcp/frequent/offers.json', `${JSON.stringify(await mcpOffers(), null, 1)}\n`);
const { apiReports, digestOf } = await import('./api-report.ts');
const reports = await apiReports();
for (const [name, text] of Object.entries(reports)) await put(name, text);
const mark = `<!-- api ${digestOf(reports)} -->`;
if (!(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')).includes(mark)) {
  console.error(
    `What programs rely on has changed: docs/api shows how. Say so in CHANGELOG.md, and write ${mark} below its heading "Unreleased".`,
  );
  if (process.argv.includes('--check')) process.exitCode = 1;
}
const { apiExamples } = await import('./api-examples.ts');
await put(
  'src/faces/http/openapi/openapi-examples.json',
  `${JSON.stringify(await apiExamples(), null, 1)}\n`,
);
await put(
  'THIRD-PARTY-LICENSES',
  await licenseTexts((await bundle(false)).inputs, 'dist/', ['node_modules/swagger-ui-dist']),
);

if (process.argv.includes('--check') && changed.length > 0) {
  console.error(`Stale: ${changed.join(', ')}. Run "npm run generate" and commit the result.`);
  process.exit(1);
}

/** Puts each table between its `<!-- table:name -->` marks. */
async function replaceTables(name: string): Promise<void> {
  const before = await readFile(path.join(root, name), 'utf8');
  const after = before.replace(
    /(<!-- table:(\w+) -->\n)[\s\S]*?(<!-- \/table -->)/g,
    (_, open: string, table: string, close: string) => `${open}${tables[table]?.() ?? ''}${close}`,
  );
  await put(name, after);
}

/** Writes the doors of a folder into its README.md, which has 15 lines at most. */
async function replaceDoors(house: string): Promise<void> {
  const name = `src/${house}/README.md`;
  const before = await readFile(path.join(root, name), 'utf8').catch(() => '');
  const list = ground.includes(house) ? 'all files' : byFolder(doors[house] ?? []);
  const after = before.replace(/^Doors:[^\n]*(?:\n[^\n]+)*/m, wrap(`Doors: ${list || 'none'}.`));
  if (!/^Doors:/m.test(after) || after.split('\n').length > 16)
    throw new Error(`${name} must have a paragraph that begins with "Doors:", and 15 lines at most`);
  await put(name, after);
}

/** Files as one list in which those of a folder are together: `a.ts`, `b/{c, d}.ts`. */
function byFolder(files: readonly string[]): string {
  const inside = new Map<string, string[]>();
  for (const file of files) {
    const { dir, name } = path.posix.parse(file);
    inside.set(dir, [...(inside.get(dir) ?? []), name]);
  }
  return [...inside]
    .flatMap(([dir, names]) => {
      if (dir === '') return names.map((name) => `\`${name}.ts\``);
      const [only = '', ...others] = names;
      return [`\`${dir}/${others.length === 0 ? only : `{${names.join(', ')}}`}.ts\``];
    })
    .join(', ');
}

/** Breaks a text between words into lines of at most 150 characters. */
function wrap(text: string): string {
  return text.replace(/(?=.{151})(.{1,150}) /g, '$1\n');
}

async function put(name: string, text: string): Promise<void> {
  const file = path.join(root, name);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  changed.push(name);
  if (process.argv.includes('--check')) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

function tools(): string {
  const rows = operations
    .filter((operation) => operation.mcp !== null)
    .map(({ name, input, mcp, description }) => {
      const { entries } = mcp?.input ?? input;
      const args = Object.keys(entries).filter((argument) => !mcp?.hide?.includes(argument));
      return [`\`${name}\``, args.map((argument) => `\`${argument}\``).join(', '), description];
    });
  return table(['tool', 'arguments', 'what it gives'], rows);
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, row]: [string, SettingRow]) => {
    const limits = row.kind === 'integer' || row.kind === 'choice' ? ` (${allowedValues(row)})` : '';
    return [`\`${name}\``, shown(row), row.about + limits];
  });
  return table(['setting', 'default', 'what it does'], rows);
}

function commands(): string {
  const shared = new Set(settingFlags.map(({ flag }) => flag));
  const rows = commandTable().map((row) => {
    const flags = row.flags.filter(({ names, hidden }) => !hidden && !names.some((name) => shared.has(name)));
    return [
      `\`${usageOf(row)}\``,
      row.description,
      flags.map(({ names }) => `\`${names.at(-1)}\``).join(', '),
    ];
  });
  return table(['command', 'what it does', 'its own flags'], rows);
}

function lintTable(): string {
  // Links from reports lead to the names.
  const rows = Object.entries(problemCodes).map(([code, { severity, about }]) => [
    `<a id="${code}"></a>\`${code}\``,
    severity,
    about,
  ]);
  return table(['code', 'severity', 'what it reports'], rows);
}

function shown(row: SettingRow): string {
  if (row.default === null) return '–';
  if (row.default === '' || (Array.isArray(row.default) && row.default.length === 0)) return 'empty';
  if (row.kind === 'mapping' || row.kind === 'keys') return 'empty';
  return `\`${String(row.default)}\``;
}

function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  return table(head, rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
