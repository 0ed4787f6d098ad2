import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { binary, content, script } from './content.ts';

interface Index {
  readonly $schema: string;
  readonly skills: readonly {
    name: string;
    type: string;
    description: string;
    url: string;
    digest: string;
  }[];
}

const place = '/.well-known/agent-skills';
let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(content, { default_scope: 'shop' });
  await writeFile(path.join(client.rulesPath, 'shop/files/data.bin'), binary);
});

describe('discovery', () => {
  test('names each skill once, with the digest of the very bytes at its address', async () => {
    const response = await client.get(`${place}/index.json`);
    const index = await jsonOf<Index>(response);
    expect(index.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    expect(index.skills.map(({ name, type, url }) => [name, type, url])).toEqual([
      ['cut-release', 'archive', 'cut-release.tar.gz'],
      ['delivery-release-plain', 'skill-md', 'delivery-release-plain/SKILL.md'],
      [expect.stringMatching(/^long-/), 'skill-md', expect.stringMatching(/^long-.*\/SKILL\.md$/)],
      ['other-plain', 'skill-md', 'other-plain/SKILL.md'],
      ['roll-back', 'skill-md', 'roll-back/SKILL.md'],
    ]);
    for (const { url, digest, name } of index.skills) {
      const given = await client.get(`${place}/${url}`);
      expect(given.status).toBe(200);
      const bytes = Buffer.from(await given.arrayBuffer());
      expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
      if (url.endsWith('.md')) expect(bytes.toString()).toMatch(new RegExp(`^---\nname: ${name}\n`));
    }
    const again = await client.get(`${place}/index.json`, {
      'If-None-Match': response.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test('an archive unpacks to the skill with its files, and is the same each time', async () => {
    const bytes = await (await client.get(`${place}/cut-release.tar.gz`)).arrayBuffer();
    const second = await (await client.get(`${place}/cut-release.tar.gz`)).arrayBuffer();
    expect(Buffer.from(second)).toEqual(Buffer.from(bytes));
    const folder = await tempFolder();
    const { status, stdout } = spawnSync('tar', ['-xzvf', '-'], { cwd: folder, input: Buffer.from(bytes) });
    expect({ status, names: stdout.toString() }).toEqual({
      status: 0,
      names: 'SKILL.md\ndata.bin\nscripts/check.sh\n',
    });
    expect(await readFile(path.join(folder, 'scripts/check.sh'), 'utf8')).toBe(script);
    expect(await readFile(path.join(folder, 'data.bin'))).toEqual(binary);
    expect(await readFile(path.join(folder, 'SKILL.md'), 'utf8')).toContain('1. Tag shop.');
  });

  test('each scope has an index of its own', async () => {
    const index = await jsonOf<Index>(await client.get(`/scopes/base${place}/index.json`));
    expect(index.skills.map(({ name, url }) => [name, url])).toEqual([['roll-back', 'roll-back/SKILL.md']]);
    expect((await client.get(`/scopes/base${place}/roll-back/SKILL.md`)).status).toBe(200);
  });

  test('leaves the paths alone of a kata whose files nobody can read', async () => {
    const files = { 'shop/files/data.bin': 'x' };
    const off = await httpClient({ ...content, ...files }, { skills: false });
    expect(await (await off.get('/api/v1/scopes/shop/katas/cut-release')).text()).toBe(
      '1. Tag shop.\n\nFiles, which this server does not serve to agents (its setting `skills` is off):\n\n- `data.bin`\n- `scripts/check.sh`\n',
    );
  });

  test('is 404 without a default scope, for what is not there, and where skills are off', async () => {
    const other = await httpClient(content);
    expect((await problemOf(await other.get(`${place}/index.json`))).code).toBe('not-found');
    const off = await httpClient(content, { default_scope: 'shop', skills: false });
    for (const url of [`${place}/index.json`, `/scopes/shop${place}/index.json`])
      expect((await problemOf(await off.get(url))).status).toBe(404);
    expect((await problemOf(await client.get(`${place}/nothing/SKILL.md`))).status).toBe(404);
    expect((await problemOf(await client.get(`/scopes/nowhere${place}/index.json`))).code).toBe(
      'scope-not-found',
    );
  });
});
