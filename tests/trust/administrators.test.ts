import { symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ofAdministrators } from '../../src/trust/administrators.ts';
import { tempFolder } from '../support/folder.ts';
import { hasLinks } from '../support/system.ts';

async function machine(...descriptors: string[]) {
  const [folder, home] = await Promise.all([tempFolder({ 'settings.yml': '' }), tempFolder()]);
  const path = join(folder, 'settings.yml');
  let questions = 0;
  const ask = async () => {
    questions += 1;
    return descriptors;
  };
  const isTheirs = (file = path) => ofAdministrators(file, { env: {}, home, ask });
  return { folder, path, isTheirs, questions: () => questions };
}

const theirs = 'O:BAG:SYD:PAI(A;OICI;FA;;;BA)';
const system = 'O:S-1-5-18G:SYD:AI';
const somebody = 'O:S-1-5-21-1004336348-1177238915-682003330-1001G:DUD:(A;;FA;;;WD)';

test.each<[string, string[], boolean]>([
  ['both are theirs', [theirs, system], true],
  ['the folder is of a user', [somebody, theirs], false],
  ['the file is of a user', [theirs, somebody], false],
  ['of a user that is like them', [theirs, 'O:S-1-5-32-5440G:SY'], false],
  ['one answer is missing', [theirs], false],
  ['there is no answer', [], false],
  ['the answer is another', ['Access denied', 'O:'], false],
])('settings of the machine: %s', async (_, descriptors, expected) => {
  const { isTheirs } = await machine(...descriptors);
  expect(await isTheirs()).toBe(expected);
});

test('a yes is kept until the file changes, a no is asked again', async () => {
  const yes = await machine(theirs, theirs);
  expect([await yes.isTheirs(), await yes.isTheirs(), yes.questions()]).toEqual([true, true, 1]);
  await utimes(yes.path, 1, 1);
  expect([await yes.isTheirs(), yes.questions()]).toEqual([true, 2]);
  const no = await machine(somebody, somebody);
  expect([await no.isTheirs(), await no.isTheirs(), no.questions()]).toEqual([false, false, 2]);
});

test.runIf(hasLinks)('what is not there is nobody’s, and a link is not theirs', async () => {
  const { folder, isTheirs, questions } = await machine(theirs, theirs);
  expect(await isTheirs(join(folder, 'rules'))).toBeNull();
  await symlink(folder, join(folder, 'rules'));
  expect(await isTheirs(join(folder, 'rules'))).toBe(false);
  expect(questions()).toBe(0);
});
