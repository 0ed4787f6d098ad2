import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { releaseNotes } from '../../scripts/release-notes.ts';
import { tempFolder } from '../support/folder.ts';
import { root, run } from './packed.ts';

const changelog = `# Changelog

## Unreleased

## 1.2.3 - 2026-01-02

- Add: this,
  in two lines.
- Fix: that.

## 1.2.2

- Add: something old.

## 1.2.1
`;
const at = (version: string) => ({
  changelog,
  packageJson: { version },
  lock: { version },
  plugin: { version },
  serverJson: { version, packages: [{ version }] },
});

describe('the notes of a release', () => {
  it('are its section of the changelog', () => {
    expect(releaseNotes('1.2.3', at('1.2.3'))).toBe('- Add: this,\n  in two lines.\n- Fix: that.\n');
    expect(releaseNotes('1.2.2', at('1.2.2'))).toBe('- Add: something old.\n');
  });

  it('are refused for a version that any file does not have', () => {
    const attempt = () => releaseNotes('1.2.3', at('1.2.2'));
    expect(attempt).toThrow('package.json: version says 1.2.2');
    expect(attempt).toThrow('package-lock.json: version says 1.2.2');
    expect(attempt).toThrow('plugin.json: version says 1.2.2');
    expect(attempt).toThrow('server.json: version says 1.2.2');
    expect(attempt).toThrow('server.json: packages.0.version says 1.2.2');
    expect(() => releaseNotes('1.2', at('1.2'))).toThrow('no section "## 1.2"');
    expect(() => releaseNotes('1.2.1', at('1.2.1'))).toThrow('the section "## 1.2.1" is empty');
  });
});

describe('the workflows', async () => {
  interface Step {
    readonly uses?: string;
    readonly run?: string;
  }
  const folder = path.join(root, '.github/workflows');
  const workflows = new Map<
    string,
    Record<string, { needs?: string | string[]; permissions?: object; steps: Step[] }>
  >();
  for (const name of await readdir(folder))
    workflows.set(name, parse(await readFile(path.join(folder, name), 'utf8')).jobs);

  it('take actions by the hash of a commit, which nobody can move', () => {
    const used = [...workflows.values()].flatMap((jobs) =>
      Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? [])),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
  });

  it('publish only what the checks have let pass, and give the keys to that job alone', () => {
    const { check, build, judge, publish, ...others } = workflows.get('release.yml') ?? {};
    expect(others).toEqual({});
    for (const job of [check, build, judge]) expect(job?.permissions).toBeUndefined();
    expect(check?.steps.some(({ run }) => run === 'bash .ci/run')).toBe(true);
    expect([build?.needs, judge?.needs, publish?.needs]).toEqual(['check', 'build', ['build', 'judge']]);
    expect(publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
    expect(publish?.steps.some(({ run }) => run?.includes('npm publish --provenance'))).toBe(true);
  });

  it('build from the lock file alone, and run nothing of the network beside it', () => {
    const { build, publish } = workflows.get('release.yml') ?? {};
    const runs = build?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(runs[0]).toBe('npm ci');
    expect(runs.join('\n')).not.toMatch(/curl|wget|npx (?!--no )|npm (install|exec)/);
    const downloads = publish?.steps.flatMap(({ run }) => (run?.includes('curl') ? [run] : [])) ?? [];
    expect(downloads).toHaveLength(1);
    expect(downloads[0]?.split('\n').findIndex((line) => line.includes('sha256sum --check'))).toBeLessThan(
      downloads[0]?.split('\n').findIndex((line) => line.startsWith('tar ')) ?? -1,
    );
  });

  it('refuse a download whose digest is another, or is not filled in', async () => {
    const { publish } = workflows.get('release.yml') ?? {};
    const step = publish?.steps.find(({ run }) => run?.includes('curl'))?.run ?? '';
    const folder = await tempFolder({ 'publisher.tar.gz': 'not what was looked at' });
    const attempt = (digest: string) =>
      run('bash', ['-euo', 'pipefail', '-c', `curl() { :; }\n${step}`], {
        env: {
          PATH: process.env.PATH,
          RUNNER_TEMP: folder,
          PUBLISHER_VERSION: 'v1',
          PUBLISHER_SHA256: digest,
        },
      }).then(
        () => 'ran',
        (error) => String(error.stderr),
      );
    expect(await attempt('')).toContain('is not filled in');
    expect(await attempt('0'.repeat(64))).toContain('did NOT match');
    const own = createHash('sha256').update('not what was looked at').digest('hex');
    // The right digest gets as far as unpacking it.
    expect(await attempt(own)).toMatch(/tar|gzip/);
  });
});
