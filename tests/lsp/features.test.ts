import { beforeAll, describe, expect, test } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Location,
  TextEdit,
} from 'vscode-languageserver/node';
import { tempFolder } from '../support/folder.ts';
import { type Editor, type Place, startEditor } from './editor.ts';

const chart = `delivery:
  when: When releasing
  katas:
    ship: |
      #!fcyaml
      flowchart:
        nodes:
          - id: build
            type: process
            description: Build it
            next: check
          - id: check
            type: decision
            description: Is it green?
            next:
              yes: done
              no: build
          - {id: done, type: terminator, description: Over}
`;
const chartExcerpt = chart
  .split('\n')
  .slice(4, 14)
  .map((line) => line.slice(6))
  .join('\n');
const files = {
  'acme/metadata.yml': 'description: All of acme\ntags:\n  team: platform\n',
  'acme/commandments.yml': 'security:\n  when: Handling secrets\n  ruleset:\n    - Never log a secret\n',
  'acme/suggestions.yml':
    'api:\n  when: Changing the API\n  ruleset:\n    - Return JSON\n    - Page by 50\n    - Name the owner\n',
  'acme/katas.yml': chart,
  'shop/metadata.yml': 'description: The shop\nparents: [acme]\ntags:\n  team: shop\n',
  'shop/commandments.yml':
    'api.errors:\n  when: An endpoint can fail\n  see: [security]\n  ruleset:\n    - Ask {{ scope.tags.team | upper }} first\n',
  'shop/suggestions.yml':
    '# Of the shop\n# alone\napi:\n  ruleset:\n    - Return XML\n+other:\n  ruleset:\n    - One\n',
  'shop/katas.yml': '',
  'shop/tests.yml':
    'tests:\n  finds-it:\n    task: x\n    finds: [api]\n    katas: [delivery/ship]\n    rules:\n      api: [Return XML]\n',
};

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor(await tempFolder(files), {
    params: { initializationOptions: { inlayHints: true } },
  });
  for (const name of Object.keys(files)) await editor.open(name);
});

/** Puts a text into a buffer for as long as something is asked. */
async function typed<Answer>(name: string, text: string, ask: () => Promise<Answer>): Promise<Answer> {
  const before = editor.text(name);
  await editor.type(name, text);
  const answer = await ask();
  await editor.type(name, before);
  return answer;
}
const itemsAt = async (name: string, place: Place) =>
  (await editor.at<CompletionItem[]>('completion', name, place)).map(({ label }) => label);
/** Where something is, as `file:line:character` from 0. */
const short = (found: readonly Location[]) =>
  found.map(
    ({ uri, range }) => `${uri.split('/').slice(-2).join('/')}:${range.start.line}:${range.start.character}`,
  );
const hoverAt = async (name: string, place: Place) => {
  const found = await editor.at<Hover | null>('hover', name, place);
  return found === null ? null : (found.contents as { value: string }).value;
};

test('the server says what it can do', () => {
  expect(editor.answer.serverInfo?.name).toBe('precept');
  expect(Object.keys(editor.answer.capabilities).sort()).toEqual([
    'codeActionProvider',
    'completionProvider',
    'definitionProvider',
    'documentSymbolProvider',
    'foldingRangeProvider',
    'hoverProvider',
    'inlayHintProvider',
    'referencesProvider',
    'renameProvider',
    'textDocumentSync',
  ]);
});

describe('completion', () => {
  test.each<[what: string, file: string, text: string, wanted: readonly string[], not: readonly string[]]>([
    [
      'keys of metadata',
      'shop/metadata.yml',
      'description: x\n|',
      ['parents', 'tags'],
      ['description', 'when'],
    ],
    ['parents in a list', 'shop/metadata.yml', 'parents: [|]\n', ['acme'], ['shop', 'when']],
    ['a parent', 'shop/metadata.yml', 'parent: a|\n', ['acme'], ['shop']],
    ['parents on lines', 'shop/metadata.yml', 'parents:\n  - |\n', ['acme'], ['shop']],
    [
      'categories, inherited and added to',
      'shop/suggestions.yml',
      'a|',
      ['api', '+api', 'security', 'api.errors', 'delivery'],
      ['+security'],
    ],
    [
      'keys of a category',
      'shop/commandments.yml',
      'api:\n  when: x\n  |',
      ['ruleset', 'see', 'paths'],
      ['when'],
    ],
    ['links', 'shop/commandments.yml', 'api:\n  see: [sec|]\n', ['security', 'delivery'], ['ruleset']],
    [
      'links on lines',
      'shop/commandments.yml',
      'api:\n  see:\n    - |\n',
      ['security', 'delivery'],
      ['ruleset'],
    ],
    [
      'keys of a kata',
      'shop/katas.yml',
      'api:\n  katas:\n    ship:\n      |',
      ['procedure', 'when'],
      ['katas'],
    ],
    ['inherited katas', 'shop/katas.yml', 'delivery:\n  katas:\n    |', ['ship'], ['procedure']],
    [
      'keys of a node',
      'shop/katas.yml',
      'a:\n  katas:\n    b: |\n      #!fcyaml\n      flowchart:\n        nodes:\n          - id: x\n            §',
      ['type', 'next', 'description'],
      ['id', 'when'],
    ],
    [
      'types of nodes',
      'shop/katas.yml',
      'a:\n  katas:\n    b: |\n      #!fcyaml\n      flowchart:\n        nodes:\n          - id: x\n            type: §',
      ['decision', 'fork', 'process', 'sync', 'terminator'],
      ['x'],
    ],
    [
      'nodes that a path can lead to',
      'shop/katas.yml',
      'a:\n  katas:\n    b: |\n      #!fcyaml\n      flowchart:\n        nodes:\n          - id: first\n            next: §\n          - id: second\n',
      ['first', 'second'],
      ['type'],
    ],
    ...(
      [
        ['types', '- {id: a, type: §}', ['decision', 'terminator'], ['a', 'id']],
        ['types with nothing behind', '- {id: a, type: de§', ['decision'], ['a']],
        ['ids', '- {id: a, type: process, next: §}', ['a', 'b'], ['type', 'process']],
        ['ids of a list', '- {id: a, type: fork, next: [b, §]}', ['a', 'b'], ['type']],
        ['ids by answer', '- {id: a, type: decision, next: {yes: b, no: §}}', ['a', 'b'], ['type']],
        ['ids of a list of answers', '- {id: a, next: [{condition: "x, y", next: §}]}', ['a', 'b'], ['type']],
        ['keys', '- {id: a, §, type: process}', ['description', 'next', 'role'], ['id', 'type', 'decision']],
        ['the first key', '- {§}', ['description', 'id', 'type'], ['decision']],
        ['an answer, which is anything', '- {id: a, next: {§}}', [], ['a', 'b', 'type']],
      ] as const
    ).map(
      ([what, node, wanted, not]) =>
        [
          `flow style: ${what}`,
          'shop/katas.yml',
          `a:\n  katas:\n    b: |\n      #!fcyaml\n      flowchart:\n        nodes:\n          ${node}\n          - {id: a, type: process}\n          - {id: b, type: terminator}\n`,
          wanted,
          not,
        ] as [string, string, string, readonly string[], readonly string[]],
    ),
    [
      'links in brackets over categories',
      'shop/suggestions.yml',
      'a:\n  see: [security, §]\n',
      ['security', 'api.errors'],
      ['when'],
    ],
    [
      'variables',
      'shop/commandments.yml',
      'a:\n  ruleset:\n    - Ask {{ |',
      ['scope', 'service_version', 'category'],
      ['upper'],
    ],
    [
      'parts of a variable',
      'shop/commandments.yml',
      'a:\n  ruleset:\n    - Ask {{ scope.tags.|',
      ['team'],
      ['scope'],
    ],
    [
      'filters',
      'shop/commandments.yml',
      'a:\n  ruleset:\n    - Ask {{ scope.name | §',
      ['upper', 'default'],
      ['scope'],
    ],
    [
      'categories in tests',
      'shop/tests.yml',
      'tests:\n  one:\n    finds: [|]\n',
      ['api', 'security'],
      ['task'],
    ],
    [
      'katas in tests',
      'shop/tests.yml',
      'tests:\n  one:\n    katas:\n      - |\n',
      ['delivery/ship'],
      ['api'],
    ],
    [
      'keys of tests',
      'shop/tests.yml',
      'tests:\n  one:\n    task: x\n    |',
      ['finds', 'max_tokens'],
      ['task'],
    ],
    [
      'keys of evaluations',
      'shop/evals.yml',
      'evals:\n  one:\n    task: x\n    |',
      ['repo', 'expect', 'min_pass'],
      ['task'],
    ],
    [
      'what decides an evaluation',
      'shop/evals.yml',
      'evals:\n  one:\n    expect:\n      - |\n',
      ['pattern', 'absent', 'command', 'rule'],
      ['task'],
    ],
    [
      'nothing in a procedure',
      'shop/katas.yml',
      'a:\n  katas:\n    b: |\n      1. Do §',
      [],
      ['when', 'api'],
    ],
  ])('offers %s', async (_, name, text, wanted, not) => {
    const mark = text.includes('§') ? '§' : '|';
    const before = text.slice(0, text.lastIndexOf(mark)).split('\n');
    const plain = text.slice(0, text.lastIndexOf(mark)) + text.slice(text.lastIndexOf(mark) + 1);
    if (editor.text(name) === '') await editor.open(name, '');
    const found = await typed(name, plain, () =>
      itemsAt(name, [before.length - 1, before.at(-1)?.length ?? 0]),
    );
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    for (const one of not) expect(found).not.toContain(one);
  });

  test('replaces what is typed, and says what an item is', async () => {
    const items = await typed('shop/suggestions.yml', '+ap', () =>
      editor.at<CompletionItem[]>('completion', 'shop/suggestions.yml', [0, 3]),
    );
    expect(items.find(({ label }) => label === '+api')).toMatchObject({
      detail: 'adds to what is inherited from acme',
      documentation: { kind: 'markdown', value: 'Changing the API' },
      textEdit: {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } },
        newText: '+api:',
      },
    });
  });
});

describe('hover', () => {
  test('shows what a category replaces and inherits', async () => {
    expect(await hoverAt('shop/suggestions.yml', 'api:')).toBe(
      '**`api`** of scope `shop`\n\nReplaces 3 suggestions:\n\n' +
        '- Return JSON (`acme/suggestions.yml:4`)\n- Page by 50 (`acme/suggestions.yml:5`)\n' +
        '- Name the owner (`acme/suggestions.yml:6`)',
    );
    expect(await hoverAt('shop/commandments.yml', '[|security')).toContain('Inherits 1 commandment:');
  });

  test('shows the kata in whose place one is, and where one comes from', async () => {
    const own =
      'delivery:\n  katas:\n    ship:\n      when: When the shop ships\n      procedure: 1. Ship it.\n';
    const found = await typed('shop/katas.yml', own, () => hoverAt('shop/katas.yml', 'sh|ip:'));
    expect(found).toBe(
      '**kata `ship`** of `delivery`\n\nWhen the shop ships\n\nReplaces that of `acme` (`acme/katas.yml:4`):\n\n' +
        `\`\`\`text\n${chartExcerpt}\n…\n\`\`\``,
    );
    expect(await hoverAt('acme/katas.yml', 'sh|ip:')).toBe('**kata `ship`** of `delivery`');
    expect(await hoverAt('shop/tests.yml', 'delivery/sh|ip')).toBe(
      '**kata `ship`** of `delivery`\n\nInherited from `acme` (`acme/katas.yml:4`)',
    );
  });

  test('shows a rule as it is rendered, and why it fails', async () => {
    expect(await hoverAt('shop/commandments.yml', 'Ask {{ |scope')).toContain(
      'Rendered in `shop`:\n\n```text\nAsk SHOP first\n```',
    );
    const text = editor.text('shop/commandments.yml').replace('upper', 'uper');
    const failing = await typed('shop/commandments.yml', text, () =>
      hoverAt('shop/commandments.yml', 'Ask {{ |scope'),
    );
    expect(failing).toContain('Fails:');
  });

  test('shows what a parent is, and what a key means', async () => {
    expect(await hoverAt('shop/metadata.yml', '[|acme]')).toContain('All of acme');
    expect(await hoverAt('shop/commandments.yml', 'w|hen')).toContain(
      'The situation that the category is for',
    );
    expect(await hoverAt('shop/suggestions.yml', '# Of')).toBeNull();
  });
});

describe('definitions and references', () => {
  test.each<[what: string, file: string, place: string, wanted: readonly string[]]>([
    ['a parent', 'shop/metadata.yml', '[|acme]', ['acme/metadata.yml:0:0']],
    ['a link', 'shop/commandments.yml', '[|security]', ['acme/commandments.yml:0:0']],
    ['a category that stands above another', 'shop/suggestions.yml', 'api:', ['acme/suggestions.yml:0:0']],
    [
      'a category that a test names',
      'shop/tests.yml',
      '[|api]',
      ['shop/suggestions.yml:2:0', 'acme/suggestions.yml:0:0'],
    ],
    ['a kata that a test names', 'shop/tests.yml', 'delivery/|ship', ['acme/katas.yml:3:4']],
    ['a node that a path leads to', 'acme/katas.yml', 'next: |check', ['acme/katas.yml:11:16']],
    ['nothing', 'acme/katas.yml', 'Build it', []],
  ])('go to %s', async (_, name, place, wanted) => {
    expect(short(await editor.at<Location[]>('definition', name, place))).toEqual(wanted);
  });

  test('find every place that names a category, a scope or a node', async () => {
    const find = async (name: string, place: string, includeDeclaration = true) =>
      short(
        await editor.at<Location[]>('references', name, place, { context: { includeDeclaration } }),
      ).sort();
    expect(await find('acme/suggestions.yml', 'api:')).toEqual([
      'acme/suggestions.yml:0:0',
      'shop/suggestions.yml:2:0',
      'shop/tests.yml:3:12',
      'shop/tests.yml:6:6',
    ]);
    expect(await find('acme/suggestions.yml', 'api:', false)).toEqual([
      'shop/tests.yml:3:12',
      'shop/tests.yml:6:6',
    ]);
    expect(await find('shop/metadata.yml', '[|acme]')).toEqual(['shop/metadata.yml:1:10']);
    expect(await find('acme/katas.yml', 'id: |build')).toEqual([
      'acme/katas.yml:16:18',
      'acme/katas.yml:7:16',
    ]);
  });
});

test('the outline has categories with their rules, and katas', async () => {
  const outline = async (name: string) => {
    const names = (symbols: readonly DocumentSymbol[]): unknown[] =>
      symbols.map(({ name: own, children }) => (children === undefined ? own : [own, names(children)]));
    const textDocument = { uri: editor.uri(name) };
    return names(await editor.request('textDocument/documentSymbol', { textDocument }));
  };
  expect(await outline('shop/suggestions.yml')).toEqual([
    ['api', ['Return XML']],
    ['+other', ['One']],
  ]);
  expect(await outline('acme/katas.yml')).toEqual([['delivery', ['ship']]]);
  expect(await typed('shop/suggestions.yml', 'a: [', () => outline('shop/suggestions.yml'))).toEqual([]);
});

test('categories and comments fold, in broken files too', async () => {
  const folds = async (name: string) => {
    const textDocument = { uri: editor.uri(name) };
    const found = await editor.request<FoldingRange[]>('textDocument/foldingRange', { textDocument });
    return found.map(({ startLine, endLine, kind }) => `${startLine}-${endLine} ${kind}`);
  };
  expect(await folds('shop/suggestions.yml')).toEqual([
    '0-1 comment',
    '2-4 region',
    '3-4 region',
    '5-7 region',
    '6-7 region',
  ]);
  const broken = await typed('shop/suggestions.yml', 'a:\n  b: [\n', () => folds('shop/suggestions.yml'));
  expect(broken).toEqual(['0-1 region']);
});

test('inlay hints say what is replaced', async () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const textDocument = { uri: editor.uri('shop/suggestions.yml') };
  expect(await editor.request<InlayHint[]>('textDocument/inlayHint', { textDocument, range })).toEqual([
    { position: { line: 2, character: 4 }, label: 'replaces 3 suggestions of acme', paddingLeft: true },
  ]);
});

describe('quick fixes', () => {
  const actionsAt = (name: string, line: number, only?: readonly string[]) => {
    const textDocument = { uri: editor.uri(name) };
    const at = { line, character: 0 };
    const range = { start: at, end: { line, character: 99 } };
    const context = { diagnostics: [], ...(only && { only }) };
    return editor.request<CodeAction[]>('textDocument/codeAction', { textDocument, range, context });
  };
  const editsOf = (action: CodeAction | undefined, name: string): TextEdit[] =>
    action?.edit?.changes?.[editor.uri(name)] ?? [];

  test.each([
    ['an unknown key', 'shop/metadata.yml', 'tags: {}\ndescripton: x\n', 1, 'description'],
    ['a value without quotes', 'shop/metadata.yml', 'tags:\n  beta: true\n', 1, '"true"'],
    ['a "+" over nothing', 'shop/suggestions.yml', '+other:\n  ruleset: [y]\n', 0, ''],
    ['a "+" that says nothing', 'shop/commandments.yml', '+a:\n  when: x\n  ruleset: [y]\n', 0, ''],
  ])('%s', async (_, name, text, line, wanted) => {
    const [action] = await typed(name, text, () => actionsAt(name, line));
    expect(action).toMatchObject({ kind: 'quickfix', isPreferred: true });
    expect(action?.diagnostics).toHaveLength(1);
    expect(editsOf(action, name).map(({ newText }) => newText)).toEqual([wanted]);
  });

  test('none for a "+" that other categories have too, or that keeps two categories apart', async () => {
    const nested = '+other:\n  ruleset: [y]\n  more:\n    ruleset: [x]\n';
    expect(await typed('shop/suggestions.yml', nested, () => actionsAt('shop/suggestions.yml', 0))).toEqual(
      [],
    );
    const twice = '+other:\n  ruleset: [y]\nother:\n  ruleset: [x]\n';
    expect(await typed('shop/suggestions.yml', twice, () => actionsAt('shop/suggestions.yml', 0))).toEqual(
      [],
    );
  });

  test('all of a file at once, for who asks', async () => {
    const text = 'descripton: x \r\ntags:\r\n  beta: true\r\n';
    const ask = () => actionsAt('shop/metadata.yml', 0, ['source.fixAll']);
    const [action, ...others] = await typed('shop/metadata.yml', text, ask);
    expect(others).toEqual([]);
    expect(editsOf(action, 'shop/metadata.yml').map(({ range, newText }) => [range.start, newText])).toEqual([
      [{ line: 0, character: 0 }, 'description'],
      [{ line: 0, character: 13 }, ''],
      [{ line: 2, character: 8 }, '"true"'],
    ]);
  });
});

describe('in the settings', () => {
  const name = '.precept/settings.yml';
  const settings = 'default_scope: shop\nexports:\n  - scope: shop\n    to: agents\n';
  let ofProject: Editor;
  beforeAll(async () => {
    const rules = Object.entries(files).map(([file, text]) => [`.precept/rules/${file}`, text] as const);
    ofProject = await startEditor(await tempFolder({ ...Object.fromEntries(rules), [name]: settings }));
    await ofProject.open(name);
  });

  test.each<[what: string, text: string, wanted: readonly string[]]>([
    ['scopes as the default', 'default_scope: §', ['acme', 'shop']],
    ['scopes of exports', 'exports:\n  - scope: §', ['acme', 'shop']],
    ['what is exported to', 'exports:\n  - scope: shop\n    to: §', ['agents', 'claude-rules', 'cursor']],
    ['several of these', 'exports:\n  - scope: shop\n    to: [agents, §]', ['claude-rules', 'cursor']],
    ['the keys of an export', 'exports:\n  - scope: shop\n    §', ['to', 'dir']],
    ['tools', 'mcp_tools: [§]', ['get_rules', '-get_rules', 'find_guidance']],
  ])('completes %s', async (_, text, wanted) => {
    const before = text.split('§', 1)[0] ?? '';
    const lines = before.split('\n');
    await ofProject.type(name, text.replace('§', ''));
    const place = [lines.length - 1, lines.at(-1)?.length ?? 0] as const;
    const found = await ofProject.at<CompletionItem[]>('completion', name, place);
    expect(found.map(({ label }) => label)).toEqual(expect.arrayContaining([...wanted]));
  });

  test('a scope leads to its files, is found by its references, and can be asked about', async () => {
    await ofProject.type(name, settings);
    expect(short(await ofProject.at<Location[]>('definition', name, 'default_scope: |shop'))).toEqual([
      'shop/metadata.yml:0:0',
    ]);
    const context = { includeDeclaration: true };
    const named = await ofProject.at<Location[]>('references', name, '  - scope: |shop', { context });
    expect(short(named).sort()).toEqual(['.precept/settings.yml:0:15', '.precept/settings.yml:2:11']);
    const found = await ofProject.at<Hover | null>('hover', name, 'default_scope: |shop');
    expect(found?.contents).toMatchObject({ value: expect.stringContaining('The shop') });
  });
});
