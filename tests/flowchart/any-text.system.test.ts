import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowchartMarkdown } from '../../src/guidance/katas/flowchart/flowchart-markdown.ts';
import { readFlowchart } from '../../src/guidance/katas/flowchart/read-flowchart.ts';
import { flowchartMermaid } from '../../src/service/answers/katas/flowchart-mermaid.ts';
import { runs } from '../support/runs.ts';
import { withNodes } from './charts.ts';

const example = withNodes(`
    - {id: a, type: terminator, description: A, next: &to b}
    - {id: b, type: process, role: CI, description: "B: \\u00e9", next: [c]}
    - id: c
      type: decision
      description: |
        Is it
        done?
      next: {yes: d, no: *to }
    - {id: d, type: fork, description: D, next: [e, f]}
    - {id: e, type: process, description: E, next: g}
    - {id: f, type: process, description: F, next: g}
    - {id: g, type: sync, description: G}`);

/** Reads a text and, if it is a flowchart, writes it; whatever it is, there is a flowchart or an error. */
function survive(text: string): void {
  const { flowchart, problems } = readFlowchart(text);
  const lines = text.split('\n').length;
  for (const { line, message, hint } of problems) {
    expect(line >= 1 && line <= lines + 1 && message !== '' && hint !== '').toBe(true);
  }
  expect(flowchart === null).toBe(problems.some((problem) => problem.severity === 'error'));
  if (flowchart === null) return;
  flowchartMarkdown(flowchart, 'kata');
  flowchartMermaid(flowchart, 'kata');
}

describe('any text', () => {
  it('is read to an end', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `#!fcyaml\nflowchart: ${text}`),
    );
    fc.assert(fc.property(texts, survive), { numRuns: runs(60) });
  });

  it('with YAML cut, doubled and overwritten at any place is read to an end', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        '',
        '\n',
        ' ',
        '  ',
        '-',
        ':',
        '{',
        '}',
        '[',
        ']',
        '&x ',
        '*to ',
        '"',
        "'",
        '|',
        '>',
        '?',
        '#',
        '!!map ',
        'null',
        '<<',
        '%YAML 1.1',
      ),
      fc.constantFrom(
        'id',
        'type',
        'next',
        'fork',
        'decision',
        'nodes',
        'a',
        'b',
        'g',
        '\n---\n',
        '\t',
        '\r',
        '\u2028',
        '\ud800',
      ),
      fc.string({ maxLength: 5 }),
    );
    const at = fc.nat({ max: example.length });
    const edits = fc.array(fc.tuple(at, fc.nat({ max: 30 }), pieces), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(edits, (list) => {
        survive(
          list.reduce(
            (text, [from, length, piece]) => text.slice(0, from) + piece + text.slice(from + length),
            example,
          ),
        );
      }),
      { numRuns: runs(60) },
    );
  });

  it('with any values for its keys is read to an end', () => {
    const flowchart = fc.object({ key: fc.constantFrom('name', 'nodes', 'id', 'next', 'x'), maxDepth: 4 });
    const node = fc.record(
      { id: fc.anything(), type: fc.anything(), description: fc.anything(), next: fc.anything() },
      { requiredKeys: [] },
    );
    const any = fc.oneof(flowchart, fc.record({ nodes: fc.array(node) }));
    fc.assert(
      fc.property(any, (value) => survive(`#!fcyaml\n${JSON.stringify({ flowchart: value }, safely)}`)),
      { numRuns: runs(60) },
    );
  });
});

describe('absurd sizes', () => {
  const nodes = (count: number, next: (index: number) => string) =>
    withNodes(
      Array.from(
        { length: count },
        (_, index) => `    - {id: n${index}, type: process, description: D${next(index)}}`,
      ).join('\n'),
    );

  it('reads 5,000 nodes and refuses 5,001', () => {
    const chain = (count: number) =>
      nodes(count, (index) => (index + 1 < count ? `, next: n${index + 1}` : ''));
    const { flowchart, problems } = readFlowchart(chain(5000));
    expect(problems).toEqual([]);
    expect(flowchart?.nodes).toHaveLength(5000);
    expect(readFlowchart(chain(5001)).problems.map((problem) => problem.code)).toEqual([
      'flowchart-too-large',
    ]);
  });

  it('refuses millions of paths made of few aliases', () => {
    const list = `[${Array.from({ length: 20_000 }, (_, index) => `n${index}`).join(',')}]`;
    const { flowchart, problems } = readFlowchart(
      nodes(90, (index) => `, next: ${index === 0 ? `&all ${list}` : '*all '}`),
    );
    expect(flowchart).toBeNull();
    expect(problems.map((problem) => problem.code)).toContain('flowchart-too-large');
  });

  it('refuses many aliases and deep nesting', () => {
    const aliases = nodes(200, (index) => `, next: ${index === 0 ? '&to n1' : '*to '}`);
    expect(readFlowchart(aliases).problems.map((problem) => problem.code)).toContain('yaml-aliases');
    for (const open of ['[', '{a: ', '- ', '? ', '&a [', '[*a,'])
      survive(`#!fcyaml\nflowchart: {nodes: ${open.repeat(20_000)}`);
    for (const depth of [500, 5000])
      survive(`#!fcyaml\nflowchart: {nodes: ${'['.repeat(depth)}${']'.repeat(depth)}}`);
    survive('#!fcyaml\nflowchart: &a {nodes: *a}');
    survive('#!fcyaml\nflowchart: {nodes: &a [*a, {id: &b {c: *b}}]}');
  });

  it.each(['1', '1.', 'w', '_', '-', '<a ', '#', '"', 'direction ', '\\n', 'é', '😀'])(
    'reads and writes a long run of %j',
    (sign) => {
      const text = JSON.stringify(sign.repeat(40_000));
      survive(
        `#!fcyaml\nflowchart: {name: ${text}, nodes: [{id: a, type: process, role: ${text}, description: ${text}}]}`,
      );
    },
  );

  it('reads wrong targets by the thousand', () => {
    survive(nodes(2000, (index) => `, next: m${index}`));
    survive(nodes(5, () => `, next: ${'m'.repeat(200_000)}`));
    survive(nodes(2, () => `, ${'k'.repeat(200_000)}: 1`));
  });
});

function safely(_: string, value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value;
}
