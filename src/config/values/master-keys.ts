import { readPrivateKey } from '../../signing/private-key.ts';
import { isKeyText, readPublicKeys } from '../../signing/public-key.ts';
import { absolutePath } from './absolute-path.ts';

/** The public keys of masters by their addresses, each as a text or as the path of a file with keys. */
export type MasterKeys = Readonly<Record<string, readonly string[]>>;

/**
 * The keys of all masters, each as base64 of its SPKI in DER, in place of what the settings say; `mistakes` are of keys that cannot be
 * read, and of addresses that are not masters. Relative paths start from `base`.
 */
export async function resolveMasterKeys(
  given: MasterKeys,
  world: {
    readonly urls: readonly string[];
    readonly base: string;
    readonly home: string;
    /** Text of a file, or null when there is none; it may throw. */
    readonly readFile: (path: string) => Promise<string | null>;
  },
): Promise<{ readonly keys: MasterKeys; readonly mistakes: readonly string[] }> {
  const mistakes: string[] = [];
  const keys: Record<string, string[]> = {};
  for (const [url, texts] of Object.entries(given)) {
    if (!world.urls.includes(url))
      mistakes.push(`${url} is not a master; name one as master_server_url does`);
    const found: string[] = [];
    for (const text of texts) {
      const read = await readKeys(text, world);
      if (typeof read === 'string') mistakes.push(`${url}: ${read}`);
      else found.push(...read);
    }
    keys[url] = found;
  }
  return { keys, mistakes };
}

const allowed =
  'give what "precept keys new" printed, a PEM public key, an ssh-ed25519 line, or a file of them';

async function readKeys(
  text: string,
  { base, home, readFile }: Parameters<typeof resolveMasterKeys>[1],
): Promise<readonly string[] | string> {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  let content: string | null = text;
  if (!isKeyText(text)) {
    const path = absolutePath(text, base, home);
    try {
      content = await readFile(path);
    } catch (error) {
      return `the file ${path} cannot be read (${error instanceof Error ? error.message : error}); ${allowed}`;
    }
    if (content === null) return `"${shown}" is neither a key nor a file that exists; ${allowed}`;
  }
  const keys = readPublicKeys(content);
  return keys === null
    ? `"${shown}" holds something else than Ed25519 public keys; ${allowed}`
    : keys.map(({ spki }) => spki);
}

/** Why the file of a private key cannot be used; null where it can. */
export async function signingKeyMistake(
  path: string,
  readFile: (path: string) => Promise<string | null>,
): Promise<string | null> {
  const make = '"precept keys new" writes one that can';
  try {
    const text = await readFile(path);
    const key = text === null ? 'it does not exist' : readPrivateKey(text);
    return typeof key === 'string' ? `${path} cannot be used: ${key}; ${make}` : null;
  } catch (error) {
    return `${path} cannot be read (${error instanceof Error ? error.message : error}); ${make}`;
  }
}
