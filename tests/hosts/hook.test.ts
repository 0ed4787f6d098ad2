import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';

const many = Object.fromEntries(
  [...Array(400).keys()].map((at) => [
    `area${at % 20}.part${at}`,
    { when: `When you "work" on part ${at} — 部品`, ruleset: ['Do'] },
  ]),
);

let rules: string;
beforeAll(async () => {
  rules = await tempFolder({
    'shop/commandments.yml': 'api: {when: When you write routes, ruleset: [Do]}\n',
    'large/commandments.yml': JSON.stringify(many),
    'flat/commandments.yml': JSON.stringify(
      Object.fromEntries(Object.entries(many).map(([name, value]) => [name.replace('.', '-'), value])),
    ),
    'broken/commandments.yml': 'api: {ruleset: [a: b]}\n',
  });
});
const run = (...argv: string[]) => precept(['hook', ...argv, '-r', rules], { input: '' });

describe('precept hook', () => {
  test('prints the index as the host takes it', async () => {
    const argv = ['hook', 'SubagentStart', '-r', rules];
    const { code, stdout, stderr } = await runProgram(argv, {
      env: { PRECEPT_DEFAULT_SCOPE: 'shop' },
      input: '{"hook_event_name":"SubagentStart"}',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { hookSpecificOutput: output, ...others } = JSON.parse(stdout);
    expect(others).toEqual({});
    expect(Object.keys(output)).toEqual(['hookEventName', 'additionalContext']);
    expect(output.hookEventName).toBe('SubagentStart');
    expect(output.additionalContext).toContain('- `api`: When you write routes');
    expect(output.additionalContext).toMatch(/get_rules \(scope_name `shop`\).*\n$/);
  });

  test.each(['large', 'flat'])(
    'holds what the host shows whole, and says how to see the rest (%s)',
    async (scope) => {
      const { code, stdout } = await run('SessionStart', '--scope', scope);
      expect(code).toBe(0);
      expect(stdout.length).toBeLessThanOrEqual(9501);
      expect(stdout.length).toBeGreaterThan(scope === 'flat' ? 8000 : 900);
      const { additionalContext: text } = JSON.parse(stdout).hookSpecificOutput;
      expect(text).toMatch(/get_category_index gives the whole index\.\n$/);
      expect(text).toContain('`area0');
    },
  );

  test.each([
    [['SubagentStart'], /No scope is given/],
    [['SubagentStart', '--scope', 'nowhere'], /There is no scope "nowhere"/],
    [['SubagentStart', '--scope', 'broken'], /invalid content/],
    [['SessionStart', '--log-level', 'loud'], /log_level/],
    [
      ['Stop', '--scope', 'shop'],
      /Stop: nothing to say: claude has no event "Stop" that takes rules; events of claude are PreToolUse, /,
    ],
    [
      ['SessionStart', '--client', 'claud'],
      /there is no client "claud"; did you mean "claude"\?; clients are claude, /,
    ],
    [[], /-: nothing to say: no event is named; events of claude are PreToolUse, /],
  ])('%j ends with 0 and prints nothing, unless it is to say why', async (argv, says) => {
    expect(await run(...argv)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const { code, stdout, stderr } = await run(...argv, '--debug');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr.trimEnd()).toMatch(says);
  });

  test('passes over flags that it does not know', async () => {
    const { code, stdout } = await run('SessionStart', '--scope', 'shop', '--nonsense');
    expect(code).toBe(0);
    expect(stdout).toContain('When you write routes');
  });
});
