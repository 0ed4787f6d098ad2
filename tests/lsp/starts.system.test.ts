import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { startEditor } from './editor.ts';
import { codes, project } from './project.ts';

describe('the rules folder is found', () => {
  test('as the folder that is open, where its children look like scopes', async () => {
    const folder = await tempFolder({ 's/metadata.yml': 'parent: nobody\n', 'notes/other.yml': 'a: b\n' });
    const editor = await startEditor(folder);
    await editor.open('s/metadata.yml');
    expect(codes(await editor.problems('s/metadata.yml'))).toEqual(['unknown-parent']);
    await editor.stop();
  });

  test.each([
    ['initializationOptions', { params: { initializationOptions: { rulesPath: 'guidance' } } }],
    ['the settings that they name', { params: { initializationOptions: { config: 'own.yml' } } }],
    ['a flag', { argv: ['lsp', '-r', 'guidance'] }],
    ['the environment', { env: { PRECEPT_RULES_PATH: 'guidance' } }],
  ])('by %s', async (_, options) => {
    const folder = await tempFolder({
      'own.yml': 'rules_path: guidance\n',
      'guidance/s/metadata.yml': 'parent: nobody\n',
      'elsewhere/metadata.yml': 'parent: nobody\n',
    });
    const editor = await startEditor(folder, options);
    await editor.open('elsewhere/metadata.yml');
    await editor.open('guidance/s/metadata.yml');
    expect(codes(await editor.problems('guidance/s/metadata.yml'))).toEqual(['unknown-parent']);
    expect(editor.shown('elsewhere/metadata.yml')).toBeUndefined();
    await editor.stop();
  });
});

describe('the server ends as the protocol says', () => {
  test('with 0 after shutdown and exit', async () => {
    expect(await (await startEditor(await project())).stop()).toBe(0);
  });

  test('with 1 at exit without shutdown, and at the end of its input', async () => {
    const first = await startEditor(await project());
    await first.connection.sendNotification('exit');
    expect(await first.ended).toBe(1);
    const second = await startEditor(await project());
    second.hangUp();
    expect(await second.ended).toBe(1);
  });

  test('and refuses a second start, and all that comes after shutdown', async () => {
    const editor = await startEditor(await project());
    await expect(editor.request('initialize', { capabilities: {} })).rejects.toMatchObject({ code: -32600 });
    await editor.connection.sendRequest('shutdown');
    for (const method of ['textDocument/hover', 'shutdown', 'textDocument/brew']) {
      await expect(editor.request(method, {})).rejects.toMatchObject({ code: -32600 });
    }
    await editor.connection.sendNotification('exit');
    expect(await editor.ended).toBe(0);
  });

  test('and refuses what comes before it is started', async () => {
    const editor = await startEditor(await project(), { isInitialized: false });
    await expect(editor.request('shutdown', {})).rejects.toMatchObject({ code: -32002 });
    await editor.connection.sendNotification('exit');
    expect(await editor.ended).toBe(1);
  });

  test('and answers what it does not know with an error', async () => {
    const editor = await startEditor(await project());
    await expect(editor.request('textDocument/brew', {})).rejects.toMatchObject({ code: -32601 });
    await editor.connection.sendNotification('textDocument/brewed', {});
    expect(await editor.stop()).toBe(0);
  });
});
