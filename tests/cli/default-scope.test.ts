import { beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { precept } from './command-line.ts';

let folder: string;
const env = { PRECEPT_DEFAULT_SCOPE: 'shop' };
beforeAll(async () => {
  folder = await tempFolder({
    'shop/commandments.yml': 'a:\n  ruleset: [One]\n',
    'shop/katas.yml': 'ship:\n  katas:\n    release:\n      when: Always\n      procedure: 1. Press it\n',
    'shop/tenka.yml': 'tenka:\n  US1:\n    who: a\n    what: b\n    why: c\n    acs: {}\n',
    'team/commandments.yml': 'a:\n  ruleset: [Two]\n',
  });
});

describe('where no scope is given', () => {
  it.each([
    { line: 'rules', shows: '**MUST**: One' },
    { line: 'rules --categories a --format json', shows: '"One"' },
    { line: 'index', shows: '`a`' },
    { line: 'show', shows: 'shop' },
    { line: 'katas', shows: 'release' },
    { line: 'kata-index', shows: 'release' },
    { line: 'kata release', shows: '1. Press it' },
    { line: 'tenka stories', shows: 'US1' },
    { line: 'tenka acs', shows: 'shop' },
    { line: 'tenka validation', shows: 'shop' },
    { line: 'context', shows: '# Template context of shop' },
  ])('precept $line is about the default scope, and stderr says so', async ({ line, shows }) => {
    const { code, stdout, stderr } = await precept([...line.split(' '), '-r', folder], { env });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'precept: no scope is given, so this is about the default_scope "shop"\n',
    });
    expect(stdout).toContain(shows);
  });

  it('and one that is given is taken without a word', async () => {
    for (const line of ['rules team', 'kata shop release']) {
      const { code, stderr } = await precept([...line.split(' '), '-r', folder], { env });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
  });

  it.each([
    ['rules', '"precept rules" needs the argument <scope_name>'],
    ['kata release', '"precept kata" needs the arguments <scope_name> <kata_name>'],
  ])('and none is set, precept %s is wrong usage that names the cure', async (line, says) => {
    const { code, stdout, stderr } = await precept([...line.split(' '), '-r', folder]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `precept: ${says}`,
      expect.stringMatching(
        /^Run "precept \w+ --help" for .* takes the scope of the setting default_scope\.$/,
      ),
      '',
    ]);
  });

  it('and the default scope does not exist, that is a fault', async () => {
    const gone = { PRECEPT_DEFAULT_SCOPE: 'gone' };
    const { code, stdout, stderr } = await precept(['rules', '-r', folder], { env: gone });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/default_scope "gone"\nprecept: There is no scope "gone"/);
  });
});
