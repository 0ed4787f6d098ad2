import { rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asked, rulesOf, warnings } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import {
  type Envelope,
  edited,
  opened,
  type SignedSite,
  signedWith,
  startSignedSite,
  texts,
  two,
} from './signed-site.ts';

let site: SignedSite;
let [first, last] = [] as unknown as [Envelope, Envelope];
beforeAll(async () => {
  site = await startSignedSite();
  ({ first, last } = site);
});
beforeEach(() => site.reset());

const signature = (envelope: Envelope) => String(envelope.signatures[0]?.sig);
const scopesOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [
      `s${place}`,
      { path: 'x', sha256: '0'.repeat(64), size: 0 },
    ]),
  );

describe('who holds the files and not the key can stop updates, and no more; doctor says so:', () => {
  const unsigned = /not signed/;
  const bad = /signed by no key/;
  const notThere = /not there \(\d+\)/;
  type State = 'rollback' | 'unsigned' | 'bad-signature' | 'unavailable';
  test.each<[string, () => unknown, RegExp, State]>([
    ['an older manifest', () => site.put(first), /goes back from version/, 'rollback'],
    ['one without a signature', () => site.put(opened(last)), unsigned, 'unsigned'],
    ['one whose signatures are gone', () => site.put({ ...last, signatures: [] }), bad, 'bad-signature'],
    [
      'one with the signature of an older one',
      () => site.put({ ...last, signatures: first.signatures }),
      bad,
      'bad-signature',
    ],
    [
      'one of another publisher',
      () => site.put(signedWith(two, { ...opened(last), version: opened(last).version + 1 })),
      bad,
      'bad-signature',
    ],
    [
      'a signature of another key by the name of this one',
      () => {
        const [{ keyid } = {}] = last.signatures;
        return site.put({ ...last, signatures: [{ keyid, sig: signature(signedWith(two, opened(last))) }] });
      },
      bad,
      'bad-signature',
    ],
    [
      'as many wrong signatures as there may be',
      () =>
        site.put({
          ...edited(last, ({ scopes }) => delete scopes.shop),
          signatures: Array.from({ length: 10 }, () => ({ sig: signature(last) })),
        }),
      bad,
      'bad-signature',
    ],
    [
      'more signatures than that',
      () => site.put({ ...last, signatures: Array.from({ length: 11 }, () => ({ sig: signature(last) })) }),
      /shape/,
      'unavailable',
    ],
    [
      'one of another type',
      () => site.put({ ...last, payloadType: 'application/json' }),
      /another type/,
      'unavailable',
    ],
    [
      'a scope too many',
      () => site.put(edited(last, ({ scopes }) => Object.assign(scopes, { evil: scopes.shop }))),
      bad,
      'bad-signature',
    ],
    [
      'a scope too few',
      () => site.put(edited(last, ({ scopes }) => delete scopes.shop)),
      bad,
      'bad-signature',
    ],
    [
      'a scope whose name is written otherwise',
      () => site.put(edited(last, ({ scopes }) => Object.assign(scopes, { Shop: scopes.other }))),
      bad,
      'bad-signature',
    ],
    [
      'another scope’s bundle by this one’s name',
      () => site.put(edited(last, ({ scopes }) => Object.assign(scopes, { shop: scopes.other }))),
      bad,
      'bad-signature',
    ],
    ['a later version', () => site.put(edited(last, (manifest) => manifest.version++)), bad, 'bad-signature'],
    [
      'no end',
      () => site.put(edited(last, (manifest) => Object.assign(manifest, { expires_at: null }))),
      bad,
      'bad-signature',
    ],
    [
      'an older bundle by the new one’s hash',
      () =>
        site.put(edited(last, ({ scopes }) => Object.assign(scopes, { shop: opened(first).scopes.shop }))),
      bad,
      'bad-signature',
    ],
    [
      'a manifest that is cut',
      () => site.put(JSON.stringify(last).slice(0, -20)),
      /not valid JSON/,
      'unavailable',
    ],
    [
      'a payload that is cut',
      () => site.put({ ...last, payload: last.payload.slice(0, -40) }),
      /shape/,
      'unavailable',
    ],
    ['a million levels', () => site.put('['.repeat(1_000_000)), /levels deep/, 'unavailable'],
    [
      'a million levels within',
      () => site.put({ ...last, payload: Buffer.from('['.repeat(1_000_000)).toString('base64') }),
      /levels deep/,
      'unavailable',
    ],
    [
      'more scopes than one master may have',
      () => site.put({ ...opened(last), scopes: scopesOf(10_001) }),
      /More than 10000/,
      'unavailable',
    ],
    ['a page in its place', () => site.put('<h1>Soon</h1>'), /not valid JSON/, 'unavailable'],
    ['none at all', () => rm(path.join(site.folder, 'precept.json')), /not there \(404\)/, 'unavailable'],
    // As object stores say where nothing is.
    ['a refusal', () => site.answers(403), notThere, 'unavailable'],
    ['a demand for a login', () => site.answers(401), notThere, 'unavailable'],
  ])('%s', async (_, attack, reason, state) => {
    const settings = { remote_keep_seconds: 3600, cache_dir: await tempFolder() };
    const { doctor } = await site.startProject();
    expect(await texts(await site.open(settings))).toEqual(['Newer']);
    expect(await doctor()).toMatchObject({ code: 0, stdout: expect.stringContaining('good until') });
    await attack();
    const own = await site.open(settings);
    const rules = await rulesOf(own);
    expect(rules).toMatchObject({
      commandments: { a: { rules: ['Newer'] } },
      unavailable: [{ as_of: expect.any(String), reason: expect.stringMatching(reason) }],
    });
    for (const scope of ['evil', 'Shop'])
      await expect(texts(own, scope)).rejects.toThrow(`no scope "${scope}"`);
    expect(warnings(own)).toEqual([expect.stringMatching(reason)]);
    expect(await asked(own, 'list_masters', {})).toMatchObject([{ state, kind: 'static' }]);
    expect(await doctor()).toMatchObject({ code: 1, stdout: expect.stringMatching(reason) });
    // Who has no copy goes without; an older one that is still good is all that can be played to them.
    const fresh = await texts(await site.open());
    expect(fresh).toEqual(state === 'rollback' ? ['Far'] : undefined);
    // And it is over when it is over.
    await site.reset();
    expect((await rulesOf(await site.open(settings))).unavailable).toBeUndefined();
  });
});
