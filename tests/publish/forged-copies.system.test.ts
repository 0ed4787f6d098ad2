import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forge, forgeHeaders } from '../federation/forged-copies.ts';
import { asked, rulesOf } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import { opened, type SignedSite, signedWith, startSignedSite, texts, two } from './signed-site.ts';

let site: SignedSite;
beforeAll(async () => {
  site = await startSignedSite();
});
beforeEach(() => site.reset());

async function startReader() {
  const folder = await tempFolder();
  const open = () => site.open({ remote_keep_seconds: 3600, cache_dir: folder });
  expect(await texts(await open())).toEqual(['Newer']);
  expect(await asked(await open(), 'list_scopes', {})).toEqual(['other', 'shop']);
  return { folder, open };
}

describe('whoever writes into the folder of copies of a signed master', () => {
  test('puts no text into a bundle: neither while the master answers nor while it is away', async () => {
    const { folder, open } = await startReader();
    expect(await forge(folder, 'Newer', 'Forged')).toBe(1);
    site.answers(503);
    const away = await rulesOf(await open());
    expect(away.commandments.a).toBeUndefined();
    expect(away.unavailable).toEqual([expect.not.objectContaining({ as_of: expect.anything() })]);
    await site.reset();
    expect(await texts(await open())).toEqual(['Newer']);
    // It was fetched anew, and serves again.
    site.answers(503);
    expect(await texts(await open())).toEqual(['Newer']);
  });

  test('gives a forged bundle no manifest that vouches for it', async () => {
    const { folder, open } = await startReader();
    const manifest = opened(site.last);
    const text = (await readFile(site.bundleOf(site.last, 'shop'), 'utf8')).replace('Newer', 'Forged');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const entry = { path: 'x.json', sha256, size: Buffer.byteLength(text) };
    const own = { ...manifest, scopes: { shop: entry, forged: entry } };
    const copy = JSON.stringify({ text: JSON.stringify(signedWith(two, own)), signature: null });
    const by = createHash('sha256').update(copy).digest('hex');
    for (const vouched of [by, undefined]) {
      await forge(folder, 'Newer', 'Forged');
      await forge(folder, /^\{"text":.*$/s, copy);
      await forgeHeaders(folder, (header) => ({ ...header, etag: sha256, by: vouched }));
      site.answers(503);
      expect(await texts(await open())).toBeUndefined();
      expect(await asked(await open(), 'list_scopes', {})).toEqual(['shop']);
      await site.reset();
      // A forged manifest is no reason to take the master for one that is not signed as it must be.
      expect((await rulesOf(await open())).unavailable).toBeUndefined();
      expect(await texts(await open())).toEqual(['Newer']);
    }
  });

  test('does not have it say that it has no such scope', async () => {
    const { folder, open } = await startReader();
    expect(await forge(folder, /^\{.*Newer.*$/s, '')).toBe(1);
    await forgeHeaders(folder, ({ by, ...header }) =>
      by === undefined ? header : { ...header, etag: null, absent: true },
    );
    site.answers(503);
    const away = await rulesOf(await open());
    expect(away.commandments.a).toBeUndefined();
    expect(away.unavailable).toEqual([expect.not.objectContaining({ as_of: expect.anything() })]);
    await site.reset();
    expect(await texts(await open())).toEqual(['Newer']);
  });

  test('makes up no version that no key has signed', async () => {
    const { folder, open } = await startReader();
    await forgeHeaders(folder, (header) => ({ ...header, version: 9_000_000_000_000 }), '.version');
    expect((await rulesOf(await open())).unavailable).toBeUndefined();
    await forge(folder, /^.*$/s, JSON.stringify({ text: '{}', signature: null }), '.version');
    expect(await texts(await open())).toEqual(['Newer']);
    // What was verified since is known again.
    await site.put(site.first);
    expect(await rulesOf(await open())).toMatchObject({
      unavailable: [{ reason: expect.stringContaining('goes back') }],
    });
  });

  test('does not have what a key has signed before refused', async () => {
    const folder = await tempFolder();
    const open = () => site.open({ remote_keep_seconds: 3600, cache_dir: folder });
    await site.put(site.first);
    expect(await texts(await open())).toEqual(['Far']);
    // Two manifests later its bundle is kept back: the copy is what the first of them named.
    await site.put(site.last);
    expect(await texts(await open(), 'other')).toEqual(['Other']);
    await writeFile(site.bundleOf(site.last, 'shop'), 'x');
    expect(await texts(await open())).toEqual(['Far']);
    await forge(folder, 'Far', 'Bar');
    expect(await texts(await open())).toBeUndefined();
  });
});
