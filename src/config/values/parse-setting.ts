import type { MappingRow, SettingRow } from '../settings/setting-row.ts';
import type { SettingName, SettingValues } from '../settings.ts';
import { exportWords, readExportEntries } from './export-entries.ts';
import { jsonData } from './json-text.ts';
import { entryWords, readMasterEntries } from './master-entries.ts';
import type { MasterKeys } from './master-keys.ts';
import { isHttpUrl, masterUrlWords, toMasterUrl } from './master-url.ts';
import { readSourceEntries, sourceWords } from './source-entries.ts';

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
      return `${masterUrlWords}; or a list of them`;
    case 'url':
      return 'an http:// or https:// address without user, query or fragment';
    case 'mapping':
      return `a mapping to ${row.choices.join(', ')}, or text like "name=${row.choices[0]},other=${row.choices[1]}"`;
    case 'exports':
      return exportWords;
    case 'masters':
      return entryWords;
    case 'sources':
      return sourceWords;
    case 'keys':
      return 'a mapping of the addresses of masters to public keys, or files of them; or text like "https://rules.example.com=key.pub"';
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
        typeof raw !== 'string'
          ? raw
          : raw === '' || raw === '[]'
            ? []
            : raw.split(',').map((item) => item.trim());
      const { among, check } = row.items ?? {};
      const fits = (item: unknown) =>
        typeof item === 'string' && (among?.includes(item) ?? true) && (check?.(item) ?? true);
      return Array.isArray(list) && list.every(fits) ? list : undefined;
    }
    case 'urls': {
      const text = typeof raw === 'string' ? raw : null;
      const urls = text === null ? raw : text.startsWith('[') ? jsonData(text) : [text].filter(Boolean);
      const read = Array.isArray(urls) ? urls.map(toMasterUrl) : [undefined];
      return read.every((url) => url !== undefined) ? read : undefined;
    }
    case 'url':
      return isHttpUrl(raw) ? raw : undefined;
    case 'mapping':
      return parseMapping(row, raw);
    case 'exports': {
      const entries = readExportEntries(raw);
      return typeof entries === 'string' ? undefined : entries;
    }
    case 'masters': {
      const entries = readMasterEntries(raw, toMasterUrl);
      return typeof entries === 'string' ? undefined : entries;
    }
    case 'sources': {
      const entries = readSourceEntries(raw);
      return typeof entries === 'string' ? undefined : entries;
    }
    case 'keys':
      return parseKeys(raw);
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

function parseKeys(raw: unknown): MasterKeys | undefined {
  const entries =
    typeof raw === 'string'
      ? raw.split(',').map((item): [string, unknown] => {
          const end = item.indexOf('=');
          return [item.slice(0, end).trim(), item.slice(end + 1).trim()];
        })
      : typeof raw === 'object' && raw !== null && !Array.isArray(raw)
        ? Object.entries(raw)
        : [];
  const keys: Record<string, string[]> = {};
  for (const [name, value] of entries) {
    const url = toMasterUrl(name);
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (url === undefined || list.length === 0) return undefined;
    if (!list.every((text) => typeof text === 'string' && text.trim() !== '')) return undefined;
    keys[url] = [...(keys[url] ?? []), ...(list as string[])];
  }
  return entries.length === 0 && typeof raw !== 'object' ? undefined : keys;
}
