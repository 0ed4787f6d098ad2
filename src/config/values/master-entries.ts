import { jsonData } from './json-text.ts';

/** A master with whom its tokens are for, or where they come from: an item of the setting `masters`. */
export interface MasterEntry {
  readonly url: string;
  /** OpenID issuer, client there, and whom the tokens are for; the settings oidc_… where they are left out. */
  readonly issuer?: string;
  readonly client_id?: string;
  readonly audience?: string;
  /** The environment variable that holds the client's secret. */
  readonly client_secret_env?: string;
  /** The environment variable, and the file, that hold an access token. */
  readonly token_env?: string;
  readonly token_file?: string;
  /** The keys that its manifest may be signed with. */
  readonly keys?: readonly string[];
}

/** The keys of an entry that say where a login comes from or goes. */
export const loginKeys = [
  'issuer',
  'audience',
  'client_id',
  'client_secret_env',
  'token_env',
  'token_file',
] as const;

const entryKeys: readonly string[] = ['url', ...loginKeys, 'keys'];
export const entryWords = `a list of mappings with url and, as needed, ${entryKeys.slice(1).join(', ')}`;

type Data = Readonly<Record<string, unknown>>;

/**
 * What the setting `masters` says: data of a settings file, or JSON from a flag or the environment. In place of entries, what is
 * wrong with them, without any value that could be a secret. `urlOf` gives an address in the form in which it is used.
 */
export function readMasterEntries(
  raw: unknown,
  urlOf: (raw: unknown) => string | undefined,
): readonly MasterEntry[] | string {
  const data = typeof raw === 'string' ? jsonData(raw) : raw;
  if (!Array.isArray(data)) return `it is not ${entryWords}`;
  const entries: MasterEntry[] = [];
  for (const [index, item] of data.entries()) {
    const where = `entry ${index + 1}`;
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return `${where} is not a mapping with url; write ${mappingOf(urlOf(item))}`;
    const url = urlOf((item as Data).url);
    if (url === undefined) return `${where} has no url that is an http:// or https:// address`;
    const wrong = mistakeOf(item as Data);
    if (wrong !== null) return `${where} (${url}): ${wrong}`;
    if (entries.some((entry) => entry.url === url)) return `${where}: ${url} is named twice`;
    const given = Object.entries(item).filter(([, value]) => value !== null);
    const keys = (item as Data).keys;
    entries.push({
      ...(Object.fromEntries(given) as unknown as MasterEntry),
      url,
      ...(typeof keys === 'string' && { keys: [keys] }),
    });
  }
  return entries;
}

/** How an entry begins; the address is one that may be shown, or none. */
function mappingOf(url: string | undefined): string {
  return `"- url: ${url ?? 'https://rules.example.com'}"`;
}

function mistakeOf(entry: Data): string | null {
  for (const [key, value] of Object.entries(entry)) {
    if (!entryKeys.includes(key)) return `"${key}" is not one of ${entryKeys.join(', ')}`;
    if (value === null || key === 'url') continue;
    if (key === 'keys') {
      const list = typeof value === 'string' ? [value] : value;
      if (!Array.isArray(list) || !list.every(isText)) return 'keys is not a public key, or a list of them';
    } else if (!isText(value)) return `${key} is not text`;
  }
  for (const key of ['client_secret_env', 'token_env'] as const) {
    const name = entry[key];
    if (isText(name) && !/^[A-Za-z_]\w*$/.test(name))
      return `${key} is not the name of an environment variable; the secret itself does not belong into settings`;
  }
  if (isText(entry.issuer) && !URL.canParse(entry.issuer)) return 'issuer is not an address';
  if (isText(entry.client_secret_env) && !isText(entry.client_id) && !isText(entry.audience))
    return 'client_secret_env needs client_id or audience beside it';
  return null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** What of the setting may take effect without its user's consent: no logins. Null where that is all of it. */
export function withoutLogins(
  raw: unknown,
): { readonly rest: unknown; readonly keys: readonly string[] } | null {
  if (!Array.isArray(raw)) return null;
  const found = new Set<string>();
  const rest = raw.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
    const kept = Object.entries(entry).filter(([key, value]) => {
      const isGated = value !== null && (loginKeys as readonly string[]).includes(key);
      if (isGated) found.add(key);
      return !isGated;
    });
    return Object.fromEntries(kept);
  });
  return found.size === 0 ? null : { rest, keys: [...found] };
}
