import { parsePlainYaml } from '../../content/plain-yaml.ts';

/** Any mapping of a configuration file. */
export type Data = Readonly<Record<string, unknown>>;

/** The mapping that a configuration file holds, by the end of its name; null where it cannot be read, or is no mapping. */
export async function parseConfig(file: string, text: string | null): Promise<Data | null> {
  if (text === null) return null;
  try {
    if (file.endsWith('.toml')) return mapping((await import('smol-toml')).parse(text));
    if (/\.ya?ml$/.test(file)) return mapping(parsePlainYaml(text));
    const { parse } = await import('jsonc-parser');
    const errors: unknown[] = [];
    const data: unknown = parse(text, errors as never[], { allowTrailingComma: true });
    if (errors.length === 0) return mapping(data);
    // Files without an ending are JSON or YAML.
    return /\.jsonc?$/.test(file) ? null : mapping(parsePlainYaml(text));
  } catch {
    return null;
  }
}

/** A value as a mapping; null for anything else. */
export function mapping(value: unknown): Data | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : null;
}

/** The mapping below some keys, empty where there is none. */
export function below(data: Data | null, ...keys: readonly string[]): Data {
  let at: Data | null = data;
  for (const key of keys) at = at === null || !Object.hasOwn(at, key) ? null : mapping(at[key]);
  return at ?? {};
}

/** A value as a list of texts; one text is a list of one. */
export function texts(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((one): one is string => typeof one === 'string');
}

/** The mappings of a list; none where it is no list. */
export function mappings(value: unknown): readonly Data[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.map(mapping).filter((one) => one !== null);
}
