import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

const files = {
  'acme/suggestions.yml': 'style:\n  when: Now\n  ruleset: [Use tabs, Sort imports, Name well]\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/suggestions.yml': 'style:\n  ruleset: [Use spaces]\n',
};

test('lint says which inherited suggestions a suggestion replaces, also beside an error', async () => {
  const folder = await tempFolder({ ...files, 'broken/commandments.yml': 'a:\n  ruleset: [1]\n' });
  const { code, stdout } = await precept(['lint', folder, '--format', 'json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({
      ...{ code: 'replaces-inherited', severity: 'info', line: 1 },
      file: expect.stringMatching(/shop.suggestions\.yml$/),
      message: 'this suggestion replaces 3 of acme',
      hint: 'Write `+style` to keep both, or write `when` here too',
    }),
  );
});

test('lint says which inherited `when` and `paths` a suggestion replaces, also where no rule is inherited', async () => {
  const folder = await tempFolder({
    'acme/suggestions.yml':
      'style:\n  when: Now\n  paths: ["*.ts"]\n  ruleset: []\nstyle.tabs:\n  when: Now\n  paths: ["*.ts"]\n  ruleset: [Use tabs]\n',
    'shop/metadata.yml': 'parent: acme\n',
    'shop/suggestions.yml':
      'style:\n  ruleset: [Use spaces]\nstyle.tabs:\n  when: Later\n  paths: ["*.js"]\n  ruleset: [Use no tabs]\n',
  });
  const { stdout } = await precept(['lint', folder, '--format', 'json']);
  const found = JSON.parse(stdout).filter(({ code }: { code: string }) => code === 'replaces-inherited');
  expect(found).toMatchObject([
    { line: 1, message: 'this suggestion replaces the inherited `when` and `paths`' },
    { line: 3, message: 'this suggestion replaces 1 of acme' },
  ]);
});

test('a category that adds paths to an inherited one needs no rules of its own', async () => {
  const folder = await tempFolder({
    'acme/commandments.yml': 'style:\n  when: Now\n  paths: ["src/**"]\n  ruleset: [Use tabs]\n',
    'shop/metadata.yml': 'parent: acme\n',
    'shop/commandments.yml': 'style:\n  paths: ["web/src/**"]\n  ruleset: []\n',
  });
  expect((await precept(['lint', folder])).stdout).toBe('No problems found.\n');
});

test('precept conflicts prints the pairs of rules that repeat or contradict each other', async () => {
  const folder = await tempFolder({
    'shop/commandments.yml': 'style:\n  when: Now\n  ruleset: [Use tabs for indentation]\n',
    'shop/suggestions.yml': 'layout:\n  when: Now\n  ruleset: [Use tabs for indentation]\n',
  });
  const { code, stdout } = await precept(['conflicts', '-r', folder]);
  expect(code).toBe(0);
  expect(stdout).toContain('## shop\n\n- MUST and SHOULD\n  - MUST `style` Use tabs for indentation');
  const json = await precept(['conflicts', '-r', folder, '--format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ scopes: [{ scope: 'shop', pairs: [{}] }] });
});
