import { describe, expect, test } from 'vitest';
import { isSameProject } from '../../src/doctor/client-entries.ts';
import { precept } from '../cli/command-line.ts';
import { project } from '../init/project.ts';

test.each<[string, string, boolean]>([
  ['C:\\Users\\ann\\shop', 'C:\\Users\\ann\\shop', true],
  ['c:/users/Ann/shop', 'C:\\Users\\ann\\shop', true],
  ['C:/Users/ann/shop/', 'c:\\Users\\ann\\shop', true],
  ['//server/share/shop', '\\\\server\\share\\shop', true],
  ['C:/Users/ann', 'C:\\Users\\ann\\shop', false],
  ['D:/Users/ann/shop', 'C:\\Users\\ann\\shop', false],
  ['', 'C:\\Users\\ann\\shop', false],
  ['/home/ann/shop', '/home/ann/shop', true],
  ['/home/ann/Shop', '/home/ann/shop', false],
  ['\\home\\ann\\shop', '/home/ann/shop', false],
])('the key %s of a client is the project %s: %s', (key, folder, expected) => {
  expect(isSameProject(key, folder)).toBe(expected);
});

describe('on Windows doctor is content', () => {
  test.each([
    ['cmd', '/c', 'npx', '-y', 'precept-mcp', '--watch'],
    ['cmd.exe', '/d', '/s', '/c', 'npx -y precept-mcp'],
    ['node', 'main.js'],
    ['npx.exe', '-y', 'precept-mcp'],
  ])('with %s %s %s %s', async (command, ...args) => {
    const shop = await project({
      '.precept/rules/shop/commandments.yml': 'api:\n  when: Always\n  ruleset: [Answer in JSON]\n',
      '.precept/settings.yml': 'default_scope: shop\n',
      '.mcp.json': JSON.stringify({ mcpServers: { precept: { command, args: args.filter(Boolean) } } }),
      'main.js': '',
    });
    const programs = await project(
      { 'cmd.exe': '', npx: '', 'npx.exe': '', 'node.exe': '' },
      { name: 'bin' },
    );
    const { stdout } = await precept(['doctor'], {
      cwd: shop.folder,
      home: shop.home,
      // As Windows has it, in the letter case of the names here.
      env: { PATH: programs.folder, PATHEXT: '.exe', PRECEPT_TRUST: '1' },
      platform: 'win32',
    });
    expect(stdout).not.toMatch(/^(warn|fail) +clients/m);
    expect(stdout).toContain('Claude Code has the entry "precept"');
  });
});
