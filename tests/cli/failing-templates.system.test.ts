import { beforeAll, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';

let folder: string;
beforeAll(async () => {
  folder = await tempFolder({
    'shop/commandments.yml': 'a:\n  ruleset:\n    - Ask {{ nobody }}\n    - Ask {{ noone }} too\n',
    'shop/katas.yml':
      'b:\n  katas:\n    ship:\n      when: Now\n      procedure: |\n        1. Ask {{ nobody }}\n',
  });
});

test.each([
  { line: 'rules shop', places: ['shop/commandments.yml:3:14', 'shop/commandments.yml:4:14'] },
  { line: 'rules shop --format json', places: ['shop/commandments.yml:3:14', 'shop/commandments.yml:4:14'] },
  { line: 'kata shop ship', places: ['shop/katas.yml:6:19'] },
])('precept $line logs the places of failing templates at debug', async ({ line, places }) => {
  const argv = [...line.split(' '), '-r', folder];
  const { code, stderr } = await runProgram([...argv, '--log-level', 'debug']);
  expect(code).toBe(0);
  for (const place of places) expect(stderr).toContain(`precept debug: ${place}`);
  expect(await runProgram(argv)).toMatchObject({ code: 0, stderr: '' });
});
