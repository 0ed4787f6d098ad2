import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { connect } from '../mcp/clients.ts';
import { replaceFiles, tempFolder, writeFiles } from '../support/folder.ts';
import { startProgram } from '../support/program.ts';
import { rules } from './server.ts';

const project = (settings: string) => ({
  '.precept/settings.yml': settings,
  '.precept/rules/shop/commandments.yml': rules('Old'),
});

test('a server over stdio that watches logs that its settings have changed', async () => {
  const folder = await tempFolder(project('default_scope: shop\n'));
  const program = await startProgram(['--watch', '--log-level', 'debug'], { cwd: folder });
  await program.logged('watching ');
  await replaceFiles(folder, { '.precept/settings.yml': 'default_scope: shop\nshow_layers: true\n' });
  await program.logged('settings.yml has changed since this server started');
  expect(program.stderr()).toMatch(
    /^precept warn: \S+settings\.yml has changed since this server started, .*: restart the server, or the client that started it$/m,
  );
});

test.each(['made', 'removed'])('the tool reload names a settings file that was %s', async (how) => {
  const settings = { '.precept/settings.yml': 'default_scope: shop\n' };
  const { '.precept/settings.yml': _, ...without } = project('');
  const folder = await tempFolder(how === 'made' ? without : project('default_scope: shop\n'));
  const { call, close } = await connect('SDK 2.x', [], { HOME: folder });
  try {
    expect((await call('reload')).text).not.toContain('settings.yml');
    if (how === 'made') await writeFiles(folder, settings);
    else await rm(`${folder}/.precept/settings.yml`);
    expect((await call('reload')).text).toContain('settings.yml');
  } finally {
    await close();
  }
});
