import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { badFilters, mistakes, refused } from '../support/mistakes.ts';
import { acmeSettings } from '../support/program.ts';
import { connect, generations, type Host } from './clients.ts';

/** Every tool with its arguments, in order; those that exist must be as written here. */
const toolArguments: Readonly<Record<string, readonly string[]>> = {
  list_scopes: [],
  find_guidance: ['scope_name', 'task', 'files', 'max_results'],
  get_category_index: ['scope_name', 'categories'],
  get_rules: ['scope_name', 'categories', 'task', 'files', 'max_tokens'],
  get_kata_category_index: ['scope_name'],
  get_katas: ['scope_name', 'categories'],
  get_kata: ['kata_name', 'scope_name', 'category'],
  get_user_stories: ['scope_name', 'status', 'include_inactive', 'tags'],
  get_acceptance_criteria: ['scope_name', 'stories', 'status', 'include_inactive', 'tags'],
  get_validation_status: ['scope_name', 'acs', 'passing', 'automation'],
  submit_feedback: ['type', 'task', 'rules_json', 'categories', 'reason', 'scope_name', 'reporter'],
  reload: [],
};
const scopes = [
  'acme',
  'catalogue-search',
  'checkout',
  'platform',
  'status-page',
  'team-payments',
  'team-storefront',
];
const defaultScopeNote = '> **Note:** Using default scope: `checkout`\n';

/** The protocol error that answers a request. */
async function refusal(request: Promise<unknown>): Promise<{ code: number; message: string }> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Error && 'code' in error) return { code: Number(error.code), message: error.message };
  throw new Error(`expected a protocol error, got ${String(error)}`);
}

describe.each(generations)('a host on $name', ({ name: generation, revision }) => {
  let acme: Host;
  let faulty: Host;
  beforeAll(async () => {
    const rules = await tempFolder(mistakes);
    [acme, faulty] = await Promise.all([
      connect(generation, ['--config', acmeSettings]),
      connect(generation, ['-r', rules], { PRECEPT_MAX_INHERITANCE_DEPTH: '2' }),
    ]);
  });
  afterAll(() => Promise.all([acme?.close(), faulty?.close()]));

  it('learns who it talks to, in this revision, and how to use it', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(acme.client.getServerVersion()).toMatchObject({ name: 'precept', version });
    const { client } = acme;
    // The 1.x client has no method for it; it knows no revision but its own.
    if (generation !== 'SDK 1.x') expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const instructions = client.getInstructions() ?? '';
    expect(instructions.length).toBeLessThan(2000);
    expect(instructions).toMatch(/find_guidance[\s\S]*no index is needed after it[\s\S]*get_rules/);
  });

  it('finds the tools in their order, with their arguments', async () => {
    const { tools } = await acme.client.listTools();
    const names = tools.map((tool) => tool.name);
    expect(names).toEqual(Object.keys(toolArguments).filter((name) => names.includes(name)));
    expect(names).toEqual(
      expect.arrayContaining(['list_scopes', 'get_category_index', 'get_rules', 'reload']),
    );
    for (const { name, description, inputSchema } of tools) {
      expect(Object.keys(inputSchema.properties ?? {}), name).toEqual(toolArguments[name]);
      expect(inputSchema.additionalProperties, name).toBe(false);
      expect(description?.length, name).toBeGreaterThan(20);
      if (name !== 'submit_feedback') {
        expect(inputSchema.required ?? [], name).toEqual(name === 'get_kata' ? ['kata_name'] : []);
      }
      for (const argument of ['scope_name', 'categories']) {
        const schema = inputSchema.properties?.[argument];
        if (schema !== undefined) expect(schema, `${name} ${argument}`).toHaveProperty('description');
      }
    }
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(6500);
  });

  it('is told which tools only read', async () => {
    const { tools } = await acme.client.listTools();
    for (const { name, annotations } of tools) {
      const reads = !['reload', 'submit_feedback'].includes(name);
      expect(annotations, name).toMatchObject({ readOnlyHint: reads, openWorldHint: false });
      expect(annotations, name).toMatchObject({ title: expect.any(String) });
      if (reads) expect(annotations?.idempotentHint, name).toBe(true);
      else expect(annotations?.destructiveHint, name).toBe(false);
    }
  });

  it('lists scopes, then reads an index, then the rules that fit', async () => {
    const listed = await acme.call('list_scopes');
    expect(listed).toEqual({ text: scopes.map((scope) => `- ${scope}\n`).join(''), isError: false });

    const index = await acme.call('get_category_index', { scope_name: 'status-page' });
    expect(index.text).toMatch(/^# Index of rule categories for scope status-page\n\nThe public page/);
    expect(index.text).toContain(
      '- `status`\n  - `hosting`: When changing where or how the page is served\n',
    );
    expect(index.text).toContain('  - `commits`: When committing\n');

    const rules = await acme.call('get_rules', {
      scope_name: 'status-page',
      categories: 'status, git.commits',
    });
    expect(rules.text).toMatch(/^# Rules for status-page\n\nThe public page/);
    expect(rules.text).toContain(
      '### updates\n\n*When writing an update*\n\n- **MUST**: State what customers',
    );
    expect(rules.text).toContain(
      '- **SHOULD**: Take the first text from the prepared ones for the shop, payment',
    );
    expect(rules.text).toContain('### commits');
    expect(rules.text).not.toContain('### branches');
    expect(rules.text).not.toContain('Template Failures');
  });

  it('gets the default scope, and a note that says so', async () => {
    const index = await acme.call('get_category_index');
    const named = await acme.call('get_category_index', { scope_name: 'checkout' });
    expect(index.text).toBe(`${defaultScopeNote}\n${named.text}`);
    const rules = await acme.call('get_rules', { categories: 'git' });
    expect(rules.text.startsWith(`${defaultScopeNote}\n# Rules for checkout\n`)).toBe(true);
    expect(named.text).not.toContain('default scope');
  });

  it('is told of the setting where there is no default scope', async () => {
    for (const tool of ['get_category_index', 'get_rules']) {
      const told = await faulty.call(tool);
      expect(told.isError, tool).toBe(true);
      expect(told.text, tool).toMatch(/^[^\n]*scope_name[^\n]*list_scopes[^\n]*default_scope[^\n]*$/);
    }
  });

  it.each(refused)('is told on one line why scope "$scope" is refused', async ({ scope, says }) => {
    for (const tool of ['get_rules', 'get_category_index']) {
      const told = await faulty.call(tool, { scope_name: scope });
      expect(told.isError).toBe(true);
      expect(told.text).toMatch(says);
      expect(told.text).not.toMatch(/[\r\n]/);
      expect(told.text).not.toContain('precept-test-');
    }
  });

  it('is told the three nearest names of an unknown scope', async () => {
    const told = await acme.call('get_rules', { scope_name: 'team-payment' });
    expect(told).toEqual({
      isError: true,
      text: 'There is no scope "team-payment". The nearest names are: team-payments, team-storefront, acme.',
    });
  });

  it('is told of a category filter that cannot be read', async () => {
    for (const categories of badFilters) {
      const told = await faulty.call('get_rules', { scope_name: 'good', categories });
      expect(told.isError, categories).toBe(true);
      expect(told.text).toMatch(/^[^\n]*category filter[^\n]*dot paths[^\n]*$/);
      expect(told.text.length).toBeLessThan(400);
    }
  });

  it('gets an empty answer, not an error, for a category that nothing is in', async () => {
    const told = await faulty.call('get_rules', { scope_name: 'good', categories: 'backend.ap' });
    expect(told).toEqual({
      isError: false,
      text: '# Rules for good\n\nA good scope\n\nNo rules match. The category index names the categories that have rules.\n\n- there is no category `backend.ap`; the nearest are `backend.api`, `backend.testing`, `frontend`\n',
    });
  });

  it('gets what can be rendered, and a report of what cannot', async () => {
    const told = await faulty.call('get_rules', { scope_name: 'failing' });
    expect(told.isError).toBe(false);
    expect(told.text).toContain('- **MUST**: Keep calm');
    expect(told.text).toMatch(
      /<ignore-failed-template>[\s\S]*texts rule #1[\s\S]*nobody[\s\S]*<\/ignore-failed-template>\n$/,
    );
    expect(told.text).not.toContain('**MUST**: Ask');
  });

  it.each([
    ['unknown', { scope_name: 'good', scopename: 'good' }, /scopename/],
    ['hidden', { scope_name: 'good', debug: true }, /debug/],
    ['wrongly typed', { scope_name: 7 }, /scope_name/],
  ])('is told of an argument that is %s', async (_, args, says) => {
    const told = await faulty.call('get_rules', args);
    expect(told.isError).toBe(true);
    expect(told.text).toMatch(says);
    expect(told.text).not.toMatch(/\n|^\s+at /);
  });

  it('is refused a tool that does not exist', async () => {
    expect(await refusal(acme.client.callTool({ name: 'get_ruels', arguments: {} }))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('get_ruels'),
    });
  });

  it('offers the prompt that puts the rules before an agent', async () => {
    const { prompts } = await acme.client.listPrompts();
    const prompt = prompts.find(({ name }) => name === 'apply_scope_rules');
    expect(prompt?.arguments?.map(({ name, required }) => ({ name, required }))).toEqual([
      { name: 'scope_name', required: false },
      { name: 'categories', required: false },
    ]);

    const given = { scope_name: 'acme', categories: 'git.commits' };
    const { messages } = await acme.client.getPrompt({ name: 'apply_scope_rules', arguments: given });
    expect(messages).toHaveLength(1);
    const rules = await acme.call('get_rules', given);
    expect(messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } });
    expect(messages[0]?.content).toHaveProperty('text', expect.stringContaining(rules.text));

    const byDefault = await acme.client.getPrompt({ name: 'apply_scope_rules', arguments: {} });
    expect(byDefault.messages[0]?.content).toHaveProperty('text', expect.stringContaining(defaultScopeNote));
  });

  it('completes the arguments of the prompt', async () => {
    const ref = { type: 'ref/prompt', name: 'apply_scope_rules' } as const;
    const complete = (name: string, value: string, args?: Record<string, string>) =>
      acme.complete({ ref, argument: { name, value }, ...(args && { context: { arguments: args } }) });
    expect(await complete('scope_name', '')).toEqual(scopes);
    expect(await complete('scope_name', 'TEAM')).toEqual(['team-payments', 'team-storefront']);
    expect(await complete('scope_name', 'search')).toEqual(['catalogue-search']);
    expect(await complete('scope_name', 'zzz')).toEqual([]);
    expect(await complete('categories', 'status', { scope_name: 'status-page' })).toEqual([
      'status.hosting',
      'status.updates',
    ]);
    // The default scope's where none is chosen yet, and after a comma the next path.
    expect(await complete('categories', 'checkout.')).toEqual([
      'checkout.cart',
      'checkout.guest',
      'checkout.orders',
      'checkout.stock',
    ]);
    expect(await complete('categories', 'testing,git', { scope_name: 'acme' })).toEqual([
      'testing,git.branches',
      'testing,git.commits',
    ]);
    expect(await complete('categories', 'git', { scope_name: 'no-such-scope' })).toEqual([]);
  });

  it('reads rules and indexes as resources', async () => {
    const { resources } = await acme.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    for (const view of ['rules', 'index']) {
      expect(uris).toEqual(
        expect.arrayContaining(scopes.map((scope) => `precept://scopes/${scope}/${view}`)),
      );
    }
    const { resourceTemplates } = await acme.client.listResourceTemplates();
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    expect(templates).toEqual(
      expect.arrayContaining(['precept://scopes/{scope}/rules', 'precept://scopes/{scope}/index']),
    );
    for (const [view, tool] of [
      ['rules', 'get_rules'],
      ['index', 'get_category_index'],
    ] as const) {
      const uri = `precept://scopes/acme/${view}`;
      const { contents } = await acme.client.readResource({ uri });
      const { text } = await acme.call(tool, { scope_name: 'acme' });
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }]);
      const ref = { type: 'ref/resource', uri: `precept://scopes/{scope}/${view}` } as const;
      const asked = { ref, argument: { name: 'scope', value: 'team-' } };
      expect(await acme.complete(asked)).toEqual(['team-payments', 'team-storefront']);
    }
  });

  it('reads the vision of a scope as a resource: stories, then acceptance criteria', async () => {
    const uri = 'precept://scopes/checkout/tenka';
    const { resources } = await acme.client.listResources();
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    const { contents } = await acme.client.readResource({ uri });
    const texts = await Promise.all(
      ['get_user_stories', 'get_acceptance_criteria'].map((tool) =>
        acme.call(tool, { scope_name: 'checkout' }),
      ),
    );
    expect(texts[0]?.text).toMatch(/^## US\d/m);
    const text = texts.map((answer) => answer.text).join('\n');
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }]);
    const ref = { type: 'ref/resource', uri: 'precept://scopes/{scope}/tenka' } as const;
    expect(await acme.complete({ ref, argument: { name: 'scope', value: 'check' } })).toEqual(['checkout']);
  });

  it('is refused a resource that does not exist', async () => {
    const uri = 'precept://nothing';
    expect(await refusal(acme.client.readResource({ uri }))).toMatchObject({ code: -32602 });
  });

  // Finding: the fault goes out as an internal error (-32603).
  it('is refused a resource of a scope that does not exist, as a mistake of the request', async () => {
    const read = (uri: string) => refusal(acme.client.readResource({ uri }));
    expect(await read('precept://scopes/acm/rules')).toMatchObject({
      code: -32602,
      message: expect.stringContaining('nearest names are: acme'),
    });
    expect(await read('precept://scopes/a%20b/index')).toMatchObject({
      code: -32602,
      message: expect.stringContaining('"a b" cannot be a scope name'),
    });
  });

  // Finding: the fault goes out as an internal error (-32603).
  it('is refused a prompt for a scope that does not exist, as a mistake of the request', async () => {
    const given = { name: 'apply_scope_rules', arguments: { scope_name: 'acm' } };
    expect(await refusal(acme.client.getPrompt(given))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('nearest names are: acme'),
    });
  });

  it('is told why a resource or prompt is refused', async () => {
    const why = expect.stringContaining('There is no scope "acm". The nearest names are: acme, ');
    const uri = 'precept://scopes/acm/rules';
    expect(await refusal(acme.client.readResource({ uri }))).toMatchObject({ message: why });
    const prompt = { name: 'apply_scope_rules', arguments: { scope_name: 'acm' } };
    expect(await refusal(acme.client.getPrompt(prompt))).toMatchObject({ message: why });
  });

  it('sees changed files after a reload, and not before', async () => {
    const rules = await tempFolder({ 'old/commandments.yml': 'a:\n  ruleset: [First]\n' });
    const host = await connect(generation, ['-r', rules], { PRECEPT_CACHE_TTL_SECONDS: '3600' });
    try {
      const read = async () => (await host.call('get_rules', { scope_name: 'old' })).text;
      const before = await read();
      expect(before).toContain('First');
      expect((await host.call('list_scopes')).text).toBe('- old\n');
      await writeFiles(rules, { 'old/commandments.yml': 'a:\n  ruleset: [Second]\n', 'new/': '' });
      expect(await read()).toBe(before);
      expect((await host.call('list_scopes')).text).toBe('- old\n');
      expect(await host.call('reload')).toMatchObject({ isError: false });
      expect(await read()).toMatch(/Second/);
      expect(await read()).not.toContain('First');
      expect((await host.call('list_scopes')).text).toBe('- new\n- old\n');
    } finally {
      await host.close();
    }
  });
});

describe('a host whose server does not cache', () => {
  it('sees changed files at once', async () => {
    const rules = await tempFolder({ 'old/commandments.yml': 'a:\n  ruleset: [First]\n' });
    const host = await connect('SDK 2.x', ['-r', rules], { PRECEPT_CACHE_TTL_SECONDS: '0' });
    try {
      expect((await host.call('get_rules', { scope_name: 'old' })).text).toContain('First');
      await writeFiles(rules, { 'old/commandments.yml': 'a:\n  ruleset: [Second]\n' });
      expect((await host.call('get_rules', { scope_name: 'old' })).text).toContain('Second');
    } finally {
      await host.close();
    }
  });
});
