import { spawn, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment, follow, programFile } from '../support/program.ts';

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
const why = canMount ? '' : ' (skipped: no mounts of its own)';

/** Runs the program where /etc holds these settings of the machine, and the project and home folder these files. */
async function run(
  args: readonly string[],
  files: { readonly machine: string; readonly project?: string; readonly rules?: string },
  env: Readonly<Record<string, string>> = {},
) {
  const folder = await tempFolder({
    'etc/precept/settings.yml': files.machine,
    'work/.precept/settings.yml': files.project ?? '',
    'home/': '',
    ...(files.rules && { 'work/.precept/rules/shop/commandments.yml': files.rules }),
  });
  const [etc, work, home] = ['etc', 'work', 'home'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const script = 'mount --bind "$1" /etc && cd "$2" && shift 2 && exec "$@"';
  const child = spawn(
    'unshare',
    ['-m', 'sh', '-c', script, 'sh', etc, work, process.execPath, programFile, ...args],
    {
      env: await cleanEnvironment({ HOME: home, ...env }),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  child.stdin.end();
  return follow(child).ended;
}

describe(`the settings of this machine${why}`, () => {
  const machine = 'log_level: error\nlocked: [log_level, http_port]\n';

  test.skipIf(!canMount)('hold against the project, variables and flags, and one line says so', async () => {
    const { code, stdout, stderr } = await run(
      ['config', '--format', 'json', '--http-port', '1'],
      { machine, project: 'log_level: debug\n' },
      { PRECEPT_LOG_LEVEL: 'info' },
    );
    expect(code).toBe(0);
    const { settings } = JSON.parse(stdout);
    expect(settings.log_level).toEqual({
      value: 'error',
      source: 'file',
      place: '/etc/precept/settings.yml',
      locked: true,
    });
    expect(settings.http_port).toEqual({ value: 8000, source: 'default', locked: true });
    const lines = stderr.split('\n').filter((line) => line.includes('precept'));
    expect(lines).toEqual([
      expect.stringMatching(
        /^precept warn: \/etc\/precept\/settings\.yml locks log_level \(in .*\); http_port \(in flag --http-port\)/,
      ),
    ]);
  });

  test.skipIf(!canMount)(
    'hold for hooks too, which keep nothing in a folder of a locked variable',
    async () => {
      const [named, cache] = [await tempFolder(), await tempFolder()];
      const { code, stdout } = await run(
        ['hook', 'SessionStart', '--client', 'claude', '--scope', 'shop'],
        {
          machine: `cache_dir: ${cache}\nlocked:\n  - cache_dir\n`,
          rules: 'general: {always: true, ruleset: [Be kind]}\n',
        },
        { PRECEPT_CACHE_DIR: named },
      );
      expect([code, stdout]).toEqual([0, expect.stringContaining('Be kind')]);
      expect(await readdir(named)).toEqual([]);
      expect(await readdir(cache)).toContain('hooks');
    },
  );

  test.skipIf(!canMount)('cannot be set aside by config set', async () => {
    const { code, stderr } = await run(['config', 'set', 'log_level', 'debug'], { machine });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('log_level is locked by /etc/precept/settings.yml'),
    ]);
  });

  test.skipIf(!canMount)('are shown by doctor, with their locks', async () => {
    const { stdout } = await run(['doctor'], { machine, project: 'log_level: debug\nusage: true\n' });
    expect(stdout).toMatch(
      /ok {4}settings: \/etc\/precept\/settings\.yml sets log_level, and locks log_level, http_port/,
    );
    expect(stdout).toMatch(/ok {4}settings: \.precept\/settings\.yml sets usage\n/);
    expect(stdout).toMatch(/warn {2}settings: \/etc\/precept\/settings\.yml locks log_level \(in /);
  });

  test.skipIf(!canMount)('are left out where that is asked for', async () => {
    const { stdout } = await run(
      ['config', 'get', 'log_level'],
      { machine, project: 'log_level: info\n' },
      { PRECEPT_NO_SYSTEM_CONFIG: '1' },
    );
    expect(stdout).toBe('info\n');
  });
});
