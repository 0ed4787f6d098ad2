// Writes what is generated from the code: the tables in README.md, and schemas/. `--check` writes nothing and fails on a difference.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { allowedValues, type SettingRow, settings } from '../src/config/settings.ts';
import { problemCodes } from '../src/model/problem-codes.ts';
import { operations } from '../src/service/operations.ts';
import { jsonSchemas } from './json-schemas.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const tables: Record<string, () => string> = { tools, settings: settingsTable, commands, lint: lintTable };

const changed: string[] = [];
for (const file of ['README.md', 'docs/lint.md']) await replaceTables(file);
for (const [name, schema] of Object.entries(jsonSchemas())) {
  await put(`schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}

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
  const servers = [
    [
      '`precept`',
      'MCP over stdio, what an agent host starts (`--http [host:port]` also listens on HTTP; `--watch` serves changed rules at once)',
    ],
    [
      '`precept serve`',
      'REST and the API documentation over HTTP (`--host`, `--port`, `--watch`; `--reload` for development)',
    ],
  ];
  const setup = [
    [
      '`precept init`',
      'Start a `.precept/` here, and configure a client (`--client`, `--write`; [clients](docs/clients.md))',
    ],
    ['`precept doctor`', 'Look over this installation, and say what to mend (`--format`)'],
  ];
  const reports = [
    [
      '`precept tenka import <report.xml> …`',
      'Import test results from JUnit XML reports (`--dry-run`, `--verbose`)',
    ],
  ];
  const checks = [
    [
      '`precept lint [path]`',
      'Check a rules folder or one scope (`--format`, `--max-warnings`; [codes](docs/lint.md))',
    ],
  ];
  const feedback = [
    [
      '`precept feedback contradictory-rules`',
      'Report rules that contradict each other (`--task`, `--rule <category>::<text>`)',
    ],
    [
      '`precept feedback missed-categories`',
      'Report categories found out late (`--task`, `--category`, `--reason`)',
    ],
    ['`precept feedback list`', 'What was reported (`--type`, `--since`)'],
  ];
  const logins = [
    ['`precept login`', 'Log in, so that masters answer (`--device`)'],
    ['`precept logout`', 'Forget the login and have the issuer revoke it'],
    ['`precept whoami`', 'Who is logged in, and for how long'],
  ];
  const rows = operations.flatMap(({ cli, title, input }) => {
    if (cli === null) return [];
    const { positional = [] } = cli;
    const words = [cli.command, ...positional.map((name) => `<${name.replace('_name', '')}>`)];
    const own = cli.command === 'tenka validation' ? ['fail_under'] : [];
    const flags = [...Object.keys(input.entries), ...own]
      .filter((name) => !positional.includes(name))
      .map((name) => `\`--${name.replaceAll('_', '-')}\``);
    return [[`\`precept ${words.join(' ')}\``, title + (flags.length > 0 ? ` (${flags.join(', ')})` : '')]];
  });
  return table(
    ['command', 'what it does'],
    [...servers, ...setup, ...rows, ...reports, ...checks, ...feedback, ...logins],
  );
}

function lintTable(): string {
  const rows = Object.entries(problemCodes).map(([code, { severity, about }]) => [
    `\`${code}\``,
    severity,
    about,
  ]);
  return table(['code', 'severity', 'what it reports'], rows);
}

function shown(row: SettingRow): string {
  if (row.default === null) return '–';
  if (row.default === '' || (Array.isArray(row.default) && row.default.length === 0)) return 'empty';
  if (row.kind === 'mapping') return 'empty';
  return `\`${String(row.default)}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
