import { relative, sep } from 'node:path';
import type { ExportEntry } from '../model/names/export-targets.ts';
import { isGitName } from '../model/names/git-names.ts';
import { pathOfFileUrl } from '../runtime/files/file-url.ts';
import { isInside } from '../runtime/files/files.ts';
import type { SettingRow } from './settings/setting-row.ts';
import { type SettingName, settingNames, settings } from './settings.ts';
import { absolutePath } from './values/absolute-path.ts';
import { withoutLogins } from './values/master-entries.ts';
import { toMasterUrl } from './values/master-url.ts';
import { parseSetting } from './values/parse-setting.ts';
import { builtInPluginNames } from './values/plugin-names.ts';
import { isLoopbackHost } from './values/safe-address.ts';

/** A key of a settings file that came with a checkout, and takes effect only once its user has allowed it. */
export interface GatedKey {
  readonly name: SettingName;
  /** What the file says, for its user to judge. */
  readonly value: unknown;
  /** What of it takes effect all the same; undefined for nothing. */
  readonly rest?: unknown;
  /** What of it needs consent, where that is a part. */
  readonly parts?: readonly string[];
}

/**
 * The keys of a settings file that could run code, send logins elsewhere, let others in, or reach outside the project, as each
 * setting's `gate` says. Paths are judged by where they really lead.
 */
export async function gatedKeys(
  data: Readonly<Record<string, unknown>>,
  world: {
    readonly project: string;
    readonly home: string;
    readonly realPath: (path: string) => Promise<string>;
    /** What the files of the person and the machine say. */
    readonly behind?: Readonly<Record<string, unknown>>;
  },
): Promise<GatedKey[]> {
  const gated: GatedKey[] = [];
  for (const name of settingNames) {
    const row: SettingRow = settings[name];
    const value = data[name];
    if (value === undefined || value === null) continue;
    if (wouldBorrow(name, world.behind ?? {})) gated.push({ name, value });
    else if (row.gate === 'files outside') {
      const inside = await withoutFilesOutside(value, world);
      if (inside !== null) gated.push({ name, value, rest: inside });
    } else if (row.gate === 'plugins') {
      const rest = builtInOnly(row, value);
      if (rest !== null) gated.push({ name, value, rest });
    } else if (row.gate === 'logins') {
      const open = withoutLogins(value) ?? { rest: value, keys: [] };
      const inside = await withoutFilesOutside(open.rest, world);
      const keys = inside === null ? open.keys : [...open.keys, 'url'];
      if (keys.length > 0)
        gated.push({ name, value, rest: inside ?? open.rest, parts: keys.map((key) => `${name}[].${key}`) });
    } else if (row.gate !== undefined && (await isGated(row, value, world))) gated.push({ name, value });
  }
  return gated;
}

const sent: readonly SettingName[] = ['feedback_forward', 'usage_forward'];
const ofSignIn: readonly SettingName[] = [
  'auth_client_id',
  'auth_client_secret',
  'session_secret',
  'admin_roles',
  'roles_claim',
];

/**
 * Settings that give others what the user meant for somebody else, by the settings that say whom for: reports for the own master, and what
 * the own issuer vouches for.
 */
const borrowed: Readonly<Partial<Record<SettingName, readonly SettingName[]>>> = {
  master_server_url: sent,
  masters: sent,
  auth_issuer_url: ofSignIn,
  auth_audience: ofSignIn,
};

/** Whether a key of a checkout would turn to its ends what the person's or the machine's settings say. */
function wouldBorrow(name: SettingName, behind: Readonly<Record<string, unknown>>): boolean {
  return (borrowed[name] ?? []).some((one) => {
    const row: SettingRow = settings[one];
    const value = parseSetting(row, behind[one] ?? undefined);
    return value !== undefined && value !== false;
  });
}

async function isGated(
  row: SettingRow,
  value: unknown,
  { project, home, realPath }: Parameters<typeof gatedKeys>[1],
): Promise<boolean> {
  switch (row.gate) {
    case 'outside': {
      for (const one of pathsOf(row, value))
        if (await leadsOutside(absolutePath(one, project, home), { project, realPath })) return true;
      return false;
    }
    case 'if false':
    case 'if true':
      return parseSetting(row, value) === (row.gate === 'if true');
    case 'unless loopback':
      return typeof value === 'string' && !isLoopbackHost(value);
    default:
      return true;
  }
}

/** The paths that a value names. */
function pathsOf(row: SettingRow, value: unknown): readonly string[] {
  if (row.kind !== 'exports') return typeof value === 'string' ? [value] : [];
  const entries = (parseSetting(row, value) ?? []) as readonly ExportEntry[];
  return entries.flatMap(({ dir }) => dir ?? []);
}

async function leadsOutside(
  path: string,
  { project, realPath }: Pick<Parameters<typeof gatedKeys>[1], 'project' | 'realPath'>,
): Promise<boolean> {
  const [real, root] = await Promise.all([realPath(path), realPath(project)]);
  return !isInside(real, root) || isOfGit(relative(root, real));
}

/** The masters among these that are not files outside of the project; null where that is all of them. */
async function withoutFilesOutside(
  value: unknown,
  world: Pick<Parameters<typeof gatedKeys>[1], 'project' | 'realPath'>,
): Promise<unknown[] | null> {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isOpen = await Promise.all(
    all.map(async (item) => {
      const url: unknown = typeof item === 'object' && item !== null && 'url' in item ? item.url : item;
      const path = toMasterUrl(url) === undefined ? null : pathOfFileUrl(String(url));
      return path === null || !(await leadsOutside(path, world));
    }),
  );
  return isOpen.every(Boolean) ? null : all.filter((_, index) => isOpen[index]);
}

/** Whether a path leads into what git keeps for itself, hooks and settings for instance; a checkout cannot put files there. */
function isOfGit(path: string): boolean {
  return path.split(sep).some(isGitName);
}

/** The names of keys, or of the parts of them that need consent. */
export function namesOf(gated: readonly GatedKey[]): string {
  return gated.flatMap(({ name, parts }) => parts ?? [name]).join(', ');
}

/** The built-in plugins among those enabled; null where all are. */
function builtInOnly(row: SettingRow, value: unknown): readonly string[] | null {
  const list = parseSetting(row, value) as readonly string[] | undefined;
  if (list === undefined) return null;
  const rest = list.filter((entry) => entry.endsWith('*') || builtInPluginNames.includes(entry));
  return rest.length === list.length ? null : rest;
}
