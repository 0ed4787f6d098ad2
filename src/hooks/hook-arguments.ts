/** What the words behind `precept hook` say. */
export interface HookArguments {
  readonly event: string;
  readonly client: string | undefined;
  readonly scope: string | undefined;
  readonly cacheDir: string | undefined;
  readonly debug: boolean;
  /** Flags of settings, as they were typed; some of them may be none. */
  readonly settings: readonly string[];
}

const own = ['--client', '--scope', '--cache-dir'] as const;

/** Takes any words: what is unknown stops no agent. */
export function readHookArguments(words: readonly string[]): HookArguments {
  const given = new Map<string, string>();
  const settings: string[] = [];
  let event: string | undefined;
  let debug = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith('-')) {
      event ??= word;
      continue;
    }
    if (word === '--debug') {
      debug = true;
      continue;
    }
    const [name = '', ...inline] = word.split('=');
    const next = words[at + 1];
    const isApart = inline.length === 0 && next !== undefined && !next.startsWith('-');
    const value = isApart ? next : inline.join('=');
    if (isApart) at++;
    if ((own as readonly string[]).includes(name)) given.set(name, value);
    if (name !== '--client' && name !== '--scope') settings.push(isApart ? joined(name, value) : word);
  }
  const [client, scope, cacheDir] = own.map((name) => given.get(name));
  return { event: event ?? '', client, scope, cacheDir, debug, settings };
}

/** A flag and its value as one word: nothing stands between them behind one letter. */
function joined(name: string, value: string): string {
  return name.startsWith('--') ? `${name}=${value}` : name + value;
}
