import { expect, test } from 'vitest';
import { pathOfFileUrl } from '../../src/runtime/files/file-url.ts';
import { problemsOf, projectFile } from './world.ts';

test.each<[string, string | null, string | null]>([
  ['file:///srv/rules/precept.json', '/srv/rules/precept.json', null],
  ['file:///C:/rules/precept.json', '/C:/rules/precept.json', 'C:\\rules\\precept.json'],
  ['FILE:///c:/my%20rules/precept.json', '/c:/my rules/precept.json', 'c:\\my rules\\precept.json'],
  ['file://localhost/C:/precept.json', '/C:/precept.json', 'C:\\precept.json'],
  ['file://server/share/precept.json', null, '\\\\server\\share\\precept.json'],
  ['file:////srv/share/precept.json', null, null],
  ['file:///C:/a%2Fb/precept.json', null, null],
  ['file:///C:/a%5cb/precept.json', null, null],
  ['file:///mnt/%E0%A4%A/precept.json', null, null],
  ['https://server/precept.json', null, null],
  ['precept.json', null, null],
])('%s is the path %s, and %s on Windows', (address, path, onWindows) => {
  expect(pathOfFileUrl(address, false)).toBe(path);
  expect(pathOfFileUrl(address, true)).toBe(onWindows);
});

// A message in place of a stack: the file came with a checkout, so that its paths are judged first.
test.each([
  ['master_server_url', 'file:///srv/a%2Fb/precept.json'],
  ['master_server_url', 'file:////srv/share/precept.json'],
  ['masters', [{ url: 'file:///srv/a%5Cb/precept.json' }]],
  ['master_keys', { 'file:///srv/%2F/precept.json': 'key.pub' }],
])('%s with an address that is no path is a mistake of that key', async (name, value) => {
  const problems = await problemsOf({ files: { [projectFile]: JSON.stringify({ [name]: value }) } });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^setting ${name} `))]);
});
