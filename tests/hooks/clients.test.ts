import { readFile, symlink } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { hasLinks, system } from '../support/system.ts';
import { begin, newPlace, type Place, runHere, touch } from './hooks.ts';
import { type ClientName, clientNames, payloads, payloadsOf } from './payloads.ts';

let place: Place;
beforeAll(async () => {
  place = await newPlace();
});

let sessions = 0;
const newSession = () => `session-${++sessions}`;
const file = 'src/api/orders.ts';
const http = [
  'Answer errors as RFC 9457',
  'Page with a cursor',
  'Why: Offsets skip rows',
  'Prefer small handlers',
];

describe.each(clientNames)('%s', (client) => {
  test('is shown the rules of a file when it touches it, once a session', async () => {
    const session = newSession();
    const shown = await touch(place, client, { session, file: `${place.project}/${file}` });
    for (const text of http) expect(shown).toContain(text);
    expect(shown?.indexOf('MUST')).toBeLessThan(shown?.indexOf('SHOULD') ?? 0);
    expect(shown).not.toContain('Be kind');
    expect(await touch(place, client, { session, file: `${place.project}/src/api/other.ts` })).toBeNull();
    expect(await touch(place, client, { session: newSession(), file })).toBe(shown);
    expect(await touch(place, client, { session: newSession(), file: 'README.md' })).toBeNull();
  });

  test('begins a session with the MUST rules for every change and the index, once', async () => {
    const session = newSession();
    const shown = await begin(place, client, { session });
    expect(shown).toContain('- **MUST**: Be kind to users');
    expect(shown).toContain('`http`: When changing an HTTP endpoint');
    expect(shown).not.toContain('Answer errors');
    expect(await begin(place, client, { session })).toBeNull();
  });

  test('has what its subagents were shown apart', async () => {
    const session = newSession();
    const all = await Promise.all(
      [undefined, 'one', 'two'].map((agent) =>
        touch(place, client, { session, file, ...(agent && { agent }) }),
      ),
    );
    expect(new Set(all).size).toBe(1);
    expect(all[0]).toContain('Answer errors');
  });

  test('is shown all of it again where it tells that its context was emptied', async () => {
    const { compact } = payloadsOf(client);
    const session = newSession();
    await begin(place, client, { session });
    await touch(place, client, { session, file });
    const again = await begin(place, client, { session, source: 'compact' });
    if (compact === null) expect(again).toBeNull();
    else expect(again).toContain('Be kind');
    const touched = await touch(place, client, { session, file });
    if (compact === null) expect(touched).toBeNull();
    else expect(touched).toContain('Answer errors');
  });

  test('gets nothing for what lies outside of the project, nor at other events', async () => {
    const { touched, touch: event } = payloadsOf(client);
    const outside = await tempFolder({ 'src/api/a.ts': '' });
    for (const path of [`${outside}/src/api/a.ts`, '../src/api/a.ts', `../${file}`])
      expect(await touch(place, client, { session: newSession(), file: path })).toBeNull();
    const payload = JSON.stringify(touched({ cwd: place.project, session: newSession(), file }));
    for (const words of [
      ['Stop'],
      ['preCompact'],
      [''],
      ...(client === 'cursor' ? [] : [[event, '--client', 'nobody']]),
    ])
      expect(
        await runHere(place, [...words, ...(words.length < 3 ? ['--client', client] : [])], payload),
      ).toEqual({
        stdout: '',
        stderr: '',
      });
  });
});

test.skipIf(!hasLinks)(
  'a link out of the project leads to nothing, and one inside to what it leads to',
  async () => {
    const own = await newPlace({ 'src/api/real.ts': '' });
    const outside = await tempFolder({ 'a.ts': '' });
    await symlink(outside, `${own.project}/src/api/out`);
    await symlink(`${own.project}/src/api`, `${own.project}/handlers`);
    expect(await touch(own, 'claude', { session: 'a', file: 'src/api/out/a.ts' })).toBeNull();
    expect(await touch(own, 'claude', { session: 'a', file: 'src/api/out/new.ts' })).toBeNull();
    expect(await touch(own, 'claude', { session: 'a', file: 'handlers/real.ts' })).toContain('Answer errors');
  },
);

test('a path of Windows is one of the project', async () => {
  // Only where there is no drive C: is any folder of it the project.
  const root = system === 'win32' ? place.project : 'C:\\repo';
  const payload = payloadsOf('claude').touched({
    cwd: root,
    session: newSession(),
    file: `${root}\\src\\api\\a.ts`,
  });
  expect((await runHere(place, ['PreToolUse'], JSON.stringify(payload))).stdout).toContain('Answer errors');
  expect(await touch(place, 'qwen', { session: newSession(), file: 'src\\api\\a.ts' })).toContain(
    'Answer errors',
  );
});

test('a rule with a check belongs to the files of that check alone', async () => {
  const session = newSession();
  const shown = await touch(place, 'claude', { session, file: 'db/1.sql' });
  expect(shown).toContain('Name indexes');
  expect(shown).not.toContain('Back up first');
});

describe('a client that runs the hooks of another', () => {
  const run = async (words: readonly string[], payload: object) => {
    const { stdout } = await runHere(place, words, JSON.stringify(payload));
    return stdout === '' ? null : JSON.parse(stdout);
  };

  test('Cursor is known by its payload, gets its own answer, and the guidance once', async () => {
    const payload = payloadsOf('cursor').touched({ cwd: place.project, session: newSession(), file });
    const words = ['PostToolUse', '--client', 'claude'];
    expect(Object.keys(await run(words, payload))).toEqual(['additional_context']);
    expect(await run(['postToolUse', '--client', 'cursor'], payload)).toBeNull();
    const before = payloadsOf('cursor').touched({ cwd: place.project, session: newSession(), file });
    expect(
      await run(['PreToolUse', '--client', 'claude'], { ...before, hook_event_name: 'preToolUse' }),
    ).toBeNull();
  });

  test('Copilot gets the guidance once, in whichever spelling it tells of the tool', async () => {
    const session = newSession();
    const other = {
      session_id: session,
      timestamp: '2026-10-01T10:00:00Z',
      cwd: place.project,
      hook_event_name: 'PostToolUse',
      tool_name: 'edit',
      tool_input: { path: file },
      tool_result: { result_type: 'success' },
    };
    expect(Object.keys(await run(['PostToolUse', '--client', 'claude'], other))).toEqual([
      'additionalContext',
    ]);
    expect(await touch(place, 'copilot', { session, file })).toBeNull();
  });
});

describe('tools', () => {
  const shown = async (client: ClientName, changes: object) => {
    const { touch: event, touched } = payloadsOf(client);
    const payload = { ...touched({ cwd: place.project, session: newSession(), file: 'none' }), ...changes };
    return (await runHere(place, [event, '--client', client], JSON.stringify(payload))).stdout !== '';
  };
  const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\r\n');

  test.each([
    ['claude', { tool_name: 'Read', tool_input: { file_path: file } }],
    ['claude', { tool_name: 'NotebookEdit', tool_input: { notebook_path: 'src/api/a.ipynb' } }],
    ['codex', { tool_input: { command: patch(`*** Add File: ${file}`, '+x') } }],
    [
      'codex',
      { tool_input: { command: patch('*** Update File: a.ts', `*** Move to: ${file}`, '@@', '-a') } },
    ],
    ['codex', { tool_input: { command: patch(`*** Update File: ${file}`, '*** Move to: b.ts') } }],
    [
      'codex',
      {
        tool_input: {
          command: `apply_patch <<'EOF'\n${patch('*** Environment ID: x', `*** Delete File: ${file}`)}\nEOF`,
        },
      },
    ],
    ['cursor', { tool_name: 'ApplyPatch', tool_input: patch(`*** Update File: ${file}`) }],
    ['cursor', { tool_name: 'Delete', tool_input: { path: file } }],
    ['copilot', { toolName: 'apply_patch', toolArgs: patch(`*** Update File: ${file}`) }],
    ['copilot', { toolName: 'view', toolArgs: { path: file } }],
    ['gemini', { tool_name: 'write_file', tool_input: { file_path: file, content: '' } }],
    ['qwen', { tool_name: 'notebook_edit', tool_input: { notebook_path: 'src/api/a.ipynb' } }],
  ] as const)('%s touches a file by %j', async (client, changes) => {
    expect(await shown(client, changes)).toBe(true);
  });

  test.each([
    ['claude', { tool_name: 'Bash', tool_input: { command: `cat ${file}`, file_path: file } }],
    ['claude', { tool_name: 'mcp__files__write', tool_input: { file_path: file } }],
    ['codex', { tool_input: { command: patch('*** Add File: a.md', `+*** Update File: ${file}`) } }],
    ['codex', { tool_input: { command: `${patch('*** Add File: a.md')}\n*** Add File: ${file}` } }],
    [
      'copilot',
      {
        toolName: 'edit',
        toolArgs: JSON.stringify({ path: 'a.md', new_str: patch(`*** Add File: ${file}`) }),
      },
    ],
    ['copilot', { toolName: 'grep', toolArgs: { path: file } }],
    ['cursor', { tool_name: 'Shell', tool_input: { command: file } }],
  ] as const)('%s touches none by %j', async (client, changes) => {
    expect(await shown(client, changes)).toBe(false);
  });

  test('a batch of Claude Code touches the files of all its calls', async () => {
    const call = (path: string) => ({
      tool_name: 'Edit',
      tool_input: { file_path: path },
      tool_use_id: 'a',
      tool_response: {},
    });
    const payload = {
      session_id: newSession(),
      transcript_path: '',
      cwd: place.project,
      tool_calls: [call('a.md'), call(file), call('x.sql')],
    };
    const { stdout } = await runHere(place, ['PostToolBatch', '--client', 'claude'], JSON.stringify(payload));
    const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
    expect(hookEventName).toBe('PostToolBatch');
    for (const text of ['Answer errors', 'Name indexes']) expect(additionalContext).toContain(text);
  });
});

test('what does not fit is named in one line, and counts as shown', async () => {
  const session = newSession();
  const shown = (await touch(place, 'claude', { session, file: 'many/a.md' })) ?? '';
  const lines = shown.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  expect(last).toMatch(/^Left out for length: \d+ rules\. .*get_rules.*`shop`.*`many`/);
  const rest = shown.slice(0, -last.length - 1);
  expect(Buffer.byteLength(rest)).toBeLessThanOrEqual(600 * 4);
  expect(Buffer.byteLength(rest)).toBeGreaterThan(500 * 4);
  expect(await touch(place, 'claude', { session, file: 'many/a.md' })).toBeNull();
});

test('the setting hook_max_tokens says how much is shown', async () => {
  const own = await newPlace();
  await writeFiles(own.project, { '.precept/settings.yml': 'default_scope: shop\nhook_max_tokens: 40\n' });
  const shown = (await touch(own, 'gemini', { session: 'a', file })) ?? '';
  expect(shown).toContain('Answer errors');
  expect(shown).toContain('Left out for length: 2 rules');
});

test('without a session nothing is remembered', async () => {
  const { session_id: _, ...payload } = payloads.claude.touched({ cwd: place.project, session: '', file });
  const run = () => runHere(place, ['PreToolUse', '--client', 'claude'], JSON.stringify(payload));
  const first = await run();
  expect(first.stdout).toContain('Answer errors');
  expect(await run()).toEqual(first);
});

test('--debug says why an answer is empty', async () => {
  const place = await newPlace();
  const payload = JSON.stringify({
    session_id: 'quiet',
    cwd: place.project,
    tool_name: 'Edit',
    tool_input: { file_path: 'README' },
  });
  const run = (client: string, input = payload) =>
    runHere(place, ['PreToolUse', '--client', client, '--debug'], input);
  expect(await run('claude')).toEqual({
    stdout: '',
    stderr:
      'precept hook claude PreToolUse: nothing to say: neither "paths" of a category nor a check of a rule match README\n',
  });
  expect((await run('cluade')).stderr).toMatch(
    /: nothing to say: there is no client "cluade"; did you mean "claude"\?; clients are claude, /,
  );
  expect((await run('claude', '{}')).stderr).toMatch(/: nothing to say: the payload names no file\n$/);
  expect((await run('claude', 'no JSON')).stderr).toBe(
    'precept hook claude PreToolUse: no payload came that is JSON\n',
  );
  expect(await readFile(`${place.cache}/hook.log`, 'utf8')).toMatch(/ no payload came that is JSON\n$/);
});
