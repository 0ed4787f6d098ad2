import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Host } from '../mcp/clients.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { acmeSettings } from '../support/program.ts';
import { block, library, oddNames, shipItSource, shipItSteps, shopIndex } from './content.ts';

const template = 'precept://scopes/{scope}/katas/{category}/{kata}';
const note = '> **Note:** Using default scope: `shop`\n\n';
const broken = {
  'broken/katas.yml': `a:
  katas:
    sound: 1. Do it.
    wrong: |
${block(6, '{id: one, type: process, description: "{{ scope.name }}", next: two}')}    failing: 1. Ask {{ nobody }}.
`,
  'bad/katas.yml': 'a:\n  katas: {cut: 5}\n',
};

/** The protocol error that answers a request. */
async function refusal(request: Promise<unknown>): Promise<{ code: number; message: string }> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Error && 'code' in error) return { code: Number(error.code), message: error.message };
  throw new Error(`expected a protocol error, got ${String(error)}`);
}

describe.each(['SDK 1.x', 'SDK 2.x, pinned'])('an agent on %s', (generation) => {
  let host: Host;
  let bare: Host;
  beforeAll(async () => {
    const rules = await tempFolder({ ...library, ...broken });
    [host, bare] = await Promise.all([
      connect(generation, ['-r', rules], { PRECEPT_DEFAULT_SCOPE: 'shop' }),
      connect(generation, ['-r', rules]),
    ]);
  });
  afterAll(() => Promise.all([host?.close(), bare?.close()]));

  const read = async (uri: string) => (await host.client.readResource({ uri })).contents;

  it('finds three tools for katas, with the name of the kata first and required', async () => {
    const { tools } = await host.client.listTools();
    const shapes = tools
      .filter(({ name }) => name.includes('kata'))
      .map(({ name, inputSchema }) => [
        name,
        Object.keys(inputSchema.properties ?? {}),
        inputSchema.required ?? [],
      ]);
    expect(shapes).toEqual([
      ['get_kata_category_index', ['scope_name'], []],
      ['get_katas', ['scope_name', 'categories'], []],
      ['get_kata', ['kata_name', 'scope_name', 'category'], ['kata_name']],
    ]);
  });

  it('reads the index, then names, then the steps of one', async () => {
    const index = await host.call('get_kata_category_index', { scope_name: 'shop' });
    expect(index).toEqual({ text: shopIndex, isError: false });
    const list = await host.call('get_katas', {
      scope_name: 'shop',
      categories: 'delivery.release, testing',
    });
    expect(list).toEqual({
      text: '# Katas of shop\n\n- `delivery.release`: `cut-release`, `roll-back`, `ship-it`\n- `testing`: `hunt-a-flaky-test`\n',
      isError: false,
    });
    const kata = await host.call('get_kata', { kata_name: 'cut-release', scope_name: 'shop' });
    expect(kata).toEqual({ text: '1. Tag shop.\n2. Tell #releases.\n', isError: false });
    const chart = await host.call('get_kata', { kata_name: 'ship-it', scope_name: 'shop' });
    expect(chart).toEqual({ text: shipItSteps, isError: false });
  });

  it('gets the default scope with a note, or is told of the setting', async () => {
    expect((await host.call('get_kata_category_index')).text).toBe(note + shopIndex);
    expect((await host.call('get_kata', { kata_name: 'ship-it' })).text).toBe(note + shipItSteps);
    const withCategory = await host.call('get_kata', { kata_name: 'delivery.release/ship-it' });
    expect(withCategory.text).toBe(note + shipItSteps);
    expect((await host.call('get_katas', { categories: 'testing' })).text).toBe(
      `${note}# Katas of shop\n\n- \`testing\`: \`hunt-a-flaky-test\`\n`,
    );
    for (const tool of ['get_kata_category_index', 'get_katas', 'get_kata']) {
      const told = await bare.call(tool, tool === 'get_kata' ? { kata_name: 'plan' } : {});
      expect(told.isError, tool).toBe(true);
      expect(told.text, tool).toMatch(/^[^\n]*scope_name[^\n]*default_scope[^\n]*$/);
    }
  });

  it.each([
    [
      { kata_name: 'cut-relese' },
      /^Scope "shop" has no kata "cut-relese"\. The nearest names are: cut-release, /,
    ],
    [{ kata_name: 'roll-back' }, /"roll-back": delivery\.release, delivery\.hotfix, odd names\. .*category/],
    [{ kata_name: 'plan', category: 'testing' }, /in category "testing"\. Its category is delivery\.$/],
    [{ kata_name: 'plan', category: 'a b c' }, /^The category cannot be read: "a b c" is no dot path/],
    [{ kata_name: 'plan', category: '' }, /^The category cannot be read: it is empty/],
    [{ kata_name: 'testing/plan' }, /has no kata "testing\/plan"\. The nearest names are/],
    [{ kata_name: 'a\nb' }, /has no kata "a\\nb"/],
    [{ kata_name: 'index' }, /has no kata "index"/],
    [{ kata_name: 'plan', scope_name: 'shpo' }, /^There is no scope "shpo"\. The nearest names are: shop, /],
    [{ kata_name: 'cut', scope_name: 'bad' }, /bad\/katas\.yml:2:16: kata `a\/cut` is a number, not text/],
    [
      { kata_name: 'wrong', scope_name: 'broken' },
      /^broken\/katas\.yml:4: flowchart of kata `a\/wrong` \(node `one`\): no node has the id `two`/,
    ],
    [{ scope_name: 'shop' }, /kata_name/],
    [{ kata_name: 'plan', debug: true }, /debug.*takes kata_name, scope_name, category/],
  ])('is told on one line what is wrong with %j', async (args: Record<string, unknown>, says) => {
    const told = await host.call('get_kata', 'scope_name' in args ? args : { ...args, scope_name: 'shop' });
    expect(told.isError).toBe(true);
    expect(told.text).toMatch(says);
    expect(told.text).not.toMatch(/[\r\n]|precept-test-/);
  });

  it('gets a kata of several by its category', async () => {
    const steps = async (category: string) =>
      (await host.call('get_kata', { kata_name: 'roll-back', scope_name: 'shop', category })).text;
    expect(await steps('delivery.release')).toBe('1. Revert.\n2. Redeploy.\n');
    expect(await steps('delivery.hotfix')).toBe('1. Ask first.\n');
    expect(await steps('odd names')).toBe('1. Odd.\n');
  });

  it('gets the sound katas of a scope that has a broken one, and failing expressions as written', async () => {
    const index = await host.call('get_kata_category_index', { scope_name: 'broken' });
    expect(index).toMatchObject({ isError: false, text: expect.stringContaining('kata `wrong`') });
    const steps = async (kata_name: string) => host.call('get_kata', { kata_name, scope_name: 'broken' });
    expect(await steps('sound')).toEqual({ text: '1. Do it.\n', isError: false });
    expect(await steps('failing')).toEqual({
      text: '> **Incomplete:** 1 text could not be rendered and stands as written.\n\n1. Ask {{ nobody }}.\n',
      isError: false,
    });
  });

  it('is refused a filter that cannot be read', async () => {
    const told = await host.call('get_katas', { scope_name: 'shop', categories: 'a..b' });
    expect(told).toMatchObject({ isError: true, text: expect.stringContaining('"a..b" is no dot path') });
  });

  it('is offered the prompt that puts one kata before it', async () => {
    const { prompts } = await host.client.listPrompts();
    const prompt = prompts.find(({ name }) => name === 'follow_kata');
    expect(prompt?.arguments?.map(({ name, required }) => [name, required])).toEqual([
      ['kata_name', true],
      ['scope_name', false],
      ['category', false],
    ]);
    for (const { description } of prompt?.arguments ?? []) expect(description?.length).toBeGreaterThan(8);
    const shown = async (args: Record<string, string>) => {
      const { messages } = await host.client.getPrompt({ name: 'follow_kata', arguments: args });
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } });
      const content = messages[0]?.content;
      return content?.type === 'text' ? content.text : '';
    };
    const text = await shown({ kata_name: 'ship-it', scope_name: 'shop' });
    expect(text).toMatch(/^Follow these steps in order\.[^\n]*\n\n## Ship shop\n/);
    expect(text.endsWith(shipItSteps)).toBe(true);
    expect(await shown({ kata_name: 'plan' })).toContain(`\n\n${note}1. Plan it.\n`);
    const args = { kata_name: 'roll-back', scope_name: 'shop', category: 'delivery.hotfix' };
    expect((await shown(args)).endsWith('\n\n1. Ask first.\n')).toBe(true);
  });

  it('is refused the prompt as a mistake of the request', async () => {
    const ask = (args: Record<string, string>) =>
      refusal(host.client.getPrompt({ name: 'follow_kata', arguments: args }));
    expect(await ask({ kata_name: 'plam' })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('nearest names are: plan'),
    });
    expect(await ask({ kata_name: 'roll-back' })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('delivery.release, delivery.hotfix'),
    });
    expect(await ask({ scope_name: 'shop' })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('kata_name'),
    });
  });

  it('completes the arguments of the prompt', async () => {
    const complete = (name: string, value: string, given?: Record<string, string>) =>
      host.complete({
        ref: { type: 'ref/prompt', name: 'follow_kata' },
        argument: { name, value },
        ...(given && { context: { arguments: given } }),
      });
    expect(await complete('scope_name', 'sh')).toEqual(['shop']);
    expect(await complete('kata_name', 'RO', { scope_name: 'shop' })).toEqual(['roll-back']);
    expect(await complete('kata_name', 'it', { scope_name: 'shop' })).toEqual(['ship-it']);
    // The default scope's, where none is chosen yet.
    expect(await complete('kata_name', 'ship')).toEqual(['ship-it']);
    expect(await complete('kata_name', '', { scope_name: 'company' })).toEqual([
      'cut-release',
      'hunt-a-flaky-test',
      'plan',
      'roll-back',
    ]);
    expect(await complete('kata_name', '', { scope_name: 'shop', category: 'delivery' })).toEqual(['plan']);
    // A host may send what was left empty.
    expect(await complete('kata_name', 'ro', { scope_name: 'shop', category: '' })).toEqual(['roll-back']);
    expect(await complete('category', '', { scope_name: 'shop', kata_name: 'roll-back' })).toEqual([
      'delivery.hotfix',
      'delivery.release',
      'odd names',
    ]);
    expect(await complete('category', 'del', { scope_name: 'shop' })).toEqual([
      'delivery',
      'delivery.hotfix',
      'delivery.release',
    ]);
    expect(await complete('category', '', { scope_name: 'shop', kata_name: 'no-such' })).toEqual([]);
    expect(await complete('category', 'emp', { scope_name: 'shop' })).toEqual([]);
    for (const scope_name of ['no-such', 'bad', '../x']) {
      expect(await complete('kata_name', '', { scope_name }), scope_name).toEqual([]);
      expect(await complete('category', '', { scope_name }), scope_name).toEqual([]);
    }
  });

  it('reads katas as resources', async () => {
    const { resourceTemplates } = await host.client.listResourceTemplates();
    expect(resourceTemplates.find(({ uriTemplate }) => uriTemplate === template)).toMatchObject({
      mimeType: 'text/markdown',
      title: 'Kata',
    });
    const uri = 'precept://scopes/shop/katas/delivery.release/ship-it';
    expect(await read(uri)).toEqual([{ uri, mimeType: 'text/markdown', text: shipItSteps }]);
    const hotfix = 'precept://scopes/shop/katas/delivery.hotfix/roll-back';
    expect(await read(hotfix)).toMatchObject([{ text: '1. Ask first.\n' }]);
  });

  it.each(oddNames)('reads the resource of the kata %j', async (_, escaped, steps) => {
    const uri = `precept://scopes/shop/katas/odd%20names/${escaped}`;
    expect(await read(uri)).toMatchObject([{ uri, text: steps }]);
  });

  it('completes the parts of the resource', async () => {
    const complete = (name: string, value: string, given: Record<string, string> = {}) =>
      host.complete({
        ref: { type: 'ref/resource', uri: template },
        argument: { name, value },
        context: { arguments: given },
      });
    expect(await complete('scope', 'co')).toEqual(['company']);
    expect(await complete('category', 'delivery.', { scope: 'shop' })).toEqual([
      'delivery.hotfix',
      'delivery.release',
    ]);
    expect(await complete('kata', '', { scope: 'shop', category: 'delivery.release' })).toEqual([
      'cut-release',
      'roll-back',
      'ship-it',
    ]);
    expect(await complete('kata', 'plan', { scope: 'company' })).toEqual(['plan']);
  });

  it.each([
    ['delivery/ship-it', /no kata "ship-it" in category "delivery"\. Its category is delivery\.release\./],
    ['delivery/nothing', /no kata "nothing" in category "delivery"\. The nearest names are/],
    ['a..b/plan', /"a\.\.b" is no dot path/],
    ['delivery/100%', /"100%" has a broken percent-escape/],
    ['delivery', /[Nn]ot found|no such/],
    ['delivery/release/cut-release', /[Nn]ot found|no such/],
  ])('is refused the resource %s as a mistake of the request', async (path, says) => {
    const { code, message } = await refusal(read(`precept://scopes/shop/katas/${path}`));
    expect(code).toBe(-32602);
    expect(message).toMatch(says);
  });

  it('sees a changed kata after a reload', async () => {
    const rules = await tempFolder({ 's/katas.yml': 'a:\n  katas: {cut: 1. First.}\n' });
    const own = await connect(generation, ['-r', rules]);
    try {
      const steps = async () => (await own.call('get_kata', { kata_name: 'cut', scope_name: 's' })).text;
      expect(await steps()).toBe('1. First.\n');
      await writeFiles(rules, { 's/katas.yml': 'a:\n  katas: {cut: 1. Second.}\n' });
      expect(await steps()).toBe('1. First.\n');
      await own.call('reload');
      expect(await steps()).toBe('1. Second.\n');
    } finally {
      await own.close();
    }
  });

  it('is never shown the source of a flowchart', async () => {
    const texts = await Promise.all([
      host.call('get_kata', { kata_name: 'ship-it' }),
      host.call('get_kata_category_index'),
      host.call('get_katas'),
    ]);
    for (const { text } of texts) expect(text).not.toContain(shipItSource.slice(0, 20));
  });
});

describe('the example content', () => {
  it('has at least ten katas, three of them flowcharts, and each can be followed', async () => {
    const host = await connect('SDK 2.x', ['--config', acmeSettings]);
    try {
      const found = new Map<string, boolean>();
      for (const scope_name of ['acme', 'platform', 'checkout', 'catalogue-search']) {
        const { text } = await host.call('get_kata_category_index', { scope_name });
        const lines = [...text.matchAll(/^( *)- (kata )?`([^`]+)`(.*)$/gm)];
        let path: string[] = [];
        for (const [, indent = '', isKata, name = '', when = ''] of lines) {
          expect(when, name).toMatch(/^(: When .*)?$/);
          if (!isKata) path = [...path.slice(0, indent.length / 2), name];
          else {
            const category = path.join('.');
            expect(when, name).not.toBe('');
            const kata = await host.call('get_kata', { scope_name, kata_name: name, category });
            expect(kata.isError, name).toBe(false);
            expect(kata.text, name).toMatch(/^1\. /m);
            expect(kata.text, name).not.toMatch(/\{\{|\{%|#!fcyaml/);
            const isChart = kata.text.startsWith('## ');
            if (isChart) expect(kata.text, name).toMatch(/ \(end\)$/m);
            found.set(`${category}/${name}`, isChart);
          }
        }
      }
      expect(found.size).toBeGreaterThanOrEqual(10);
      expect([...found.values()].filter(Boolean).length).toBeGreaterThanOrEqual(3);
    } finally {
      await host.close();
    }
  });
});
