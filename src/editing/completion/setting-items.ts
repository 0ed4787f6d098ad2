import { settingNames, settings } from '../../config/settings.ts';
import { problemCodes } from '../../model/problem-codes.ts';
import type { CompletionItem } from './item.ts';
import { keyItem } from './known-keys.ts';
import type { LineContext } from './line-context.ts';

const severities = ['error', 'warning', 'info', 'off'];

/** What fits in the settings file: settings, and their values where there are only some. */
export function settingItems({ path, at, beside }: LineContext): CompletionItem[] {
  const [name, inside] = path;
  if (at === 'key' && name === undefined) {
    return settingNames
      .filter((setting) => !beside.includes(setting))
      .map((setting) => keyItem(setting, settings[setting].about, false));
  }
  if (name === 'lint') {
    if (at === 'key') {
      return Object.entries(problemCodes)
        .filter(([code]) => !beside.includes(code))
        .map(([code, { about, severity }]) => ({ ...keyItem(code, about, false), detail: severity }));
    }
    return inside === undefined ? [] : values(severities);
  }
  const row = settingNames.includes(name as never) ? settings[name as keyof typeof settings] : undefined;
  if (row === undefined || at === 'key') return [];
  if (row.kind === 'boolean') return values(['true', 'false']);
  return 'choices' in row ? values(row.choices) : [];
}

function values(all: readonly string[]): CompletionItem[] {
  return all.map((label) => ({ label, kind: 'value' }));
}
