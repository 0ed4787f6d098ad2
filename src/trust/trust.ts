import { readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Trust } from '../config/config.ts';
import { type GatedKey, gatedKeys } from '../config/gate.ts';
import { boundValues } from '../config/load/consent.ts';
import { projectOf } from '../config/load/settings-file.ts';
import type { SettingRow } from '../config/settings/setting-row.ts';
import { settings as rows } from '../config/settings.ts';
import { absolutePath } from '../config/values/absolute-path.ts';
import { parseSetting } from '../config/values/parse-setting.ts';
import { realPath } from '../runtime/files/files.ts';
import { putPrivateFile } from '../runtime/files/write-file.ts';
import { sha256 } from '../runtime/sha256.ts';
import { type Bound, bindFiles } from './bind/bind-files.ts';
import { bindNamed, type NamedFiles } from './bind/bind-named.ts';
import { createFinds } from './bind/locate-import.ts';
import { forgetTexts, keepTexts } from './keep-texts.ts';
import { readTrust, readTrusted, type TrustRecord, trustPath } from './trust-record.ts';
import { textOfValues } from './trusted-texts.ts';

/** What a user allows by trusting a settings file. */
export interface TrustSubject {
  /** The real path of a settings file, or of the checkout's folder where there is none. */
  readonly file: string;
  /** SHA-256 of the text of the settings file, in hex; null for a folder. */
  readonly hash: string | null;
  readonly gated: readonly GatedKey[];
  /** What is bound of it. */
  readonly values: Readonly<Record<string, string>>;
  /** The masters it names: a login that is made with it goes to them. */
  readonly masters: readonly string[];
  /** What its plugins are made of. */
  readonly bound: Bound;
  /** The other files that it names and that are bound. */
  readonly named: NamedFiles;
}

/**
 * Looks at a settings file as it is now; what the configuration has judged of it, beside other settings files, goes before what it says
 * alone. Errors of YAML and of the system are thrown as they are.
 */
export async function readSubject(path: string, home: string, judged?: Trust): Promise<TrustSubject> {
  const { parsePlainYaml } = await import('../content/plain-yaml.ts');
  const file = await realpath(path);
  const text = await readFile(path, 'utf8');
  const data = parsePlainYaml(text);
  const settings = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  const project = projectOf(path);
  const isJudged = judged !== undefined && (judged.state !== 'own' || judged.gated.length > 0);
  const gated = isJudged ? judged.gated : await gatedKeys(settings, { project, home, realPath });
  const plugins = gated.flatMap(({ name, value, rest }) =>
    name === 'enabled_plugins' ? pluginsOf(value).filter((entry) => !pluginsOf(rest).includes(entry)) : [],
  );
  const masters = parseSetting(rows.master_server_url, settings.master_server_url) ?? [];
  return {
    file,
    hash: sha256(text),
    gated,
    values: isJudged ? judged.values : boundValues(settings, gated),
    masters: masters as readonly string[],
    bound: await bindFiles(plugins, dirname(path)),
    named: await bindNamed(namedFiles(gated, project, home)),
  };
}

/** What there is to allow in a checkout without settings: the checks of its rules. */
export async function readFolderSubject(folder: string): Promise<TrustSubject> {
  const nothing = { files: {}, absent: [], links: {} };
  return {
    file: await realpath(folder),
    hash: null,
    gated: [],
    values: {},
    masters: [],
    bound: { ...createFinds(), files: {}, loose: [] },
    named: nothing,
  };
}

/** Stores that its user allows a settings file, with the plugins it names, and what checks run (`hashOfChecks`), as they are. */
export async function trust(
  home: string,
  { file, values, bound, named }: TrustSubject,
  checks?: string,
): Promise<void> {
  const record = {
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sha256(value)])),
    files: { ...bound.files, ...named.files },
    absent: [...bound.absent, ...named.absent],
    links: { ...bound.links, ...named.links },
    packages: bound.packages,
    ...(checks !== undefined && { checks }),
  };
  const kept = { file, text: textOfValues(values) };
  await writeTrust(home, file, { ...record, texts: await keepTexts(home, record, kept) });
}

/** Forgets that a settings file was trusted; false where it was not. */
export async function revoke(home: string, path: string): Promise<boolean> {
  const file = await realpath(path);
  if (readTrust(home, file) === null) return false;
  await writeTrust(home, file, null);
  return true;
}

/** Stores the record of a settings file, or forgets it with null. */
async function writeTrust(home: string, file: string, record: TrustRecord | null): Promise<void> {
  const { [file]: before, ...others } = readTrusted(home);
  const trusted = record === null ? others : { ...others, [file]: record };
  await putPrivateFile(trustPath(home), `${JSON.stringify({ version: 1, trusted }, null, 2)}\n`);
  if (before?.texts !== record?.texts) await forgetTexts(home, before);
}

/** The files that consent is bound to besides plugins. */
function namedFiles(gated: readonly GatedKey[], project: string, home: string): string[] {
  return gated.flatMap(({ name, value }) => {
    const row: SettingRow = rows[name];
    return row.bound === true && typeof value === 'string' ? [absolutePath(value, project, home)] : [];
  });
}

function pluginsOf(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? value.split(',').map((entry) => entry.trim()) : value;
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
