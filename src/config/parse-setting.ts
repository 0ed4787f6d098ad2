import {
  type ExportEntry,
  type ExportTarget,
  exportTargets,
  isExportTarget,
} from '../model/export-targets.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { entryWords, readMasterEntries } from './master-entries.ts';
import type { MappingRow, SettingRow } from './setting-row.ts';
import type { SettingName, SettingValues } from './settings.ts';

/** What a value of this setting may be, in words. */
export function allowedValues(row: SettingRow): string {
  switch (row.kind) {
    case 'integer':
      return `a whole number from ${row.min} to ${row.max}`;
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${row.choices.join(', ')}`;
    case 'list':
      return row.items?.words ?? 'text, or a list of texts';
    case 'urls':
      return 'an http:// or https:// address without user, query or fragment, or a list of them';
    case 'url':
      return 'an http:// or https:// address without user, query or fragment';
    case 'mapping':
      return `a mapping to ${row.choices.join(', ')}, or text like "name=${row.choices[0]},other=${row.choices[1]}"`;
    case 'exports':
      return `a list of mappings with scope, to (${exportTargets.join(', ')}) and dir`;
    case 'masters':
      return entryWords;
    case 'path':
      return 'a path';
    case 'text':
      return row.form?.words ?? 'text';
  }
}

/**
 * A raw value (text from a flag or the environment, any YAML value from a file) as the setting's own type;
 * undefined when it is not one.
 */
export function parseSetting(row: SettingRow, raw: unknown): SettingValues[SettingName] | undefined {
  switch (row.kind) {
    case 'integer': {
      const number = typeof raw === 'string' && /^[+-]?\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
      const fits =
        typeof number === 'number' && Number.isInteger(number) && number >= row.min && number <= row.max;
      return fits ? number : undefined;
    }
    case 'boolean':
      if (typeof raw === 'object') return undefined;
      if (raw === true || /^(true|1|yes|on)$/i.test(String(raw))) return true;
      return raw === false || /^(false|0|no|off)$/i.test(String(raw)) ? false : undefined;
    case 'choice':
      return row.choices.find((choice) => choice === raw);
    case 'list': {
      const list =
        typeof raw === 'string' ? (raw === '' ? [] : raw.split(',').map((item) => item.trim())) : raw;
      const { among, check } = row.items ?? {};
      const fits = (item: unknown) =>
        typeof item === 'string' && (among?.includes(item) ?? true) && (check?.(item) ?? true);
      return Array.isArray(list) && list.every(fits) ? list : undefined;
    }
    case 'urls': {
      const urls = typeof raw === 'string' ? [raw].filter(Boolean) : raw;
      const read = Array.isArray(urls) ? urls.map(masterUrl) : [undefined];
      return read.every((url) => url !== undefined) ? read : undefined;
    }
    case 'url':
      return isHttpUrl(raw) ? raw : undefined;
    case 'mapping':
      return parseMapping(row, raw);
    case 'exports':
      return parseExports(raw);
    case 'masters': {
      const entries = readMasterEntries(raw, masterUrl);
      return typeof entries === 'string' ? undefined : entries;
    }
    case 'path':
      return typeof raw === 'string' && raw !== '' ? raw : undefined;
    case 'text':
      return typeof raw === 'string' && (row.form?.pattern.test(raw) ?? true) ? raw : undefined;
  }
}

function parseMapping(row: MappingRow, raw: unknown): SettingValues['lint'] | undefined {
  const entries =
    typeof raw === 'string'
      ? raw
          .split(',')
          .filter((item) => item.trim() !== '')
          .map((item) => item.split('=').map((part) => part.trim()))
      : typeof raw === 'object' && raw !== null && !Array.isArray(raw)
        ? Object.entries(raw)
        : null;
  const fits = entries?.every(
    ([name, value, ...more]) => name && row.choices.includes(value) && more.length === 0,
  );
  return entries !== null && fits ? Object.fromEntries(entries) : undefined;
}

/** Text, from a flag or the environment, is JSON. */
function parseExports(raw: unknown): readonly ExportEntry[] | undefined {
  const list = typeof raw === 'string' ? parseJson(raw) : raw;
  if (!Array.isArray(list)) return undefined;
  const entries = list.map(parseExport);
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function parseExport(raw: unknown): ExportEntry | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  const { scope, to = ['agents'], dir = null, ...others } = raw as Readonly<Record<string, unknown>>;
  const targets: unknown = typeof to === 'string' ? to.split(',').map((name) => name.trim()) : to;
  const fits =
    typeof scope === 'string' &&
    scopeNamePattern.test(scope) &&
    Array.isArray(targets) &&
    targets.length > 0 &&
    targets.every(isExportTarget) &&
    (dir === null || (typeof dir === 'string' && dir !== '')) &&
    Object.keys(others).length === 0;
  return fits ? { scope, to: targets as ExportTarget[], dir } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address of a master in the form in which it is used; undefined for what is none. */
export function masterUrl(value: unknown): string | undefined {
  return isHttpUrl(value) ? value.replace(/\/+$/, '') : undefined;
}

function isHttpUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && search + hash + username + password === '';
}
