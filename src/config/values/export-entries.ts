import {
  type ExportEntry,
  type ExportTarget,
  exportKeys,
  exportTargets,
  isExportTarget,
} from '../../model/names/export-targets.ts';
import { scopeNamePattern } from '../../model/names/scope-name.ts';
import { meantInstead } from '../../model/text/nearest.ts';
import { jsonData } from './json-text.ts';

const keys = Object.keys(exportKeys);
export const exportWords = `a list of mappings with scope, to (${exportTargets.join(', ')}) and dir`;

/** What the setting `exports` says: data of a settings file, or JSON from a flag or the environment. In place of entries, what is wrong with them. */
export function readExportEntries(raw: unknown): readonly ExportEntry[] | string {
  const list = raw === '' ? [] : typeof raw === 'string' ? jsonData(raw) : raw;
  if (!Array.isArray(list)) return `it is not ${exportWords}`;
  const entries: ExportEntry[] = [];
  for (const [index, item] of list.entries()) {
    const read = readEntry(item);
    if (typeof read === 'string') return `entry ${index + 1}: ${read}`;
    entries.push(read);
  }
  return entries;
}

function readEntry(raw: unknown): ExportEntry | string {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'it is not a mapping with scope';
  const unknown = Object.keys(raw).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    return `"${unknown}" is not a key; it takes ${keys.join(', ')}${meantInstead(unknown, keys)}`;
  const { scope, to = ['agents'], dir = null } = raw as Readonly<Record<string, unknown>>;
  if (typeof scope !== 'string' || !scopeNamePattern.test(scope)) return 'scope is not the name of a scope';
  const targets: unknown = typeof to === 'string' ? to.split(',').map((name) => name.trim()) : to;
  if (!Array.isArray(targets) || targets.length === 0) return 'to is not a target or a list of targets';
  const other = targets.find((target) => !isExportTarget(target));
  if (other !== undefined) {
    const all = `it takes ${exportTargets.join(', ')}`;
    return `to: ${JSON.stringify(other)} is not a target; ${all}${meantInstead(String(other), exportTargets)}`;
  }
  if (dir !== null && (typeof dir !== 'string' || dir === '')) return 'dir is not the path of a folder';
  return { scope, to: targets as ExportTarget[], dir };
}
