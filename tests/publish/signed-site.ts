import type { KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SettingValues } from '../../src/config/settings.ts';
import { signed } from '../../src/signing/envelope.ts';
import { manifestType } from '../../src/signing/manifest.ts';
import { newKey, readPrivateKey } from '../../src/signing/private-key.ts';
import { type Printed, precept } from '../cli/command-line.ts';
import { localContent, reader, rulesOf } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import type { TestService } from '../support/service.ts';
import { rule, type Site, startSite } from './site.ts';

export interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid?: string; sig: string }[];
}

export interface Manifest {
  version: number;
  expires_at: string | null;
  scopes: Record<string, { path: string; sha256: string; size: number }>;
}

/** The publisher's key, and one that no reader has. */
export const [one, two] = [newKey(), newKey()];

export const opened = ({ payload }: Envelope) =>
  JSON.parse(Buffer.from(payload, 'base64').toString()) as Manifest;

/** A text in an envelope signed with one of the keys. */
export const signedWith = ({ pem }: typeof one, manifest: object | string): Envelope => {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  return signed(manifestType, text, readPrivateKey(pem) as KeyObject) as Envelope;
};

/** The envelope with another manifest in it, and the signature of the old one. */
export const edited = (envelope: Envelope, edit: (manifest: Manifest) => unknown): Envelope => {
  const manifest = opened(envelope);
  edit(manifest);
  return { ...envelope, payload: Buffer.from(JSON.stringify(manifest)).toString('base64') };
};

export const texts = async (from: TestService, scope = 'shop') =>
  (await rulesOf(from, scope)).commandments.a?.rules;

/** Files signed with the first key, after a second publication; whoever holds them may change any. */
export interface SignedSite extends Site {
  /** What the publisher gave out first and last. */
  readonly first: Envelope;
  readonly last: Envelope;
  /** A folder with `one.pem` and `two.pem`. */
  readonly keys: string;
  put(manifest: unknown): Promise<void>;
  /** Where the bundle of a scope lies. */
  bundleOf(envelope: Envelope, scope: string): string;
  /** Puts everything back as it was published last. */
  reset(): Promise<void>;
  /** Has the web server answer so in the place of everything, or of what lies below a path. */
  answers(status: number, below?: string): void;
  /** A project that reads the site with the key, for `precept doctor`. */
  startProject(): Promise<{ doctor(): Promise<Printed> }>;
  /** A reader with the key. */
  open(settings?: Partial<SettingValues>): Promise<TestService>;
}

export async function startSignedSite(files: Readonly<Record<string, string>> = {}): Promise<SignedSite> {
  const keys = await tempFolder({ 'one.pem': one.pem, 'two.pem': two.pem });
  const site = await startSite();
  const manifestFile = path.join(site.folder, 'precept.json');
  const read = async () => JSON.parse(await readFile(manifestFile, 'utf8')) as Envelope;
  const sign = ['--sign', path.join(keys, 'one.pem')];
  await site.publish(
    { ...rule('Far'), 'other/commandments.yml': 'a:\n  ruleset: [Other]\n', ...files },
    ...sign,
  );
  const first = await read();
  await site.publish(rule('Newer'), ...sign);
  const last = await read();
  const bundleOf = (envelope: Envelope, scope: string) =>
    path.join(site.folder, opened(envelope).scopes[scope]?.path ?? '');
  const bundles = new Map<string, Buffer>();
  for (const envelope of [first, last])
    for (const scope of Object.keys(opened(envelope).scopes)) {
      const file = bundleOf(envelope, scope);
      bundles.set(file, await readFile(file));
    }
  const put = (manifest: unknown) =>
    writeFile(manifestFile, typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  return Object.assign(site, {
    first,
    last,
    keys,
    put,
    bundleOf,
    async reset() {
      site.before = () => false;
      await put(last);
      for (const [file, bytes] of bundles) await writeFile(file, bytes);
    },
    answers(status: number, below = '/') {
      site.before = (request, response) => {
        const isMeant = request.url?.startsWith(below) ?? false;
        if (isMeant) response.writeHead(status, { 'Content-Type': 'application/xml' }).end('<Error/>');
        return isMeant;
      };
    },
    async startProject() {
      const cwd = await tempFolder({
        '.precept/rules/own/commandments.yml': 'a:\n  ruleset: [Own]\n',
        '.precept/settings.yml': JSON.stringify({
          master_server_url: site.url,
          master_keys: { [site.url]: one.publicKey },
          remote_retry_seconds: 0,
        }),
      });
      const env = { XDG_CACHE_HOME: await tempFolder() };
      return { doctor: () => precept(['doctor'], { cwd, env }) };
    },
    open: (settings: Partial<SettingValues> = {}) =>
      reader([site.url], localContent, {
        remote_retry_seconds: 0,
        cache_ttl_seconds: 0,
        master_keys: { [site.url]: [one.publicKey] },
        ...settings,
      }),
  });
}
