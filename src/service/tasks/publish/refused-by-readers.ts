import { MasterError } from '../../../federation/master-error.ts';
import { whyTooMuch } from '../../../federation/read-answer.ts';
import { type BundleReading, openReading, readBundle } from '../../../federation/read-bundle.ts';
import { maxListedScopes } from '../../../model/names/scope-name.ts';
import { maxAnswerBytes } from '../../../runtime/http/http-client.ts';

/** What every reader would refuse of these bundles, by scope, with what to do about it; null where readers take them all. */
export async function whyRefused(bundles: ReadonlyMap<string, string>): Promise<string | null> {
  if (bundles.size > maxListedScopes)
    return `there are ${inWords(bundles.size)} scopes, and readers take ${inWords(maxListedScopes)} of one manifest. Move some to a rules folder of their own, publish each folder by itself, and have readers name both manifests`;
  const reading = await openReading();
  for (const [name, text] of bundles) {
    const why = await whyUnreadable(reading, name, text);
    if (why !== null)
      return `readers would refuse the bundle of scope "${name}": ${why}. Shorten that, or move some of it to a scope that is asked for by itself`;
  }
  return null;
}

const inWords = (count: number) => count.toLocaleString('en-US');

async function whyUnreadable(reading: BundleReading, name: string, text: string): Promise<string | null> {
  if (Buffer.byteLength(text) > maxAnswerBytes) return 'its answer is larger than 8 MiB';
  const tooMuch = whyTooMuch(text);
  if (tooMuch !== null) return tooMuch;
  try {
    await readBundle(reading, { url: '', name }, JSON.parse(text), text.length);
    return null;
  } catch (error) {
    if (!(error instanceof MasterError)) throw error;
    return error.message;
  }
}
