import { describe, expect, test } from 'vitest';
import type { SettingRow } from '../../src/config/settings/setting-row.ts';
import { type SettingName, settingNames, settings } from '../../src/config/settings.ts';
import { readMarkdown } from './markdown.ts';

const { text } = readMarkdown('docs/trust.md');
const [, section = ''] = /\n## Keys that need consent\n([\s\S]*?)\n## /.exec(text) ?? [];
const rows = [...section.matchAll(/^\| (`.+?) \| (.+?) \| .+ \|$/gm)].map(([, keys = '', when = '']) => {
  const names = [...keys.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
  const all = keys.includes('all other `oidc_` settings')
    ? settingNames.filter((name) => name.startsWith('oidc_'))
    : [];
  return { names: new Set([...names, ...all]), when };
});
const gateOf = (name: SettingName) => (settings[name] as SettingRow).gate;

describe('the table of keys that need consent', () => {
  test('has each setting with a gate, and says "always" where it is always', () => {
    expect(rows.length).toBeGreaterThan(8);
    for (const name of settingNames) {
      const of = rows.filter(({ names }) => names.has(name));
      const gate = gateOf(name);
      if (gate !== undefined) expect(of, name).not.toEqual([]);
      expect(of.some(({ when }) => when === 'always')).toBe(gate === 'always');
    }
  });

  test('has a setting without a gate only for the reports and sign-ins of others', () => {
    const free = settingNames.filter((name) => gateOf(name) === undefined);
    for (const { names, when } of rows)
      for (const name of free) if (names.has(name)) expect(when, name).toContain('if your own settings');
  });
});
