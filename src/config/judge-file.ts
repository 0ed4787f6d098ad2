import { join } from 'node:path';
import type { Trust } from './config.ts';
import type { ConfigInput } from './config-input.ts';
import { gatedKeys } from './gate.ts';
import { prefix } from './settings-file.ts';

type Data = Readonly<Record<string, unknown>>;

/** What of a settings file takes effect: all of it, or all but the keys that its user has not allowed. */
export async function judgeFile(
  input: ConfigInput,
  file: string | null,
  data: Data,
  project: string,
): Promise<{ readonly trust: Trust; readonly allowed: Data }> {
  if (file === null || !(await isOfCheckout(input, file))) return { trust: own, allowed: data };
  const gated = await gatedKeys(data, { ...input, project });
  if (gated.length === 0) return { trust: { state: 'free', gated, changed: [] }, allowed: data };
  const word = trustWord(input.env);
  if (word === true) return { trust: { ...own, gated }, allowed: data };
  const changed = word === false ? undefined : await input.judge(file, gated);
  if (changed === null) return { trust: { state: 'trusted', gated, changed: [] }, allowed: data };
  const rest = gated.flatMap(({ name, rest }) => (rest === undefined ? [] : [[name, rest] as const]));
  const others = Object.entries(data).filter(([name]) => !gated.some((key) => key.name === name));
  return {
    trust: { state: 'untrusted', gated, changed: changed ?? [] },
    allowed: Object.fromEntries([...others, ...rest]),
  };
}

/** What the environment says of every checkout; undefined for nothing. */
export function trustWord(env: Readonly<Record<string, string | undefined>>): boolean | undefined {
  const word = env[`${prefix}TRUST`] ?? '';
  if (/^(1|true|yes|on)$/i.test(word)) return true;
  return /^(0|false|no|off)$/i.test(word) ? false : undefined;
}

const own: Trust = { state: 'own', gated: [], changed: [] };

/** Whether a file was found by itself in the working folder; the one of the home folder is its owner's even there. */
async function isOfCheckout(
  { options, flags, env, cwd, project = cwd, home, realPath }: ConfigInput,
  file: string,
): Promise<boolean> {
  const isAsked = Boolean(options?.config ?? flags.config ?? env[`${prefix}CONFIG_FILE`]);
  if (isAsked || file !== join(project, '.precept', 'settings.yml')) return false;
  // The folders are compared, not the files: a link from a checkout to the file of the home folder would have its paths lead into the checkout.
  return (await realPath(project)) !== (await realPath(home));
}
