import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { skillEntry } from '@modelcontextprotocol/server/ext/skills';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, type Host } from '../mcp/clients.ts';
import { afterFile } from '../support/after-file.ts';
import { tempFolder } from '../support/folder.ts';
import { binary, content, script } from './content.ts';

const anything = v.looseObject({});

let rules: string;
beforeAll(async () => {
  rules = await tempFolder(content);
  await writeFile(path.join(rules, 'shop/files/data.bin'), binary);
});

async function open(generation: string, ...args: string[]): Promise<Host> {
  const host = await connect(generation, ['-r', rules, ...args]);
  afterFile(() => host.close());
  return host;
}

interface Entry {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

interface Result {
  readonly skills: readonly Entry[];
  readonly skill: Entry;
  readonly nextCursor?: string;
}

const ask = (host: Host, method: string, params: object = {}) =>
  host.client.request(
    { method, params: params as Record<string, unknown> },
    anything,
  ) as Promise<unknown> as Promise<Result>;
const release = 'skill://shop/delivery.release/cut-release';

describe.each(['SDK 2.x', 'SDK 2.x, pinned'])('%s', (generation) => {
  let host: Host;
  beforeAll(async () => {
    host = await open(generation, '--default-scope', 'shop');
  });

  test('lists the katas of the default scope, its own first, each with all of its files', async () => {
    expect(host.client.getServerCapabilities()?.extensions).toHaveProperty([
      'io.modelcontextprotocol/skills',
    ]);
    const { skills } = await ask(host, 'skills/list');
    expect(skills.map(({ uri }) => uri)).toEqual([
      `${release}/SKILL.md`,
      'skill://shop/delivery.release/plain/SKILL.md',
      `skill://shop/delivery.release/${'long-'.repeat(5)}description/SKILL.md`,
      'skill://shop/other/plain/SKILL.md',
      'skill://shop/delivery/roll-back/SKILL.md',
    ]);
    for (const { uri, resources, frontmatter } of skills) {
      expect(frontmatter.name).toBe(uri.split('/').at(-2));
      for (const resource of resources) {
        const { contents } = await host.client.readResource({ uri: resource.uri });
        const [{ text, blob = '' }] = contents as unknown as [{ text?: string; blob?: string }];
        const bytes = text === undefined ? Buffer.from(blob, 'base64') : Buffer.from(text);
        expect(bytes.byteLength).toBe(resource.size);
        expect(resource.digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
      }
    }
  });

  test('gives an entry as the SDK makes it of the same files, byte for byte the same each time', async () => {
    const { skill } = await ask(host, 'skills/get', { uri: `${release}/SKILL.md` });
    const { contents } = await host.client.readResource({ uri: `${release}/SKILL.md` });
    const { text } = contents[0] as { text: string };
    expect(text).toBe('---\nname: cut-release\ndescription: "When main is green: shop"\n---\n1. Tag shop.\n');
    const made = await skillEntry('shop/delivery.release/cut-release', {
      'SKILL.md': text,
      'data.bin': binary,
      'scripts/check.sh': script,
    });
    expect(skill).toEqual(made);
    const other = await open(generation, '--default-scope', 'shop', '--enabled-plugins', 'git.context');
    expect(await ask(other, 'skills/list')).toEqual(await ask(host, 'skills/list'));
  });

  test('has no templates in files, and no values of plugins in texts', async () => {
    const { contents } = await host.client.readResource({ uri: `${release}/scripts/check.sh` });
    expect(contents[0]).toMatchObject({ text: script });
    const { contents: plain } = await host.client.readResource({
      uri: 'skill://shop/delivery.release/plain/SKILL.md',
    });
    expect((plain[0] as { text: string }).text).toContain(
      '> **Incomplete:** 1 text could not be rendered and stands as written.\n\n1. Go on {{ git.branch }}.',
    );
  });

  test('describes a skill by its when, then that of the category, then its name; cut at a word', async () => {
    const described = async (uri: string) =>
      (await ask(host, 'skills/get', { uri })).skill.frontmatter.description;
    expect(await described('skill://shop/delivery/roll-back/SKILL.md')).toBe('When something ships');
    expect(await described('skill://shop/other/plain/SKILL.md')).toBe('Procedure plain of shop');
    const long = await described(`skill://shop/delivery.release/${'long-'.repeat(5)}description/SKILL.md`);
    expect(long).toMatch(/^(word )+word…$/);
    expect(long.length).toBeLessThanOrEqual(1024);
    expect(long.length).toBeGreaterThan(1010);
  });

  test.each([
    ['skills/get', { uri: 'skill://shop/delivery.release/Not_A_Skill/SKILL.md' }],
    ['skills/get', { uri: 'skill://shop/delivery.release/nothing/SKILL.md' }],
    ['skills/get', { uri: 'skill://nowhere/a/b/SKILL.md' }],
    ['skills/get', { uri: `${release}/scripts/check.sh` }],
    ['skills/get', { uri: 'skill://shop/bad/outside/SKILL.md' }],
    ['skills/get', { uri: '%' }],
    ['skills/list', { cursor: 'nonsense' }],
    ['resources/read', { uri: `${release}/files/check.sh` }],
    ['resources/read', { uri: 'skill://shop/bad/outside/x' }],
  ])('%s of %j is refused', async (method, params) => {
    await expect(ask(host, method, params)).rejects.toMatchObject({ code: -32602 });
  });

  test('serves skills of scopes that it does not list', async () => {
    const uri = 'skill://base/delivery/roll-back/SKILL.md';
    expect((await ask(host, 'skills/get', { uri })).skill.uri).toBe(uri);
  });
});

test('without a default scope lists all local ones, page by page', async () => {
  const many = await tempFolder({
    'a/katas.yml': JSON.stringify({
      c: { katas: Object.fromEntries([...Array(150).keys()].map((at) => [`k${at}`, '1. Go.'])) },
    }),
    'b/katas.yml': 'c: {katas: {last: 1. Go.}}',
    'c/katas.yml': 'broken: [',
  });
  const host = await connect('SDK 2.x', ['-r', many]);
  afterFile(() => host.close());
  const first = await ask(host, 'skills/list');
  const second = await ask(host, 'skills/list', { cursor: first.nextCursor });
  expect([first.skills.length, second.skills.length]).toEqual([100, 51]);
  expect(second.nextCursor).toBeUndefined();
  const uris = [...first.skills, ...second.skills].map(({ uri }) => uri);
  expect(new Set(uris).size).toBe(151);
  expect(uris.at(-1)).toBe('skill://b/c/last/SKILL.md');
});

test('the setting skills turns them off', async () => {
  const host = await open('SDK 2.x', '--skills', 'false');
  expect(host.client.getServerCapabilities()?.extensions).toBeUndefined();
  await expect(ask(host, 'skills/list')).rejects.toMatchObject({ code: -32601 });
});
