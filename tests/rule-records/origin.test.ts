import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { reader, startServer } from '../federation/servers.ts';
import { lint } from '../lint/lint.ts';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { type TestService, testService } from '../support/service.ts';

const files = {
  'team/metadata.yml': "description: T\ntags: {channel: '#team', only: '1'}\n",
  'team/commandments.yml': `a:
  when: When {{ origin.name }} is asked for {{ scope.name }}
  ruleset:
    - "Ask {{ origin.name }} in {{ origin.tags.channel }}"
    - rule: Second
      why: "{{ origin.name }} says so to {{ scope.name }}"
    - "{% if origin.tags.nothing %}lost{% else %}kept{% endif %}"
    - "{{ origin.tags.nothing }}"
    - "{{ scope.tags.channel }}"
`,
  'team/katas.yml': 'k:\n  when: For {{ origin.name }}\n  katas:\n    one: "1. {{ origin.tags.channel }}"\n',
};
const below = { 'shop/metadata.yml': "description: S\nparent: team\ntags: {channel2: '#shop'}\n" };

async function answerOf({ service }: Pick<TestService, 'service'>) {
  return JSON.parse(await ask(service, 'get_rules', { scope_name: 'shop' }));
}

function expectTeam({ commandments, template_failures: failures }: Awaited<ReturnType<typeof answerOf>>) {
  expect(commandments.a.when).toBe('When team is asked for shop');
  expect(commandments.a.rules).toEqual(['Ask team in #team', 'Second', 'kept']);
  expect(commandments.a.details[1]).toEqual({ why: 'team says so to shop' });
  expect(failures).toHaveLength(2);
  expect(failures[0]).toMatchObject({ variable_name: 'origin.tags.nothing' });
}

test('origin is the scope that wrote the text', async () => {
  const one = await testService({ ...files, ...below });
  const answer = await answerOf(one);
  expectTeam(answer);
  expect(answer.template_failures[1].error_message).toBe(
    '"scope.tags.channel" is not defined: the scope "team" wrote this and has the tag, but tags are not inherited; write origin.tags.channel for its tag, or give the scope one of its own',
  );
  const kata = await ask(one.service, 'get_kata', { scope_name: 'shop', kata_name: 'one' }, 'markdown');
  expect(kata).toBe('1. #team\n');
});

test('the context shows origin in place of a variable of that name', async () => {
  const cwd = await tempFolder({
    '.precept/settings.yml': 'origin: mine\n',
    '.precept/rules/shop/metadata.yml': "tags: {channel: '#shop'}\n",
  });
  const { stdout } = await precept(['context', 'shop', '--format', 'json'], { cwd });
  const value = { name: 'shop', tags: { channel: '#shop' } };
  expect(JSON.parse(stdout).variables).toContainEqual({ name: 'origin', source: 'origin', value });
});

test('masters tell the tags of scopes whose texts ask for them, and of no others', async () => {
  const far = await startServer(files);
  const master = await startServer(
    {
      'other/metadata.yml': 'tags: {secret: x}\n',
      'other/commandments.yml': 'a:\n  ruleset: [The origin.]\n',
    },
    { master_server_url: [far.url] },
  );
  const bundleOf = async (url: string, scope: string) =>
    JSON.parse(await (await fetch(`${url}/api/v1/scopes/${scope}/bundle`)).text());
  expect((await bundleOf(far.url, 'team')).tags_of).toEqual({ team: { channel: '#team', only: '1' } });
  expect(await bundleOf(master.url, 'other')).not.toHaveProperty('tags_of');
  for (const url of [far.url, master.url]) expectTeam(await answerOf(await reader([url], below)));
});

test('a reason is of the scope that wrote it, whoever wrote the rule', async () => {
  const text = '{{ origin.name }} in {{ origin.tags.channel }}';
  const rules = (why: string) => `a:\n  ruleset:\n    - {rule: "Ask ${text}", why: "${why}"}\n`;
  const line = {
    'base/metadata.yml': "tags: {channel: '#base'}\n",
    'base/commandments.yml': rules('Base'),
    'team/metadata.yml': "parent: base\ntags: {channel: '#team'}\n",
    'team/commandments.yml': rules(`As ${text} says`),
  };
  const served = { rule: 'Ask base in #base', why: 'As team in #team says' };
  const expectServed = async (of: Pick<TestService, 'service'>) => {
    const { a } = (await answerOf(of)).commandments;
    expect({ rule: a.rules[0], why: a.details[0].why }).toEqual(served);
    const scope = { scope_name: 'shop' };
    expect(await ask(of.service, 'get_rules', scope, 'markdown')).toContain(`  - Why: ${served.why}`);
    const explained = await ask(of.service, 'explain', { ...scope, of: 'a' }, 'markdown');
    expect(explained).toContain(`why: \`${served.why}\``);
  };
  const shop = { 'shop/metadata.yml': 'parent: team\n' };
  await expectServed(await testService({ ...line, ...shop }));
  const far = await startServer(line);
  const near = await startServer({}, { master_server_url: [far.url] });
  for (const url of [far.url, near.url]) await expectServed(await reader([url], shop));
  const bundle = JSON.parse(await (await fetch(`${far.url}/api/v1/scopes/team/bundle`)).text());
  expect(bundle.commandments.a.rules[0].details_origin).toEqual({ server: 'local', scope: 'team' });
  const base = await (await fetch(`${far.url}/api/v1/scopes/base/bundle`)).text();
  expect(base).not.toContain('details_origin');
});

test('text without origin makes the same bundle as ever', async () => {
  const master = await startServer({ 'a/commandments.yml': 'a:\n  ruleset: ["{{ scope.name }}"]\n' });
  const text = await (await fetch(`${master.url}/api/v1/scopes/a/bundle`)).text();
  for (const key of ['tags_of', 'when_origins', 'waivers', '"id"']) expect(text).not.toContain(key);
});

const lintOf = async (more: Readonly<Record<string, string>>) =>
  (await lint(await tempFolder(more))).problems.map(
    ({ code, severity, file, line, column }) => `${code} ${severity} ${file}:${line}:${column}`,
  );

test('lint tells where a tag of the origin is missing below', async () => {
  const team = (text: string) => ({
    'team/metadata.yml': "tags: {channel: '#team'}\n",
    'team/commandments.yml': `a:\n  when: Now\n  ruleset:\n    - "${text}"\n`,
  });
  const child = { 'shop/metadata.yml': 'parent: team\n' };
  const same = { 'shop/metadata.yml': "parent: team\ntags: {channel: '#shop'}\n" };
  const plain = 'Ask {{ scope.tags.channel }}';
  const guarded = "Ask {{ scope.tags.channel | default('us') }}";
  const condition = '{% if scope.tags.channel %}Ask{% endif %}';
  expect(await lintOf({ ...team(plain), ...child })).toEqual([
    'undefined-variable error team/commandments.yml:4:15',
  ]);
  expect(await lintOf({ ...team(plain), ...same })).toEqual([
    'tag-not-inherited info team/commandments.yml:4:15',
  ]);
  expect(await lintOf({ ...team(condition), ...child })).toEqual([
    'dropped-must info team/commandments.yml:4:14',
  ]);
  expect(await lintOf({ ...team(condition), ...same })).toEqual([]);
  expect(await lintOf({ ...team(guarded), ...child })).toEqual([]);
  expect(await lintOf(team(plain))).toEqual([]);
});
