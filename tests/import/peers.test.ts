import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../init/project.ts';
import { blocksOf, contentOf, imported, reportOf, rulesOf } from './imported.ts';

describe('--from rulesync', () => {
  const files = {
    '.rulesync/rules/overview.md':
      '---\nroot: true\ntargets: ["*"]\nglobs: ["**/*"]\n---\n\n## Style\n\n- Be brief\n',
    '.rulesync/rules/api.md':
      '---\nroot: false\ntargets: ["*"]\ndescription: "The API"\nglobs: ["src/api/**"]\n---\n\n- Never break it\n',
    '.rulesync/commands/ship.md': '---\ndescription: Ship it\ntargets: ["*"]\n---\n\n1. Tag\n2. Push\n',
    '.rulesync/skills/dig/SKILL.md': '---\nname: dig\ndescription: When you dig\n---\n\nDig.\n',
    '.rulesync/mcp.json': '{}\n',
    'AGENTS.md': '- written by hand\n',
  };

  it('reads its rules, commands and skills, and nothing else', async () => {
    const report = await imported(files, '--from', 'rulesync');
    expect(rulesOf(report)).toEqual(['api MUST Never break it', 'style SHOULD Be brief']);
    expect(contentOf(report, 'commandments')).toMatchObject({
      api: { when: 'The API', paths: ['src/api/**'] },
    });
    expect(contentOf(report, 'katas')).toMatchObject({
      commands: { katas: { ship: { when: 'Ship it', procedure: '1. Tag\n2. Push' } } },
      skills: { katas: { dig: { when: 'When you dig', procedure: 'Dig.' } } },
    });
    expect(blocksOf(report, '.rulesync/mcp.json')).toEqual([
      '1 skipped it holds neither rules nor procedures',
    ]);
  });

  it('is read before the files of clients, which it has written', async () => {
    const report = await imported({ ...files, 'AGENTS.md': '## Style\n\n- Be brief\n' });
    expect(blocksOf(report, 'AGENTS.md')).toContain('3 skipped same as .rulesync/rules/overview.md:9');
  });
});

describe('--from toml', () => {
  const files = {
    '.oldrules/config/settings.toml':
      '# ours\n[default]\nRULES_PATH = "../rules"\nMASTER_SERVER_URL = "https://rules.example.com"\nREST_PORT = 9001\nCACHE_TTL_SECONDS = "soon"\nTEAM = "shop"\nAPI_TOKEN = "s3cret"\n',
    '.oldrules/rules/base/metadata.yml': 'description: Base\n',
    '.oldrules/rules/base/commandments.yml':
      '# keep me\nstyle:\n  when: Always\n  ruleset:\n    - Be brief, {{ TEAM }}\n',
    '.oldrules/rules/shop/metadata.yml': 'description: Shop\nparent: base\n',
    '.oldrules/rules/shop/suggestions.yml':
      'api:\n  ruleset:\n    - "{% set x = 1 %}Page by {{ x }}"\n    - Version it # why\n',
    '.oldrules/rules/other/metadata.yml': 'description: Other\n',
  };

  it('copies a scope with what it inherits, translates the settings, and reports what templates cannot do', async () => {
    const shop = await project(files);
    const ended = await shop.precept(
      'import',
      '--from',
      'toml',
      '--scope',
      'shop',
      '--write',
      '--format',
      'json',
    );
    expect(ended.code).toBe(0);
    const report = JSON.parse(ended.stdout);
    expect(Object.keys(report.files).sort()).toEqual([
      ...['base/commandments.yml', 'base/metadata.yml', 'shop/metadata.yml', 'shop/suggestions.yml'],
    ]);
    expect(report).toMatchObject({ scope: 'shop', unaccounted: 0, written: true });
    expect(await shop.read('.precept/rules/base/commandments.yml')).toBe(
      files['.oldrules/rules/base/commandments.yml'],
    );
    expect(blocksOf(report, '.oldrules/rules/shop/suggestions.yml')[1]).toMatch(
      /^3 skipped \{% set x = 1 %\}: there is no statement "set"/,
    );
    expect(await shop.read('.precept/settings.yml')).toBe(
      'master_server_url: https://rules.example.com\nhttp_port: 9001\nTEAM: shop\n',
    );
    expect(blocksOf(report, '.oldrules/config/settings.toml')).toEqual([
      '1 skipped part of a setting, a table or a comment',
      '2 skipped part of a setting, a table or a comment',
      '3 skipped `rules_path` is where the scopes are read from',
      '4 skipped the setting `master_server_url`',
      '5 skipped the setting `http_port`',
      '6 skipped `CACHE_TTL_SECONDS` takes a whole number from 0 to 31536000, and is left out',
      '7 skipped `TEAM` is no setting here; templates can use it as a variable',
      '8 skipped `API_TOKEN` reads like a secret, and is not copied',
    ]);
    expect(JSON.stringify(await shop.files())).toContain('s3cret');
    expect(JSON.stringify(report)).not.toContain('s3cret');
    const lint = await shop.precept('lint');
    expect(lint.stdout).not.toContain('error');
    const again = await shop.precept('import', '--from', 'toml', '--scope', 'shop', '--write');
    expect(again).toMatchObject({ code: 0, stderr: 'The scope shop has all of it; nothing to do.\n' });
  });

  it('names the settings file among what it writes, and asks for a hand only where one is there', async () => {
    const shop = await project(files);
    const args = ['import', '--from', 'toml', '--scope', 'shop'];
    const plan = await shop.precept(...args);
    const list = '  .precept/rules/base/commandments.yml\n  .precept/settings.yml\n';
    expect(plan.stdout).toContain('\nTo be written:\n');
    expect(plan.stdout.endsWith(list), plan.stdout).toBe(true);
    expect(plan.stderr).toBe('Nothing is written yet; --write does it, --edit lets you change it first.\n');
    const written = await shop.precept(...args, '--write');
    expect(written.stdout).toContain('\nWritten:\n');
    expect(written.stdout.endsWith(list), written.stdout).toBe(true);

    const settings = path.join(shop.folder, '.precept/settings.yml');
    await writeFile(settings, 'log_level: debug\n');
    const kept = await shop.precept(...args, '--write');
    expect(kept.stderr).toContain('.precept/settings.yml is there: add this to it by hand, or remove it and');
    expect(kept.stdout).not.toContain('settings.yml\n');
    await rm(settings);
    expect((await shop.precept(...args)).stdout).toContain('\nTo be written:\n  .precept/settings.yml\n');
    expect(await shop.precept(...args, '--write')).toMatchObject({ code: 0 });
    expect(await shop.read('.precept/settings.yml')).toContain('http_port: 9001');
  });

  it('is found by itself where there is nothing else, and named where there is', async () => {
    expect(Object.keys((await imported({ ...files, 'notes.txt': '' }, '--scope', 'other')).files)).toEqual([
      'other/metadata.yml',
    ]);
    const beside = await project({ ...files, 'AGENTS.md': '- a b\n' });
    expect(rulesOf(await reportOf(beside))).toEqual(['general SHOULD a b']);
    const named = await beside.precept('import', '.oldrules', '--scope', 'base', '--format', 'json');
    expect(Object.keys(JSON.parse(named.stdout).files)).toEqual([
      'base/metadata.yml',
      'base/commandments.yml',
    ]);
  });

  it.each([[['--from', 'toml']], [['AGENTS.md']]])(
    'says where a scope cannot be written: %j',
    async (args) => {
      const shop = await project({ ...files, 'AGENTS.md': '- a b\n', '.precept': 'a file\n' });
      const ended = await shop.precept('import', ...args, '--scope', 'shop', '--write');
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(
        /^precept: the scope could not be written \((ENOTDIR|EEXIST)\) in .*; fix that and run the command again\n$/,
      );
    },
  );

  it('says which scopes there are', async () => {
    const shop = await project(files);
    const ended = await shop.precept('import', '--from', 'toml', '--scope', 'nope');
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toContain('there are base, other, shop');
    const nothing = await (await project()).precept('import', '--from', 'toml', '--scope', 'x');
    expect(nothing).toMatchObject({ code: 2 });
    expect(nothing.stderr).toContain('no settings in TOML');
  });
});
