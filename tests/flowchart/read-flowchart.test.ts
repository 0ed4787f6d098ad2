import { describe, expect, it } from 'vitest';
import { isFlowchart, readFlowchart } from '../../src/guidance/katas/flowchart/read-flowchart.ts';
import { chartOf, problemsOf, withNodes } from './charts.ts';

describe('which procedures are flowcharts', () => {
  it.each(['#!fcyaml', '#!fcyaml\nflowchart:', '#!fcyaml \t\r\nflowchart:', '#!fcyaml\r\n'])(
    '%j is one',
    (text) => {
      expect(isFlowchart(text)).toBe(true);
    },
  );
  it.each([
    '',
    '1. Do it',
    ' #!fcyaml\n',
    '\n#!fcyaml\n',
    '#!fcyamlx\n',
    '#! fcyaml\n',
    '#!FCYAML\n',
    '#!fcyaml x\n',
  ])('%j is none', (text) => expect(isFlowchart(text)).toBe(false));
});

describe('forms of `next`', () => {
  const node = (type: string, next: string) =>
    chartOf(
      withNodes(`
    - {id: a, type: ${type}, description: A${next === '' ? '' : `, next: ${next}`}}
    - {id: b, type: process, description: B}
    - {id: 3, type: process, description: C}`),
    ).nodes[0]?.next;
  const to = (target: string, label: string | null = null) => ({ label, target });

  it.each([
    ['process', '', []],
    ['process', 'null', []],
    ['process', '[]', []],
    ['process', '{}', []],
    ['process', 'b', [to('b')]],
    ['process', '3', [to('3')]],
    ['process', '[b]', [to('b')]],
    ['process', '[b, b]', [to('b')]],
    ['process', '{done: b}', [to('b', 'done')]],
    ['terminator', 'b', [to('b')]],
    ['sync', '[3]', [to('3')]],
    ['fork', '[b, 3]', [to('b'), to('3')]],
    ['fork', '[3, b, 3]', [to('3'), to('b')]],
    ['fork', '{docs: b, code: 3}', [to('b', 'docs'), to('3', 'code')]],
    ['decision', '{yes: b, no: 3}', [to('b', 'yes'), to('3', 'no')]],
    ['decision', '{true: b, 404: 3, 1.0: b}', [to('b', 'true'), to('3', '404'), to('b', '1.0')]],
    ['decision', '[{condition: yes, next: b}, {condition: 2, next: 3}]', [to('b', 'yes'), to('3', '2')]],
    ['decision', '{"it is: done": b, no: b}', [to('b', 'it is: done'), to('b', 'no')]],
  ])('%s with next: %s', (type, next, paths) => {
    expect(node(type, next)).toEqual(paths);
  });

  it('follows anchors', () => {
    const { nodes } = chartOf(
      withNodes(`
    - {id: a, type: process, role: &who CI, description: A, next: &then b}
    - {id: *then , type: process, role: *who , description: B}`),
    );
    expect(nodes[1]).toEqual({ id: 'b', type: 'process', role: 'CI', description: 'B', next: [] });
  });
});

describe('mistakes', () => {
  const good = '- {id: z, type: process, description: Z}';
  const errors: [
    what: string,
    nodes: string,
    code: string,
    node: string | null,
    line: number,
    message: string,
    hint: string,
  ][] = [
    [
      'unknown type',
      '- {id: a, type: proces, description: A}',
      'unknown-type',
      'a',
      4,
      'the type `proces` is not known',
      'Did you mean `process`?',
    ],
    [
      'strange type',
      '- {id: a, type: 7, description: A}',
      'unknown-type',
      'a',
      4,
      'the type `7` is not known',
      'Use terminator, process, decision, fork, sync',
    ],
    [
      'no type',
      '- {id: a, description: A}',
      'unknown-type',
      'a',
      4,
      'the `type` is missing',
      'Use terminator, process, decision, fork, sync',
    ],
    [
      'no id',
      '- {type: process, description: A}',
      'missing-id',
      null,
      4,
      'item 1 of `nodes` has no `id`',
      'Give it one, like "build"',
    ],
    [
      'blank id',
      '- {id: " ", type: process, description: A}',
      'missing-id',
      null,
      4,
      'item 1 of `nodes` has no `id`',
      'Give it one, like "build"',
    ],
    [
      'id twice',
      `${good}\n    - {id: z, type: process, description: A}`,
      'duplicate-id',
      'z',
      5,
      'the id `z` is taken by item 1 of `nodes`',
      'Give each node an id of its own',
    ],
    [
      'unknown target',
      `- {id: a, type: process, description: A,\n       next: zz}\n    ${good}`,
      'unknown-target',
      'a',
      5,
      'no node has the id `zz`',
      'Did you mean `z`?',
    ],
    [
      'unknown target',
      '- {id: a, type: process, description: A, next: elsewhere}',
      'unknown-target',
      'a',
      4,
      'no node has the id `elsewhere`',
      'Name a node of this flowchart; a step that ends has no `next`',
    ],
    [
      'blank target',
      '- {id: a, type: process, description: A, next: ""}',
      'unknown-target',
      'a',
      4,
      'a path leads nowhere',
      'Write the id of a node',
    ],
    [
      'condition without next',
      '- {id: a, type: process, description: A, next: [{condition: x}]}',
      'unknown-target',
      'a',
      4,
      'a path leads nowhere',
      'Write the id of a node',
    ],
    [
      'no description',
      '- {id: a, type: process}',
      'missing-description',
      'a',
      4,
      'the `description` is missing',
      'Say what to do in this step',
    ],
    [
      'blank description',
      '- {id: a, type: process, description: " "}',
      'missing-description',
      'a',
      4,
      'the `description` is missing',
      'Say what to do in this step',
    ],
    [
      'decision with no path',
      '- {id: a, type: decision, description: A}',
      'too-few-paths',
      'a',
      4,
      'a decision has two paths or more, this one has none',
      'Add a path, or make it a process',
    ],
    [
      'decision with one path',
      `- {id: a, type: decision, description: A, next: {x: z}}\n    ${good}`,
      'too-few-paths',
      'a',
      4,
      'a decision has two paths or more, this one has one',
      'Add a path, or make it a process',
    ],
    [
      'fork with one path',
      `- {id: a, type: fork, description: A, next: z}\n    ${good}`,
      'too-few-paths',
      'a',
      4,
      'a fork has two paths or more, this one has one',
      'Add a path, or make it a process',
    ],
    [
      'fork with one path, twice',
      `- {id: a, type: fork, description: A, next: [z, z]}\n    ${good}`,
      'too-few-paths',
      'a',
      4,
      'a fork has two paths or more, this one has one',
      'Add a path, or make it a process',
    ],
    [
      'path without label',
      `- id: a\n      type: decision\n      description: A\n      next:\n        - {condition: x, next: z}\n        - z\n    ${good}`,
      'missing-label',
      'a',
      9,
      'the path to `z` has no label',
      'Write `next` as a mapping from answer to id, like {yes: build, no: mend}',
    ],
    [
      'blank label',
      `- {id: a, type: decision, description: A, next: {x: z, "": z}}\n    ${good}`,
      'missing-label',
      'a',
      4,
      'the path to `z` has no label',
      'Write `next` as a mapping from answer to id, like {yes: build, no: mend}',
    ],
    [
      'null label',
      `- {id: a, type: decision, description: A, next: {x: z, null: z}}\n    ${good}`,
      'missing-label',
      'a',
      4,
      'the path to `z` has no label',
      'Write `next` as a mapping from answer to id, like {yes: build, no: mend}',
    ],
    ...(['terminator', 'process', 'sync'] as const).map((type): (typeof errors)[number] => [
      `${type} with two paths`,
      `- {id: a, type: ${type}, description: A, next: [z, a]}\n    ${good}`,
      'too-many-paths',
      'a',
      4,
      `a ${type} has one path at most, this one has 2`,
      'Make it a decision or a fork',
    ]),
    [
      'node that is text',
      `- build\n    ${good}`,
      'wrong-type',
      null,
      4,
      'item 1 of `nodes` is no mapping',
      'Write its keys: id, type, description and next',
    ],
    [
      'empty node',
      `-\n    ${good}`,
      'wrong-type',
      null,
      4,
      'item 1 of `nodes` is no mapping',
      'Write its keys: id, type, description and next',
    ],
    [
      'id that is a list',
      '- {id: [a], type: process, description: A}',
      'wrong-type',
      null,
      4,
      'the `id` of item 1 of `nodes` is not text',
      'Write one word, like "build"',
    ],
    [
      'type that is a list',
      '- {id: a, type: [process], description: A}',
      'wrong-type',
      'a',
      4,
      '`type` is not text',
      'Use terminator, process, decision, fork, sync',
    ],
    [
      'description that is a number',
      '- {id: a, type: process, description: 4}',
      'wrong-type',
      'a',
      4,
      '`description` is not text',
      'Put it in quotes',
    ],
    [
      'description with a colon',
      '- {id: a, type: process, description: {Build: it}}',
      'wrong-type',
      'a',
      4,
      '`description` is not text',
      'Put it in quotes: an unquoted colon makes YAML read a mapping',
    ],
    [
      'role that is a list',
      '- {id: a, type: process, description: A, role: [CI]}',
      'wrong-type',
      'a',
      4,
      '`role` is not text',
      'Put it in quotes',
    ],
    [
      'path to a list',
      `- {id: a, type: decision, description: A, next: {x: [z], y: z}}\n    ${good}`,
      'wrong-type',
      'a',
      4,
      'a path leads to something that is no id',
      'Write the id of one node; for steps that run at once, lead to a fork',
    ],
    [
      'label that is a list',
      `- {id: a, type: decision, description: A, next: {? [x] : z, y: z}}\n    ${good}`,
      'complex-key',
      null,
      4,
      'a key is not plain text',
      'Write the key as text; put it in quotes if need be',
    ],
    [
      'key twice',
      '- {id: a, id: b, type: process, description: A}',
      'duplicate-key',
      null,
      4,
      'one mapping has the key `id` twice',
      'Keep one of the two, or join them',
    ],
    [
      'bad YAML',
      `${good}\n    - {id: a`,
      'yaml-syntax',
      null,
      5,
      expect.any(String) as string,
      expect.any(String) as string,
    ],
  ];
  it.each(errors)('%s', (_, nodes, code, node, line, message, hint) => {
    const { flowchart, problems } = readFlowchart(withNodes(`    ${nodes}`));
    expect(flowchart).toBeNull();
    expect(problems.filter((problem) => problem.severity === 'error')).toContainEqual(
      expect.objectContaining({ code, severity: 'error', node, line, message, hint }),
    );
  });

  it.each([
    ['#!fcyaml', 'no-flowchart'],
    ['#!fcyaml\nflow', 'no-flowchart'],
    ['#!fcyaml\n- flowchart', 'no-flowchart'],
    ['#!fcyaml\nflowcharts: {nodes: []}', 'no-flowchart'],
    ['#!fcyaml\nflowchart:', 'no-flowchart'],
    ['#!fcyaml\nflowchart: [a]', 'no-flowchart'],
    ['#!fcyaml\nflowchart: {name: x}', 'no-nodes'],
    ['#!fcyaml\nflowchart: {name: x, nodes: }', 'no-nodes'],
    ['#!fcyaml\nflowchart: {name: x, nodes: []}', 'no-nodes'],
    ['#!fcyaml\nflowchart: {name: x, nodes: {a: b}}', 'wrong-type'],
    ['#!fcyaml\nflowchart: {name: [x], nodes: [{id: a, type: process, description: A}]}', 'wrong-type'],
  ])('%j is %s', (text, code) => {
    const { flowchart, problems } = readFlowchart(text);
    expect(flowchart).toBeNull();
    expect(problems.filter((problem) => problem.severity === 'error').map((problem) => problem.code)).toEqual(
      [code],
    );
  });

  it('reports all of them, by line', () => {
    const problems = problemsOf(
      withNodes(`
    - {id: a, type: task, description: A, next: q}
    - {id: b, type: process}
    - {type: process, description: C}`),
    );
    expect(problems.map((problem) => `${problem.line} ${problem.node} ${problem.code}`)).toEqual([
      '4 a unknown-type',
      '4 a unknown-target',
      '5 b missing-description',
      '6 null missing-id',
    ]);
  });
});

describe('warnings', () => {
  const warnings = (nodes: string) => {
    const { flowchart, problems } = readFlowchart(withNodes(nodes));
    expect(flowchart).not.toBeNull();
    return problems.map((problem) => `${problem.severity} ${problem.line} ${problem.node} ${problem.code}`);
  };

  it('names unknown keys and what they may have meant', () => {
    const problems = problemsOf(
      '#!fcyaml\nflowchart:\n  title: x\n  nodes:\n    - {id: a, type: process, descripton: B, description: A}\nextra: 1',
    );
    expect(problems).toEqual([
      {
        code: 'unknown-key',
        severity: 'warning',
        node: null,
        line: 3,
        column: 3,
        end_line: 3,
        end_column: 8,
        message: 'the key `title` is not known and is skipped',
        hint: 'Use name, nodes, or remove it',
      },
      {
        code: 'unknown-key',
        severity: 'warning',
        node: 'a',
        line: 5,
        column: 30,
        end_line: 5,
        end_column: 40,
        message: 'the key `descripton` is not known and is skipped',
        hint: 'Did you mean `description`?',
      },
      {
        code: 'unknown-key',
        severity: 'warning',
        node: null,
        line: 6,
        column: 1,
        end_line: 6,
        end_column: 6,
        message: 'the key `extra` is not known and is skipped',
        hint: 'Use flowchart, or remove it',
      },
    ]);
  });

  it('names every node that no path leads to', () => {
    expect(
      warnings(`
    - {id: a, type: process, description: A}
    - {id: b, type: process, description: B, next: c}
    - {id: c, type: process, description: C, next: a}`),
    ).toEqual(['warning 5 b unreachable-node', 'warning 6 c unreachable-node']);
  });

  it('names where a loop that cannot be left is entered, once', () => {
    expect(
      warnings(`
    - {id: a, type: decision, description: A, next: {x: b, y: e, z: d}}
    - {id: c, type: process, description: C, next: b}
    - {id: b, type: process, description: B, next: c}
    - {id: d, type: process, description: D, next: d}
    - {id: e, type: terminator, description: E}`),
    ).toEqual(['warning 6 b endless-path', 'warning 7 d endless-path']);
  });

  it('has nothing to say of a loop that can be left', () => {
    expect(
      warnings(`
    - {id: a, type: decision, description: A, next: {again: a, done: b}}
    - {id: b, type: process, description: B}`),
    ).toEqual([]);
  });
});
