import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';

const settingsFile = '.claude/settings.json';

async function init(files: Readonly<Record<string, string>>) {
  const cwd = await tempFolder(files);
  const run = () => precept(['init', '--client', 'claude', '--write'], { cwd });
  const read = (name: string) => readFile(path.join(cwd, name), 'utf8');
  return { cwd, run, read };
}

interface Hooks {
  readonly hooks: Record<string, { matcher?: string; hooks: { type: string; command: string }[] }[]>;
}

describe('precept init --client claude --write', () => {
  test('writes hooks and the line for agents, and a second time not a byte', async () => {
    const { run, read } = await init({});
    expect(await run()).toMatchObject({ code: 0 });
    const settings = await read(settingsFile);
    const command = (event: string) => `npx -y precept-mcp hook ${event} --client claude`;
    expect((JSON.parse(settings) as Hooks).hooks).toEqual({
      SessionStart: [{ hooks: [{ type: 'command', command: command('SessionStart'), timeout: 30 }] }],
      SubagentStart: [{ hooks: [{ type: 'command', command: command('SubagentStart'), timeout: 30 }] }],
      PreToolUse: [
        {
          matcher: 'Read|Edit|MultiEdit|Write|NotebookEdit',
          hooks: [{ type: 'command', command: command('PreToolUse'), timeout: 5 }],
        },
      ],
    });
    const agents = await read('AGENTS.md');
    expect(agents).toMatch(/^<!-- precept:begin -->\n.*find_guidance.*get_rules.*\n<!-- precept:end -->\n$/);
    const { stdout } = await run();
    expect(stdout).not.toMatch(/^(?:created|changed)/m);
    expect([await read(settingsFile), await read('AGENTS.md')]).toEqual([settings, agents]);
  });

  test('adds to what is there, and leaves the rest byte for byte', async () => {
    const mine =
      '{\r\n    "model": "x",\r\n    "hooks": {"SubagentStart": [{"hooks": []}], "Stop": []}\r\n}\r\n';
    const { run, read } = await init({
      [settingsFile]: mine,
      'AGENTS.md': '# Mine\n',
      'CLAUDE.md': '# Mine\n',
    });
    const { code, stderr } = await run();
    expect(code).toBe(0);
    expect(stderr).toContain('add the line @AGENTS.md to CLAUDE.md');
    const settings = await read(settingsFile);
    expect(settings.startsWith('{\r\n    "model": "x",\r\n')).toBe(true);
    expect(settings.replaceAll('\r\n', '')).not.toContain('\n');
    const { hooks } = JSON.parse(settings) as Hooks;
    expect(Object.keys(hooks).sort()).toEqual(['PreToolUse', 'SessionStart', 'Stop', 'SubagentStart']);
    expect(hooks.SubagentStart).toHaveLength(2);
    expect(await read('AGENTS.md')).toMatch(/^# Mine\n\n<!-- precept:begin -->\n/);
    expect(await read('CLAUDE.md')).toBe('# Mine\n');
    await run();
    expect(await read(settingsFile)).toBe(settings);
  });

  test.each(['{"hooks": []}', '{"hooks": {"SessionStart": {}}}', 'not JSON', '[1]'])(
    'leaves %s alone, and says why',
    async (text) => {
      const { run, read } = await init({ [settingsFile]: text });
      const { code, stderr } = await run();
      expect(code).toBe(1);
      expect(stderr).toMatch(/\.claude\/settings\.json cannot be added to and is left as it is: .*; fix it/);
      expect(await read(settingsFile)).toBe(text);
    },
  );

  test('doctor says whether agents are told to ask', async () => {
    const { cwd, run } = await init({});
    const doctor = async () => (await precept(['doctor'], { cwd })).stdout;
    expect(await doctor()).toMatch(/^ok {4}clients: no file of instructions names the tools; .*$/m);
    await writeFiles(cwd, { 'AGENTS.md': '# Mine\n' });
    expect(await doctor()).toMatch(
      /warn {2}clients: AGENTS\.md does not name the tools .*\n +Run "precept init --client claude --write"/,
    );
    await run();
    const told = await doctor();
    expect(told).toContain('ok    clients: agents are told of the tools in AGENTS.md');
    expect(told).toContain(
      'Claude Code has hooks of Precept for SessionStart and SubagentStart and PreToolUse',
    );
    await writeFiles(cwd, { 'CLAUDE.md': '# Mine\n', [settingsFile]: '{' });
    const later = await doctor();
    expect(later).toContain('Claude Code does not read AGENTS.md beside CLAUDE.md');
    expect(later).toContain('.claude/settings.json: line 1, column 2: a closing brace is missing');
  });
});
