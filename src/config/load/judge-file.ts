import type { Trust } from '../config.ts';
import type { ConfigInput } from '../config-input.ts';
import { gatedKeys } from '../gate.ts';
import { boundValues, type Consent } from './consent.ts';
import { isOfCheckout, prefix } from './settings-file.ts';

type Data = Readonly<Record<string, unknown>>;

/**
 * What of a settings file takes effect: all of it, or all but the keys that its user has not allowed. `behind` is what the files of the
 * person and the machine say.
 */
export async function judgeFile(
  input: ConfigInput,
  file: string,
  data: Data,
  project: string,
  behind: Data,
): Promise<{ readonly trust: Trust; readonly allowed: Data }> {
  if (!(await isOfCheckout(input, file))) return { trust: own, allowed: data };
  const gated = await gatedKeys(data, { ...input, project, behind });
  const values = boundValues(data, gated);
  if (gated.length === 0) return { trust: { ...own, state: 'free', values }, allowed: data };
  const word = trustWord(input.env);
  if (word === true) return { trust: { ...own, gated, values }, allowed: data };
  const consent: Consent = word === false ? { state: 'never' } : await input.judge(file, values);
  if (consent.state === 'given')
    return { trust: { state: 'trusted', gated, values, consent }, allowed: data };
  const rest = gated.flatMap(({ name, rest }) => (rest === undefined ? [] : [[name, rest] as const]));
  const others = Object.entries(data).filter(([name]) => !gated.some((key) => key.name === name));
  return {
    trust: { state: 'untrusted', gated, values, consent },
    allowed: Object.fromEntries([...others, ...rest]),
  };
}

/** What the environment says of every checkout; undefined for nothing. */
export function trustWord(env: Readonly<Record<string, string | undefined>>): boolean | undefined {
  const word = env[`${prefix}TRUST`] ?? '';
  if (/^(1|true|yes|on)$/i.test(word)) return true;
  return /^(0|false|no|off)$/i.test(word) ? false : undefined;
}

/** Of a file that is the user's own. */
export const own: Trust = { state: 'own', gated: [], values: {}, consent: { state: 'never' } };
