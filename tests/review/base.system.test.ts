import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { commandments, type ReviewCheckout, reviewCheckout, suggestions } from './review.ts';

const rules = '.precept/rules/shop';
const violation = { 'src/api/orders.ts': 'fetch("/orders?offset=2");\n' };

/** Ways in which a change could take away what judges it. */
const ways: Readonly<Record<string, (here: ReviewCheckout) => Promise<void>>> = {
  'the rule is deleted': (here) =>
    here.write({ [`${rules}/commandments.yml`]: 'copyright: {ruleset: [Other]}\n' }),
  'its strength is lowered': async (here) => {
    await here.write({ [`${rules}/commandments.yml`]: 'other: {ruleset: [Other]}\n' });
    await here.write({ [`${rules}/suggestions.yml`]: `${suggestions}${commandments}` });
  },
  'its paths are narrowed': (here) =>
    here.write({
      [`${rules}/commandments.yml`]: commandments
        .replace("paths: ['src/**']}", "paths: ['other/**']}")
        .replace("paths: ['src/api/**']", "paths: ['other/**']"),
    }),
  'it is waived': (here) =>
    here.write({
      [`${rules}/waivers.yml`]: 'waivers: [{rule: cursor-paging, reason: Later, until: 2999-01-01}]\n',
    }),
  'the settings name other rules': (here) =>
    here.write({
      '.precept/settings.yml': 'default_scope: shop\nrules_path: lenient\n',
      'lenient/shop/commandments.yml': 'a: {ruleset: [Nothing]}\n',
    }),
  'another scope is the default': (here) =>
    here.write({
      '.precept/settings.yml': 'default_scope: lenient\n',
      '.precept/rules/lenient/commandments.yml': 'a: {ruleset: [Nothing]}\n',
    }),
  'its check is another': (here) =>
    here.write({ [`${rules}/commandments.yml`]: commandments.replace('[?&]offset=', 'zzz') }),
  'its file is broken': (here) => here.write({ [`${rules}/commandments.yml`]: 'a: [' }),
  'a link is in the place of its folder': async (here) => {
    await rm(path.join(here.folder, rules), { recursive: true });
    await here.write({ 'lenient/commandments.yml': 'a: {ruleset: [Nothing]}\n' });
    await symlink('../../lenient', path.join(here.folder, rules));
  },
  'the scope is moved': async (here) => {
    await here.git('mv', rules, '.precept/rules/gone');
  },
  'all guidance is removed': (here) => rm(path.join(here.folder, '.precept'), { recursive: true }),
  'the settings are broken': (here) => here.write({ '.precept/settings.yml': 'default_scope: [' }),
};

describe('a change cannot weaken its judge', () => {
  test.each(Object.keys(ways))('where %s', async (way) => {
    const here = await reviewCheckout();
    await here.write(violation);
    await ways[way]?.(here);
    const { code, stdout, stderr } = await here.run(['--run', '--format', 'json']);
    expect([code, stderr]).toEqual([1, '']);
    const { rules: judged, guidance_edits } = JSON.parse(stdout);
    expect(judged[0]).toMatchObject({ id: 'cursor-paging', strength: 'MUST', outcome: 'violated' });
    expect(guidance_edits).toBeDefined();
  });

  test('the effective diff is told, and settings by their values', async () => {
    const here = await reviewCheckout();
    await ways['another scope is the default']?.(here);
    await ways['its check is another']?.(here);
    const { stdout } = await here.run();
    expect(stdout).toContain('\nThis change edits guidance:\n');
    expect(stdout).toContain('setting default_scope: "shop" -> "lenient"');
    const { guidance_edits } = await here.json();
    expect(guidance_edits).toMatchObject({
      settings: [{ name: 'default_scope', before: 'shop', after: 'lenient' }],
      diff: {
        changes: expect.arrayContaining([expect.objectContaining({ id: 'cursor-paging', field: 'check' })]),
      },
    });
  });

  test('a check that the change writes anew says so', async () => {
    const here = await reviewCheckout();
    await here.write(violation);
    await ways['its check is another']?.(here);
    const { rules: judged } = await here.json();
    expect(judged[0]?.checks[0]).toMatchObject({ pattern: '[?&]offset=', why: 'changed by this change' });
  });

  test('--base-content worktree reads guidance as it lies', async () => {
    const here = await reviewCheckout();
    await here.write(violation);
    await ways['the rule is deleted']?.(here);
    await ways['another scope is the default']?.(here);
    const { code, stdout } = await here.run(['--run', '--base-content', 'worktree']);
    expect(code).toBe(0);
    expect(stdout).toContain('setting default_scope: "shop" -> "lenient"');
    const { stderr } = await here.run(['--base-content', 'nowhere']);
    expect(stderr).toContain('--base-content: "nowhere" is not a git ref here');
  });

  test('what the base lacks is told as new, and judges nothing', async () => {
    const here = await reviewCheckout();
    await here.write({ '.precept/rules/new/commandments.yml': 'a: {always: true, ruleset: [New]}\n' });
    const { policy, guidance_edits } = await here.json(['--scope', 'new']);
    expect(policy).toMatchObject({ rules: 0, scopes: 0, complete: true });
    expect(JSON.stringify(guidance_edits)).toContain('"state":"added"');
    const text = (await here.run(['--scope', 'new'])).stdout.split('\n')[1];
    expect(text).toMatch(
      /^No rule judges this change: rules are read at main \(\w+\), which has no scope new\. .* --base-content worktree\.$/,
    );
    const lying = await here.run(['--scope', 'new', '--base-content', 'worktree']);
    expect(lying.stdout).not.toContain('No rule judges');
    const unknown = await here.run(['--scope', 'nowhere']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('nowhere')]);
  });

  test('results of tests that the change brings do not count, but for those that failed', async () => {
    const here = await reviewCheckout({
      '.precept/rules/shop/commandments.yml': `a:
  always: true
  ruleset: [{rule: One, id: by-test, check: {test: 'paging *'}}]
`,
      '.gitignore': '.precept/validation.jsonl\nreport.xml\n',
    });
    const report = (failure: string) =>
      `<testsuites><testsuite name="s"><testcase name="paging works">${failure}</testcase></testsuite></testsuites>`;
    const importing = async (text: string) => {
      await here.write({ 'report.xml': text });
      const { cwd, ...given } = { cwd: here.folder, home: here.home, env: { HOME: here.home } };
      expect((await precept(['tenka', 'import', 'report.xml'], { cwd, ...given })).code).toBe(0);
    };
    const judged = async () => (await here.json(['--run'])).rules[0];
    await here.write({ 'src/a.js': 'x\n' });
    await importing(report(''));
    expect(await judged()).toMatchObject({ outcome: 'kept' });
    await here.git('add', '--force', '.precept/validation.jsonl');
    expect(await judged()).toMatchObject({ outcome: 'not-run', reason: 'changed by this change' });
    expect((await here.run(['--run'])).stdout).toContain(
      '.precept/validation.jsonl, which the checks of by-test',
    );
    await importing(report('<failure/>'));
    expect(await judged()).toMatchObject({ outcome: 'violated' });
  });

  test('the script of a command and the configuration of a linter that the change edits do not count', async () => {
    const here = await reviewCheckout({
      '.precept/rules/shop/commandments.yml': `a:
  always: true
  ruleset:
    - {rule: One, id: by-command, check: {command: 'sh scripts/check.sh {files}'}}
    - {rule: Two, id: by-tool, check: {eslint: no-console, paths: ['src/**']}}
`,
      'scripts/check.sh': 'exit 1\n',
      'eslint.config.mjs': 'export default [];\n',
    });
    await here.write({
      'scripts/check.sh': 'exit 0\n',
      'eslint.config.mjs': 'export default [{}];\n',
      'src/a.js': 'x\n',
    });
    const env = { PRECEPT_TRUST: '1' };
    const { stdout } = await here.run(['--run', '--format', 'json'], { env });
    const [command, tool] = JSON.parse(stdout).rules;
    expect(command).toMatchObject({
      outcome: 'not-run',
      reason: 'changed by this change',
      checks: [{ why: 'changed by this change' }],
    });
    expect(tool).toMatchObject({ outcome: 'not-run', checks: [{ why: 'changed by this change' }] });
    expect((await here.run(['--run', '--strict'], { env })).code).toBe(1);
    expect((await here.run(['--run'], { env })).stdout).toContain('scripts/check.sh, which');
  });
});
