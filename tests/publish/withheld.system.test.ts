import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rulesOf } from '../federation/servers.ts';
import { ask } from '../support/ask.ts';
import { stopDate } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import {
  type Envelope,
  one,
  opened,
  type SignedSite,
  signedWith,
  startSignedSite,
  texts,
  two,
} from './signed-site.ts';

const large = 'x'.repeat(5 * 1024 * 1024);
const file = createHash('sha256').update(large).digest('hex');
const kata = {
  'tools/katas.yml':
    'delivery:\n  katas:\n    release:\n      files: {large.txt: large.txt}\n      procedure: 1. Go.\n',
  'tools/large.txt': large,
};

let site: SignedSite;
let [first, last] = [] as unknown as [Envelope, Envelope];
beforeAll(async () => {
  site = await startSignedSite(kata);
  ({ first, last } = site);
});
beforeEach(() => site.reset());
const signature = (envelope: Envelope) => String(envelope.signatures[0]?.sig);

describe('who holds the files of a manifest that is good', () => {
  test.each<[string, () => unknown]>([
    [
      'an older bundle',
      async () => writeFile(site.bundleOf(last, 'shop'), await readFile(site.bundleOf(first, 'shop'))),
    ],
    [
      'another scope’s bundle',
      async () => writeFile(site.bundleOf(last, 'shop'), await readFile(site.bundleOf(last, 'other'))),
    ],
    [
      'a bundle that is cut',
      async () =>
        writeFile(site.bundleOf(last, 'shop'), (await readFile(site.bundleOf(last, 'shop'))).subarray(0, -1)),
    ],
    [
      'a bundle that goes on',
      async () =>
        writeFile(site.bundleOf(last, 'shop'), `${await readFile(site.bundleOf(last, 'shop'), 'utf8')}\n`),
    ],
    ['no bundle', () => rm(site.bundleOf(last, 'shop'))],
    ['a refusal in its place', () => site.answers(403, `/${opened(last).scopes.shop?.path}`)],
  ])('can keep back a scope with %s; doctor says so', async (_, attack) => {
    const settings = { remote_keep_seconds: 3600, cache_dir: await tempFolder() };
    const { doctor } = await site.startProject();
    // Its copy is of the publication before.
    await site.put(first);
    expect(await texts(await site.open(settings))).toEqual(['Far']);
    await site.put(last);
    await attack();
    expect(await rulesOf(await site.open(settings))).toMatchObject({
      commandments: { a: { rules: ['Far'] } },
      unavailable: [{ as_of: expect.any(String) }],
    });
    const rules = await rulesOf(await site.open());
    expect(rules.commandments.a).toBeUndefined();
    expect(rules.unavailable).toHaveLength(1);
    expect(await texts(await site.open(), 'other')).toEqual(['Other']);
    const told = /does not give 1 scope that it names, shop for one: its bundle of scope shop/;
    expect(await doctor()).toMatchObject({ code: 1, stdout: expect.stringMatching(told) });
    await site.reset();
    expect(await texts(await site.open(settings))).toEqual(['Newer']);
  });

  test.each<[string, () => unknown]>([
    ['another', () => writeFile(path.join(site.folder, 'files', file), `y${large.slice(1)}`)],
    ['a longer one', () => writeFile(path.join(site.folder, 'files', file), `${large}x`)],
    ['none', () => rm(path.join(site.folder, 'files', file))],
  ])('can keep back a kata’s file: in its place is %s', async (_, attack) => {
    const look = async () => {
      const { service } = await site.open();
      return ask(service, 'get_kata', { scope_name: 'tools', kata_name: 'release' });
    };
    expect(await look()).toContain(file);
    await attack();
    await expect(look()).rejects.toThrow(/file "large.txt" of kata `delivery\/release`: /);
    await writeFile(path.join(site.folder, 'files', file), large);
  });

  test('one of several signatures is enough, whatever their keys are called', async () => {
    const { signatures } = signedWith(two, opened(last));
    const keyid = 'somebody';
    await site.put({
      ...last,
      signatures: [...signatures, { keyid, sig: signature(last) }, { sig: 'AAAA' }],
    });
    expect(await texts(await site.open())).toEqual(['Newer']);
  });

  test('an ETag that fills the headers does not outlive whoever sent it', async () => {
    const settings = { remote_keep_seconds: 3600, cache_dir: await tempFolder() };
    const body = JSON.stringify(last);
    site.before = (request, response) => {
      const isManifest = request.url === '/precept.json';
      if (isManifest) response.writeHead(200, { ETag: `"${'x'.repeat(15_000)}"` }).end(body);
      return isManifest;
    };
    expect(await texts(await site.open(settings))).toEqual(['Newer']);
    // As nginx and others take it.
    site.before = (request, response) => {
      const isTooMuch = request.rawHeaders.join().length > 8192;
      if (isTooMuch) response.writeHead(400).end();
      return isTooMuch;
    };
    expect((await rulesOf(await site.open(settings))).unavailable).toBeUndefined();
  });

  test('what is played again counts for nothing once it has expired; copies serve on', async () => {
    const pass = stopDate();
    const settings = { remote_keep_seconds: 31_536_000, cache_dir: await tempFolder() };
    const { doctor } = await site.startProject();
    const own = await site.open(settings);
    expect(await texts(own)).toEqual(['Newer']);
    pass(24 * 86_400_000);
    expect(await doctor()).toMatchObject({ code: 0, stdout: expect.stringContaining('good only until') });
    pass(7 * 86_400_000);
    for (const from of [own, await site.open(settings)]) {
      expect(await rulesOf(from)).toMatchObject({
        commandments: { a: { rules: ['Newer'] } },
        unavailable: [{ as_of: expect.any(String), reason: expect.stringContaining('expired at') }],
      });
    }
    expect(await doctor()).toMatchObject({ code: 1, stdout: expect.stringContaining('expired at') });
    expect(await texts(await site.open())).toBeUndefined();
    // What is published anew is seen, even by an ETag that somebody has kept for it.
    const renewed = opened(last);
    const day = 86_400_000;
    Object.assign(renewed, {
      version: renewed.version + 1,
      expires_at: new Date(Date.now() + day).toISOString(),
    });
    const body = JSON.stringify(signedWith(one, renewed));
    site.before = (request, response) => {
      if (request.url !== '/precept.json') return false;
      response.writeHead(request.headers['if-none-match'] === undefined ? 200 : 304).end(body);
      return true;
    };
    expect((await rulesOf(own)).unavailable).toBeUndefined();
  });

  test('versions are remembered where no copies are kept, too', async () => {
    const settings = { cache_dir: await tempFolder() };
    await texts(await site.open(settings));
    await site.put(first);
    expect(await rulesOf(await site.open(settings))).toMatchObject({
      unavailable: [{ reason: expect.stringContaining('goes back') }],
    });
  });
});
