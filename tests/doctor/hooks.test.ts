import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLastFired, writeLastFired } from '../../src/hooks/last-fired.ts';
import { version } from '../../src/model/version.ts';
import { type Project, project } from '../init/project.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';

const at = '2026-03-31T12:00:00.000Z';

/** A project with hooks of these clients, and what the doctor says of them. */
async function shopOf(clients: string) {
  const cache = await tempFolder();
  const shop = await project({}, { env: { PRECEPT_CACHE_DIR: cache } });
  await shop.precept('init', '--client', clients, '--write');
  const doctor = async () => {
    const { stdout } = await shop.precept('doctor');
    return stdout
      .trimEnd()
      .split(/\n(?=ok|warn|fail)/)
      .filter((line) => / clients: /.test(line));
  };
  const fired = (client: string, event: string, of: string = version) =>
    writeLastFired(cache, cache, { client, event, version: of, at });
  return { shop, cache, doctor, fired };
}

/** As if the file had been written days ago. */
const age = (shop: Project, file: string) =>
  utimes(path.join(shop.folder, file), new Date('2026-01-01'), new Date('2026-01-01'));

describe('precept doctor on hooks', () => {
  test('says that they never fired, and after a day that this is wrong', async () => {
    const { shop, doctor } = await shopOf('claude');
    const never =
      'clients: Claude Code has hooks of Precept for SessionStart and SubagentStart and PreToolUse, which have never fired\n      Start Claude Code in this folder and trust it: sessions hold hooks back until then; /hooks lists them.';
    expect((await doctor()).join('\n')).toContain(`ok    ${never}`);
    await age(shop, '.claude/settings.json');
    expect((await doctor()).join('\n')).toContain(`warn  ${never}`);
  });

  test('says when each last fired, and in which version', async () => {
    const { doctor, fired } = await shopOf('claude,gemini');
    await fired('claude', 'PreToolUse');
    await fired('gemini', 'AfterTool', '0.0.7');
    const lines = (await doctor()).join('\n');
    expect(lines).toContain(
      `ok    clients: Claude Code has hooks of Precept for SessionStart and SubagentStart and PreToolUse; the last fired at ${at} (PreToolUse), in this project or another`,
    );
    expect(lines).toContain(
      `warn  clients: the hook of Gemini CLI that fired last is of Precept 0.0.7, and this is ${version}\n      Update what the commands in .gemini/settings.json start, or name its version there.`,
    );
  });

  test('names hooks in a form, or below an event, that a client does not read', async () => {
    const { shop, doctor } = await shopOf('claude');
    const of = (event: string, client: string, more = {}) => ({
      command: `node -e 0 hook ${event} --client ${client}`,
      ...more,
    });
    const typed = { type: 'command' };
    await writeFiles(shop.folder, {
      '.claude/settings.json': JSON.stringify({
        hooks: {
          SessionStart: [{ hooks: [of('SessionStart', 'claude')] }],
          PreToolUse: [of('PreToolUse', 'claude', typed)],
          preToolUse: [{ hooks: [of('PreToolUse', 'claude', typed)] }],
          AfterTool: [{ hooks: [of('PostToolUse', 'claude', typed)] }],
        },
      }),
      '.cursor/hooks.json': JSON.stringify({
        version: 1,
        hooks: {
          PostToolUse: [of('postToolUse', 'cursor')],
          sessionStart: [{ hooks: [of('sessionStart', 'cursor')] }],
        },
      }),
      '.github/hooks/precept.json': JSON.stringify({
        version: 1,
        hooks: { PostToolUse: [of('postToolUse', 'copilot', typed)] },
      }),
    });
    const lines = (await doctor()).join('\n');
    for (const line of [
      'Claude Code, the hook SessionStart in .claude/settings.json: it has no "type": "command", which Claude Code needs\n      Add "type": "command".',
      'Claude Code, the hook PreToolUse in .claude/settings.json: it is not in a list "hooks", and Claude Code runs no other\n      Write {"hooks": [{"type":"command","command":"node -e 0 hook PreToolUse --client claude"}]} in its place; a "matcher" stays beside "hooks".',
      'Claude Code, the hook preToolUse in .claude/settings.json: Claude Code has no event "preToolUse"\n      Write "PreToolUse".',
      'Claude Code, the hook AfterTool in .claude/settings.json: Precept shows nothing in Claude Code at an event "AfterTool"\n      Move it below one of SessionStart, SubagentStart, PreToolUse.',
      'Cursor, the hook PostToolUse in .cursor/hooks.json: Cursor has no event "PostToolUse"\n      Write "postToolUse".',
      'Cursor, the hook sessionStart in .cursor/hooks.json: it is in a list "hooks" of its own, which Cursor does not read\n      Write {"command":"node -e 0 hook sessionStart --client cursor"} in the place of that entry; a "matcher" goes into it.',
    ])
      expect(lines).toContain(`warn  clients: ${line}`);
    expect(lines).not.toMatch(/(Claude Code|Cursor) has hooks of Precept/);
    expect(lines).toContain('Copilot has hooks of Precept for PostToolUse, which have never fired');
  });

  test('names a file with a command of Precept that is no hook, and one that switches hooks off', async () => {
    const { shop, doctor } = await shopOf('claude');
    const entry = (word: string) => ({
      matcher: 'Edit',
      hooks: [{ type: 'command', command: `npx -y precept-mcp ${word} PreToolUse --client claude` }],
    });
    const told = async (settings: object) => {
      await writeFiles(shop.folder, { '.claude/settings.json': JSON.stringify(settings) });
      return (await doctor()).join('\n');
    };
    const none =
      '.claude/settings.json has a command of Precept, and no hook of it that Claude Code reads\n      Take that line out, and run "precept init --client claude --write", which writes the hooks.';
    expect(await told({ PreToolUse: [entry('hook')] })).toContain(none);
    expect(await told({ hooks: { PreToolUse: [entry('hok')] } })).toContain(none);
    const off = '.claude/settings.json switches all hooks off (disableAllHooks)';
    const good = { hooks: { PreToolUse: [entry('hook')] } };
    expect(await told({ ...good, disableAllHooks: true })).toContain(off);
    expect(await told(good)).not.toMatch(/has a command of Precept|switches all hooks off/);
  });

  test('says which start a program, or name a scope, that is not there', async () => {
    const { shop, doctor } = await shopOf('claude');
    const command = (text: string) => ({ hooks: [{ type: 'command', command: text }] });
    const hooks = {
      SessionStart: [command('node /no/such/main.js hook SessionStart --client claude')],
      PreToolUse: [
        command('node -e 0 hook PreToolUse --scope shpo --client claude'),
        command('node -e 0 hook PreTool --client claude'),
        command('node -e 0 hook PreToolUse --client clade'),
      ],
    };
    await writeFiles(shop.folder, { '.claude/settings.json': JSON.stringify({ hooks }) });
    const lines = (await doctor()).join('\n');
    expect(lines).toContain(
      'warn  clients: Claude Code, the hook SessionStart in .claude/settings.json: its script /no/such/main.js does not exist',
    );
    expect(lines).toContain(
      'the hook PreToolUse in .claude/settings.json: --scope is "shpo", which does not exist',
    );
    expect(lines).toContain(
      '--client is "clade", whose answers Claude Code does not read\n      Write --client claude.',
    );
    expect(lines).toContain(
      'in .claude/settings.json: it is started for "PreTool", at which Precept shows nothing in Claude Code\n      Write PreToolUse for it.',
    );
  });

  test('says what Codex has not been allowed to run', async () => {
    const { shop, doctor, fired } = await shopOf('codex');
    const folder = 'clients: Codex does not trust this folder, and runs no hook of .codex/hooks.json';
    const waiting = (events: string) =>
      `clients: Codex has not been allowed to run the hooks of Precept for ${events} in .codex/hooks.json`;
    const first = (await doctor()).join('\n');
    expect(first).toContain(`ok    ${folder}\n      Start Codex in this folder and trust it.`);
    expect(first).toContain(`ok    ${waiting('SessionStart and SubagentStart and PreToolUse')}`);

    await fired('codex', 'SessionStart');
    const file = path.join(shop.folder, '.codex', 'hooks.json');
    const trusted = (event: string) =>
      `[hooks.state.${JSON.stringify(`${file}:${event}:0:0`)}]\ntrusted_hash = "sha256:1"\n`;
    await writeFiles(shop.home, {
      '.codex/config.toml': `[projects.${JSON.stringify(shop.folder)}]\ntrust_level = "trusted"\n${trusted('session_start')}${trusted('subagent_start')}`,
    });
    const second = (await doctor()).join('\n');
    expect(second).not.toContain(folder);
    expect(second).toContain(
      `warn  ${waiting('PreToolUse')}\n      Allow them in /hooks of Codex; it asks again after each change of a hook.`,
    );
  });

  test('says what is set up twice, and which client runs the hooks of another', async () => {
    const { shop, doctor } = await shopOf('claude,cursor');
    const settings = await shop.read('.claude/settings.json');
    await writeFiles(shop.home, { '.claude/settings.json': settings });
    const lines = (await doctor()).join('\n');
    expect(lines).toContain(
      'warn  clients: Claude Code has more than one hook of Precept for SessionStart and SubagentStart and PreToolUse, in .claude/settings.json and ~/.claude/settings.json\n      Keep one of them',
    );
    expect(lines).toMatch(
      /ok {4}clients: Cursor also runs the hooks of Claude Code in \.claude\/settings\.json and \S+, so that Precept is started twice\n +Nothing is shown twice; .*"Third-party skills"/,
    );
  });

  test('says nothing where there are none, and names a file that cannot be read', async () => {
    const { shop, doctor } = await shopOf('zed');
    expect((await doctor()).join('\n')).not.toContain('hooks');
    await writeFiles(shop.folder, { '.cursor/hooks.json': '{' });
    expect((await doctor()).join('\n')).toContain(
      'warn  clients: .cursor/hooks.json: line 1, column 2: a closing brace is missing\n      Fix that file; until then Cursor has none of its hooks.',
    );
  });
});

describe('the note of the last run of a hook', () => {
  const run = { client: 'claude', event: 'PreToolUse', version: '1.0.0', at };

  test('is read as it was written, the newest of many at once', async () => {
    const cache = await tempFolder();
    await Promise.all([...Array(20)].map(() => writeLastFired(cache, cache, run)));
    await writeLastFired(cache, cache, { ...run, event: 'SessionStart' });
    expect([...(await readLastFired(cache, ['claude', 'codex']))]).toEqual([
      ['claude', { ...run, event: 'SessionStart' }],
    ]);
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"client":"claude"}',
    '{"client":"codex","event":"a","version":"b","at":"c"}',
  ])('is passed over where a file holds %s', async (text) => {
    const cache = await tempFolder({ 'hooks/claude.json': text });
    expect([...(await readLastFired(cache, ['claude']))]).toEqual([]);
  });

  test('is left out where the folder cannot be one, and for a name that is no file', async () => {
    const cache = await tempFolder({ hooks: 'a file' });
    await writeLastFired(cache, cache, run);
    await writeLastFired(cache, cache, { ...run, client: '../x' });
    expect([...(await readLastFired(cache, ['claude']))]).toEqual([]);
  });
});
