import { spawn, spawnSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents } from '../docs/markdown.ts';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment, follow, programFile } from '../support/program.ts';

const version = /^NVIM v(\d+)\.(\d+)/.exec(
  spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);
const [, major = '0', minor = '0'] = version ?? [];
const isNew = Number(major) > 0 || Number(minor) >= 11;

/** What a user types into init.lua, as docs/editors.md has it for this version. */
function configuration(): string {
  const guide = documents.find(({ file }) => file === 'docs/editors.md');
  const [young = '', old = ''] = (guide?.snippets ?? [])
    .filter(({ language }) => language === 'lua')
    .map(({ text }) => text);
  return isNew ? young : old;
}

const script = `
local found = {}
vim.wait(120000, function() found = vim.diagnostic.get(0); return #found > 0 end, 20)
local params = vim.lsp.util.make_position_params(0, 'utf-16')
params.position = { line = 1, character = 9 }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/definition', params, 120000)
local places = {}
for _, answer in pairs(answers or {}) do places = answer.result end
local shown = vim.tbl_map(function(one) return { one.lnum, one.col, one.code, one.source } end, found)
vim.fn.writefile({ vim.fn.json_encode({ shown = shown, places = places }) }, 'out.json')
vim.cmd('qa!')
`;

describe.skipIf(version === null)('Neovim, set up as its guide says', () => {
  test('shows what lint says, and goes to a definition', async () => {
    const folder = await tempFolder({
      '.precept/rules/base/metadata.yml': 'description: The base\n',
      '.precept/rules/leaf/metadata.yml': 'descripton: Misspelt\nparent: base\n',
      'bin/precept': `#!/bin/sh\nexec "${process.execPath}" "${programFile}" "$@"\n`,
      'init.lua': configuration(),
      'check.lua': script,
    });
    await chmod(path.join(folder, 'bin/precept'), 0o755);
    const env = await cleanEnvironment();
    const args = ['--headless', '-i', 'NONE', '-n', '-u', 'init.lua', '-c', 'luafile check.lua'];
    const neovim = follow(
      spawn('nvim', [...args, '.precept/rules/leaf/metadata.yml'], {
        cwd: folder,
        env: { ...env, HOME: folder, PATH: `${folder}/bin:${env.PATH}` },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    );
    const { code, stderr } = await neovim.ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { shown, places } = JSON.parse(await readFile(path.join(folder, 'out.json'), 'utf8'));
    expect(shown).toEqual([[0, 0, 'unknown-key', 'precept']]);
    expect(places).toEqual([
      expect.objectContaining({ uri: expect.stringContaining('/.precept/rules/base/metadata.yml') }),
    ]);
  });
});
