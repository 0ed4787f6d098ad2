import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageOf } from '../../src/faces/cli/command-table.ts';
import { commandTable } from '../../src/faces/cli/commands.ts';
import { plainLsp, plainStdio } from '../../src/faces/cli/plain-stdio.ts';
import { toolNames } from '../../src/model/names/tool-names.ts';
import { tempFolder } from '../support/folder.ts';
import { loadedBy } from '../support/loaded.ts';
import { runProgram } from '../support/program.ts';
import { runs } from '../support/runs.ts';
import { seed } from '../support/seed.ts';
import { precept } from './command-line.ts';

const table = commandTable();
/** A description says what something means: no two words do. */
const enough = /^\S+( \S+){3,}$/;

describe('the help', () => {
  it.each(table.map((row) => [row.path.join(' '), row] as const).filter(([name]) => name !== ''))(
    'precept %s --help describes every argument and flag of it',
    async (_, row) => {
      const { code, stdout } = await precept([...row.path, '--help']);
      expect(code).toBe(0);
      // Its arguments alone: a flag that stands here is one that is not described below.
      expect(stdout).toContain(`$ ${usageOf(row)}\n`);
      const lines = stdout.split('\n');
      for (const argument of row.arguments) {
        expect(argument.description, argument.name).toMatch(enough);
        const [start] = usageOf({ path: [], arguments: [argument] })
          .split(' ')
          .slice(1);
        expect(lines.find((one) => one.startsWith(`  ${start}`))).toContain(argument.description);
      }
      for (const { names, value, hidden, description } of row.flags) {
        expect(description, names.join()).toMatch(hidden ? /\S{3}/ : enough);
        const line = `  ${names.join(',')}${value === 'required' ? ' <value>' : ''} `;
        const shown = lines.find((one) => one.startsWith(line));
        if (hidden) expect(shown).toBeUndefined();
        else expect(shown?.slice(line.length).trim()).toBe(description);
      }
    },
  );

  it('names no tools, which are for agents, but where a command does what agents do', () => {
    const tools = new RegExp(toolNames.filter((name) => name.includes('_')).join('|'));
    const naming = table.filter(({ description, details }) => tools.test(`${description} ${details}`));
    expect(naming.map(({ path }) => path.join(' '))).toEqual(['test']);
  });

  it('names the values of a flag that takes only some', async () => {
    const { stdout } = await precept(['tenka', 'stories', '--help']);
    expect(stdout).toContain('$ precept tenka stories [scope_name]\n');
    expect(stdout).toMatch(
      /^ {2}--status <value> +Only what is in this state, all unless given: validated, not_validated, all$/m,
    );
  });

  it('of a group has the commands of the group alone', async () => {
    const { code, stdout } = await precept(['tenka', '--help']);
    expect(code).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}precept (\S+ \S+)/gm)].map(([, name]) => name);
    expect(commands).toEqual(
      table.map(({ path }) => path.join(' ')).filter((name) => name.startsWith('tenka ')),
    );
    expect(commands).toContain('tenka import');
  });
});

describe('flags', () => {
  it('of one name take a value in every command or in none, so that a command is found behind them', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { names, value } of table.flatMap(({ flags }) => flags))
      for (const name of names) kinds.set(name, (kinds.get(name) ?? new Set()).add(value));
    expect([...kinds].filter(([, values]) => values.size > 1)).toEqual([]);
  });

  it.each([
    ['--format json rules good', '$ precept rules'],
    ['tenka -r x stories', '$ precept tenka stories'],
    ['tenka --format json acs good', '$ precept tenka acs'],
  ])('may stand before and within the name of a command: precept %s', async (line, told) => {
    expect((await precept([...line.split(' '), '--help'])).stdout).toContain(told);
  });

  it.each([
    {
      argv: ['tenka', 'stories', 'x', '--status', 'foo'],
      says: '--status takes one of validated, not_validated, all, not "foo"',
    },
    { argv: ['kata'], says: '"precept kata" needs the argument <kata_name>' },
    { argv: ['tenka', 'import'], says: '"precept tenka import" needs the argument <report.xml>' },
    {
      argv: ['feedback', 'list', '--type', 'missed-categories'],
      says: '--type takes one of contradictory_rules, missed_categories, not "missed-categories"; did you mean "missed_categories"?',
    },
  ])('and what is wrong with them is told in one line: precept $argv', async ({ argv, says }) => {
    const { code, stdout, stderr } = await precept(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(`precept: ${says}`);
    expect(stderr).toContain('--help" for ');
  });
});

describe('the short way to the stdio server', () => {
  it.each([
    [[]],
    [['-r', 'x']],
    [['--config=y.yml', '--watch']],
    [['--watch', '--log-level', 'info', '-c', 'z']],
  ])('takes %j', (argv) => {
    expect(plainStdio(argv)).not.toBeNull();
  });

  const load = async (argv: readonly string[]) => {
    const folder = await tempFolder();
    await runProgram(argv, { cwd: await tempFolder(), env: { NODE_V8_COVERAGE: folder } });
    return loadedBy(folder);
  };

  it('is the only one that loads the protocol, and loads no YAML where there is no file', async () => {
    const [served, asked] = [await load([]), await load(['--version'])];
    // Words that the protocol's package has, and the one for YAML.
    const words = ['notifications/initialized', 'BLOCK_AS_IMPLICIT_KEY'];
    expect(words.map((word) => served.includes(word))).toEqual([true, false]);
    expect(words.map((word) => asked.includes(word))).toEqual([false, false]);
  });

  it('loads no parser', async () => {
    const [short, long] = [await load(['--watch', '--log-level', 'error']), await load(['--http=0'])];
    expect(short).toContain('list_scopes');
    // A word that the parser has.
    const word = 'Extraneous positional argument';
    expect([short.includes(word), long.includes(word)]).toEqual([false, true]);
  });

  const flags = table.flatMap((row) => row.flags.flatMap(({ names }) => names));
  const plainWords = [
    ['-r', 'x'],
    ['-c', ''],
    ['--config', 'y'],
    ['--watch'],
    ['--log-level', 'a'],
    ['--lint=b=c'],
  ];
  const oddWords = [
    '',
    '-',
    '--',
    '-rx',
    '-cr',
    '--watch=true',
    '--no-watch',
    '--config=',
    '-h',
    '-v',
    'x',
    '-r',
  ];
  const words = fc.oneof(
    { arbitrary: fc.constantFrom(...plainWords), weight: 4 },
    fc.constantFrom(...oddWords, ...flags).map((one) => [one]),
    fc
      .tuple(fc.constantFrom(...flags), fc.string({ maxLength: 3 }))
      .map(([flag, text]) => [`${flag}=${text}`]),
    fc.string({ maxLength: 4 }).map((one) => [one]),
  );

  it('takes no command line in another way than the parser does', async () => {
    const lines = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.flat());
    await fc.assert(
      fc.asyncProperty(lines, async (argv) => {
        const plain = plainStdio(argv);
        fc.pre(plain !== null);
        const { started } = await precept(argv);
        const { flags, http, watch } = plain;
        expect(started).toEqual([{ server: 'stdio', flags, http, ...(watch && { watch }) }]);
      }),
      { seed, numRuns: runs(12) },
    );
  });

  it('is there for editors too', async () => {
    const lines = fc.array(fc.oneof(words, fc.constant(['--stdio'])), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lines, async (parts) => {
        const argv = ['lsp', ...parts.flat()];
        const plain = plainLsp(argv);
        fc.pre(plain !== null);
        const { started } = await precept(argv);
        expect(started).toEqual([{ server: 'lsp', flags: plain.flags }]);
      }),
      { seed, numRuns: runs(12) },
    );
    expect(plainLsp(['lsp', '--stdio'])).toEqual({ flags: {}, typed: {} });
    expect(plainLsp(['lsp', '--watch'])).toBeNull();
  });
});
