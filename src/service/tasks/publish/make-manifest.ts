import { createHash } from 'node:crypto';
import { Fault } from '../../../model/fault.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import { type Envelope, signed } from '../../../signing/envelope.ts';
import { type Manifest, type ManifestEntry, manifestText, manifestType } from '../../../signing/manifest.ts';
import { publicKeyOf } from '../../../signing/public-key.ts';
import type { Answer } from '../../answer.ts';
import { signingKeyOf } from '../../runtime/signing-key.ts';
import type { Service } from '../../service.ts';

/** The bundle of a scope as it is answered. */
type PlainBundle = (name: string) => Promise<Answer>;

const atOnce = 16;
const hour = 3_600_000;
/** How long a manifest is good for. */
const lifetime = 24 * hour;
/** How long a reader that asks with a condition is told that nothing has changed. */
const window = lifetime / 2;

/** The manifest of all that a caller may read, signed where the settings name a key, and what changes when it does. */
export async function makeManifest(
  service: Pick<Service, 'config' | 'scopes'>,
  bundle: PlainBundle,
): Promise<{ readonly data: Manifest | Envelope; readonly tag: string }> {
  const { names } = await service.scopes();
  const found = await inBatches(names, atOnce, (name) => entryOf(name, bundle));
  const scopes = Object.fromEntries(found.flatMap((entry) => (entry === null ? [] : [entry])));
  const now = Date.now();
  const key = await signingKeyOf(service.config);
  const manifest: Manifest = {
    format: 1,
    version: Math.floor(now / 1000),
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(now + lifetime).toISOString(),
    scopes,
  };
  const text = manifestText(manifest);
  const data: Manifest | Envelope = key === null ? JSON.parse(text) : signed(manifestType, text, key);
  // Times alone are no change: replicas would tell readers of one all the time.
  const tag = JSON.stringify([scopes, key && publicKeyOf(key).id, Math.floor(now / window)]);
  return { data, tag };
}

const known = new WeakMap<Answer, ManifestEntry>();

/** A scope that cannot be served has no entry. */
async function entryOf(name: string, bundle: PlainBundle): Promise<[string, ManifestEntry] | null> {
  try {
    const answer = await bundle(name);
    let entry = known.get(answer);
    if (entry === undefined) {
      const text = answer.text('json');
      const sha256 = createHash('sha256').update(text).digest('hex');
      entry = { path: `scopes/${name}/bundle`, sha256, size: Buffer.byteLength(text) };
      known.set(answer, entry);
    }
    return [name, entry];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return null;
  }
}
