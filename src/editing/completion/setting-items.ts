import type { SettingRow } from '../../config/settings/setting-row.ts';
import { settingNames, settings } from '../../config/settings.ts';
import { exportKeys, exportTargets } from '../../model/names/export-targets.ts';
import { problemCodes } from '../../model/problems/problem-codes.ts';
import type { FilePlace } from '../snapshot.ts';
import type { CompletionItem } from './item.ts';
import { keyItem } from './known-keys.ts';
import type { LineContext } from './line-context.ts';
import { scopeItems } from './name-items.ts';

const severities = ['error', 'warning', 'info', 'off'];

/** What fits in the settings file: settings, and their values where there are only some, or the scopes of the folder. */
export async function settingItems(place: FilePlace, context: LineContext): Promise<CompletionItem[]> {
  const { path, at, beside } = context;
  const [name] = path;
  if (name === undefined) {
    if (at !== 'key') return [];
    return settingNames
      .filter((setting) => !beside.includes(setting))
      .map((setting) => keyItem(setting, settings[setting].about, false));
  }
  if (name === 'lint') return lintItems(context);
  if (name === 'exports') return exportItems(place, context);
  if (name === 'default_scope') return at === 'key' ? [] : scopeItems(place);
  const row: SettingRow | undefined = Object.hasOwn(settings, name)
    ? settings[name as keyof typeof settings]
    : undefined;
  if (row === undefined || at === 'key') return [];
  if (row.kind === 'boolean') return values(['true', 'false']);
  if (row.kind === 'list') return values(row.items?.among ?? []);
  return row.kind === 'choice' ? values(row.choices) : [];
}

function lintItems({ path: [, code], at, beside }: LineContext): CompletionItem[] {
  if (at !== 'key') return code === undefined ? [] : values(severities);
  return Object.entries(problemCodes)
    .filter(([name]) => !beside.includes(name))
    .map(([name, { about, severity }]) => ({ ...keyItem(name, about, false), detail: severity }));
}

async function exportItems(place: FilePlace, { path, at, beside }: LineContext): Promise<CompletionItem[]> {
  const key = path.slice(1).find((one) => one !== '-');
  if (key === 'scope' && at === 'value') return scopeItems(place);
  if (key === 'to' && at !== 'key') return values(exportTargets);
  if (key !== undefined || at === 'value') return [];
  return Object.entries(exportKeys)
    .filter(([name]) => !beside.includes(name))
    .map(([name, about]) => keyItem(name, about, false));
}

function values(all: readonly string[]): CompletionItem[] {
  return all.map((label) => ({ label, kind: 'value' }));
}
