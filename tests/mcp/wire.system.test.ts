import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { mistakes } from '../support/mistakes.ts';
import { acmeSettings, type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import {
  answersPieces,
  answersRequests,
  passesOverNoise,
  passesOverOddMessages,
  stack,
} from './check-wire.ts';
import {
  allMessages,
  answerTo,
  initialize,
  initialized,
  lines,
  messagesOf,
  modern,
  ping,
  shakeHands,
  textOf,
  toolCall,
} from './wire.ts';

/** Of all lines that are no JSON, the first is told of. */
const atMostOnce = /^(?:precept warn: stdio: a line that is no JSON gets no answer: [^\n]*\n)?$/;

const megabyte = 1024 * 1024;

let program: RunningProgram;
beforeAll(async () => {
  program = await startProgram(['-c', acmeSettings]);
  await shakeHands(program);
});
afterEach(async () => {
  await ping(program);
  messagesOf(program.lines);
  expect(program.stderr()).toMatch(atMostOnce);
});

describe('over raw stdio', () => {
  it('a message may be cut at any byte', async () => {
    const bytes = (id: number) =>
      Buffer.from(lines(toolCall(`cut ${1000 + id}`, 'get_rules', { scope_name: 'Zürich €😀' })));
    const { length } = bytes(0);
    // Each chunk ends one message and starts the next: when the one is answered, the start of the next is read too.
    program.stdin.write(bytes(1).subarray(0, 1));
    for (let cut = 1; cut < length; cut++) {
      program.stdin.write(Buffer.concat([bytes(cut).subarray(cut), bytes(cut + 1).subarray(0, cut + 1)]));
      const answer = await answerTo(program, `cut ${1000 + cut}`);
      expect(textOf(answer)).toMatch(/^"Zürich €😀" cannot be a scope name/);
    }
    await answerTo(program, `cut ${1000 + length}`);
  });

  it('many messages may come in one chunk', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `of many ${index}`);
    program.stdin.write(lines(...ids.map((id) => toolCall(id, 'list_scopes'))));
    for (const id of ids) expect(textOf(await answerTo(program, id))).toContain('- checkout\n');
  });

  it('many large answers may wait for a slow reader', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `large ${index}`);
    program.stdin.write(lines(...ids.map((id) => toolCall(id, 'get_rules', { scope_name: 'checkout' }))));
    for (const id of ids) expect(textOf(await answerTo(program, id))).toContain('# Rules for checkout');
  });

  it('lines may end with CRLF and may be blank', async () => {
    const request = toolCall('crlf', 'get_rules', { scope_name: 'no one', categories: 'a' });
    program.stdin.write(`\r\n\n   \n${JSON.stringify(request)}\r\n\r\n`);
    expect(textOf(await answerTo(program, 'crlf'))).toContain('"no one" cannot be a scope name');
  });

  it('an unknown method and an unknown tool are protocol errors', async () => {
    program.stdin.write(
      lines(
        { jsonrpc: '2.0', id: 'no method', method: 'rules/get' },
        { jsonrpc: '2.0', id: 'no params', method: 'tools/call' },
        toolCall('no tool', 'get_ruels'),
        { jsonrpc: '2.0', method: 'notifications/unheard-of' },
      ),
    );
    expect((await answerTo(program, 'no method')).error?.code).toBe(-32601);
    expect((await answerTo(program, 'no params')).error?.code).toBeLessThan(0);
    expect((await answerTo(program, 'no tool')).error).toMatchObject({ code: -32602 });
  });

  it('bytes that are no JSON are passed over', () => passesOverNoise(program, 50));

  it('JSON that is no JSON-RPC is passed over or refused', () => passesOverOddMessages(program, 60));

  it('every well-formed request is answered, whatever its arguments', () => answersRequests(program, 120));

  it('messages in any pieces are answered', () => answersPieces(program, 30));

  it('the first message may be any of those', async () => {
    const openings = [
      'nonsense\n',
      '[]\n',
      lines({ jsonrpc: '2.0', id: 1 }),
      lines({ jsonrpc: '2.0', id: 1, result: {} }),
    ];
    await Promise.all(
      openings.map(async (opening) => {
        const other = await startProgram(['-c', acmeSettings]);
        other.stdin.write(opening);
        await shakeHands(other);
        other.stdin.write(lines(toolCall('after', 'list_scopes')));
        await answerTo(other, 'after');
        other.stdin.end();
        const outcome = await other.ended;
        expect(outcome).toMatchObject({ code: 0, stderr: expect.stringMatching(atMostOnce) });
        expect(allMessages(outcome).map(({ id }) => id)).toEqual(['initialize', 'after']);
      }),
    );
  });

  it('a line of 9 MB is answered, and so is what follows', async () => {
    const other = await startProgram(['-c', acmeSettings]);
    await shakeHands(other);
    other.stdin.write(lines(toolCall('big', 'get_rules', { scope_name: 'x'.repeat(9 * megabyte) })));
    const answer = textOf(await answerTo(other, 'big'));
    expect(answer).toMatch(/^"x+…" cannot be a scope name/);
    expect(answer.length).toBeLessThan(300);
    await ping(other);
    other.stdin.end();
    expect(await other.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('a line of 11 MB ends the connection in an orderly way, with the reason in the log', async () => {
    const other = await startProgram(['-c', acmeSettings], { env: { PRECEPT_LOG_LEVEL: 'debug' } });
    await shakeHands(other);
    other.stdin.write(lines(toolCall('too big', 'get_rules', { scope_name: 'x'.repeat(11 * megabyte) })));
    const outcome = await other.ended;
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^precept error: stdio: .*maximum size.*10485760/m);
    expect(outcome.stderr).not.toMatch(stack);
    expect(allMessages(outcome).map(({ id }) => id)).toEqual(['initialize']);
  });

  it('requests written before the input ends are answered, in either era', async () => {
    const old = lines(
      initialize,
      initialized,
      toolCall(1, 'get_rules'),
      toolCall(2, 'get_category_index', { scope_name: 'acme' }),
      toolCall(3, 'no_such_tool'),
      { jsonrpc: '2.0', id: 4, method: 'resources/read', params: { uri: 'precept://scopes/platform/rules' } },
      { jsonrpc: '2.0', id: 5, method: 'no/such/method' },
    );
    const now = lines(
      modern(1, 'server/discover'),
      modern(2, 'tools/call', { name: 'get_rules', arguments: {} }),
      modern(3, 'tools/list'),
    );
    const first = await runProgram(['-c', acmeSettings], { input: old });
    const second = await runProgram(['-c', acmeSettings], { input: now });
    for (const outcome of [first, second])
      expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    const answers = new Map(allMessages(first).map((message) => [message.id, message]));
    expect([...answers.keys()].sort()).toEqual([1, 2, 3, 4, 5, 'initialize']);
    expect(textOf(answers.get(1))).toContain('# Rules for checkout');
    expect(answers.get(3)?.error?.code).toBe(-32602);
    expect(answers.get(5)?.error?.code).toBe(-32601);
    const later = allMessages(second);
    expect(later.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    expect(later.every(({ error }) => error === undefined)).toBe(true);
  });

  it('a last line without its line break is not acted on', async () => {
    const input = lines(initialize) + JSON.stringify(toolCall('torn', 'list_scopes'));
    const outcome = await runProgram(['-c', acmeSettings], { input });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(allMessages(outcome).map(({ id }) => id)).toEqual(['initialize']);
  });

  it('an unknown revision of the modern era is refused by name', async () => {
    const request = modern(1, 'tools/list') as { params: { _meta: Record<string, unknown> } };
    request.params._meta['io.modelcontextprotocol/protocolVersion'] = '2031-01-01';
    const outcome = await runProgram(['-c', acmeSettings], { input: lines(request) });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const [answer] = allMessages(outcome);
    expect(answer?.error).toMatchObject({ message: expect.stringContaining('2031-01-01') });
  });

  it('the whole tool list stays under 7,000 bytes on the wire', async () => {
    program.stdin.write(lines({ jsonrpc: '2.0', id: 'all tools', method: 'tools/list' }));
    await answerTo(program, 'all tools');
    const line = program.lines.find((text) => text.includes('"all tools"')) ?? '';
    expect(Buffer.byteLength(line)).toBeGreaterThan(500);
    expect(Buffer.byteLength(line)).toBeLessThan(7000);
  });
});

describe('standard output', () => {
  it.each([
    { start: 'by variables', args: [], env: { PRECEPT_LOG_LEVEL: 'debug' } },
    { start: 'by the command line', args: ['--log-level', 'debug'], env: {} },
  ])('carries protocol only, logs go to standard error (settings given $start)', async ({ args, env }) => {
    const rules = await tempFolder(mistakes);
    const input = lines(
      initialize,
      initialized,
      toolCall(1, 'get_rules', { scope_name: 'orphan' }),
      toolCall(2, 'get_rules', { scope_name: 'failing' }),
      toolCall(3, 'get_rules', { scope_name: 'colon' }),
      toolCall(4, 'reload'),
      toolCall(5, 'get_category_index', { scope_name: 'good' }),
    );
    const outcome = await runProgram(['-r', rules, ...args], {
      env: { ...env, PRECEPT_DEFAULT_SCPE: 'x' },
      input,
    });
    expect(outcome.code).toBe(0);
    const messages = allMessages(outcome);
    const answers = messages.filter(({ method }) => method === undefined);
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 'initialize']);
    const announced = messages.flatMap(({ method }) => method ?? []);
    expect(announced).toEqual(['notifications/resources/list_changed']);
    expect(answers.some((answer) => textOf(answer).includes('Template Failures'))).toBe(true);
    expect(outcome.stderr).toContain('precept warn: scope "orphan": the rules of `nowhere` are missing');
    expect(outcome.stderr).toContain('did you mean the setting default_scope?');
    for (const line of outcome.stderr.trimEnd().split('\n'))
      expect(line).toMatch(/^precept (warn|info|debug): /);
  });

  it('stays empty of anything else when the start fails', async () => {
    for (const args of [
      ['-r', '/nowhere/at/all'],
      ['--rules-path=/nowhere/at/all'],
      ['-c', '/nowhere.yml'],
    ]) {
      const outcome = await runProgram(args, { input: lines(initialize, initialized) });
      expect(outcome.code).toBe(2);
      expect(outcome.stderr).toMatch(/^precept: [^\n]*\/nowhere[^\n]*\n$/);
      for (const { id } of allMessages(outcome)) expect(id).toBe('initialize');
    }
    const wrong = await runProgram(['--no-such-flag'], { input: lines(initialize) });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('--no-such-flag');
  });
});
