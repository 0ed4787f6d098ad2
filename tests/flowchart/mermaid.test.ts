// @vitest-environment happy-dom
import fc from 'fast-check';
import mermaid from 'mermaid';
import { describe, expect, it } from 'vitest';
import type { Flowchart, FlowNode } from '../../src/guidance/katas/flowchart/flowchart.ts';
import { flowchartMermaid } from '../../src/service/answers/katas/flowchart-mermaid.ts';
import { runs } from '../support/runs.ts';
import { draw, flowcharts } from './charts.ts';

interface Vertex {
  readonly text: string;
  readonly type: string;
  readonly link?: string;
  readonly haveCallback?: boolean;
}

interface Edge {
  readonly start: string;
  readonly end: string;
  readonly text: string;
  readonly stroke: string;
}

/** What Mermaid's own parser understands. */
async function parse(
  diagram: string,
): Promise<{ vertices: Map<string, Vertex>; edges: Edge[]; title: string }> {
  const parsed = await mermaid.parse(diagram);
  expect(parsed).toEqual({ diagramType: 'flowchart-v2', config: {} });
  const [, yaml, body] = /^---\ntitle: (.*)\n---\n(.*)$/s.exec(diagram) ?? [null, '""', diagram];
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(body ?? '');
  const { getVertices, getEdges } = db as unknown as {
    getVertices(): Map<string, Vertex>;
    getEdges(): Edge[];
  };
  return {
    vertices: getVertices.call(db),
    edges: getEdges.call(db),
    title: JSON.parse(yaml ?? '') as string,
  };
}

/** The text a reader sees: Mermaid keeps `#34;` as `ﬂ°°34¶ß` until it writes HTML. */
function seen(text: string): string {
  return text.replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)));
}

function chartWith(name: string, description: string, label: string): Flowchart {
  const node = (id: string, type: FlowNode['type'], next: FlowNode['next']): FlowNode => ({
    id,
    type,
    role: null,
    description,
    next,
  });
  const to = (target: string, text: string | null = null) => ({ label: text, target });
  return {
    name,
    nodes: [
      node('t', 'terminator', [to('d')]),
      node('d', 'decision', [to('f', label), to('t', label), to('d', label)]),
      node('f', 'fork', [to('p'), to('s')]),
      node('p', 'process', [to('s')]),
      node('s', 'sync', []),
    ],
  };
}

const hostile = [
  '"',
  '""',
  "'",
  '`x`',
  '"`**x**`"',
  '])',
  '"]',
  '}',
  '|',
  '"| n9',
  '#quot;',
  '#35;',
  '&quot;',
  '&#34;',
  ';',
  'a;b',
  '%%',
  '%%{init: {"theme": "dark"}}%%',
  '%%{',
  '}%%',
  '%% comment',
  '<script>alert(1)</script>',
  '<img src=x onerror="x">',
  '<br>',
  '<a href="javascript:x">',
  'click n1 "javascript:x"',
  '\nclick n1 call x()',
  '"]\n  n9["x',
  'end',
  'subgraph x',
  'style n1 fill:#f00;',
  'classDef x fill:#f00;',
  'linkStyle',
  'graph TD',
  '---',
  '--> n9',
  '\n---\ntitle: x\n---\n',
  '1. Install',
  '1) x',
  '- x',
  '* x',
  '# x',
  '> x',
  '+ x',
  '    code',
  '**x**',
  '_x_',
  '~~x~~',
  '[x](javascript:y)',
  '![x](y)',
  'https://example.com/?a=b&c',
  'www.example.com',
  'a@b.example',
  'fa:fa-car',
  '$$x$$',
  '\\',
  '\\"',
  '\\n',
  '@{ shape: rect }',
  ':::x',
  'ﬂ°°34¶ß',
  'ﬂ°lt¶ß',
  'ﬂ ¶ß',
  'ﬂ ¶ß',
  '\u0000\u0007\u001b[31m',
  '\u2028\u2029\u0085',
  '\u202e',
  '\ud800',
  '\udc00',
  '\ufffe',
  '\ufeff',
  '😀',
  'é',
  '日本語',
  '{{x}}',
  '((x))',
  '[/x/]',
  '__proto__',
  'accTitle: x',
  'accDescr { x }',
  'direction LR',
  'a direction  TD b',
  'Direction TB',
  'null',
  '~',
  '',
  ' ',
  'x'.repeat(2000),
];

describe('a flowchart as a Mermaid diagram', () => {
  it('has a shape for each type, labels, and dotted retries', () => {
    const chart = draw(
      'start t > ok',
      'ok d > yes:split no:start',
      'split f > a b',
      'a > join',
      'b > join',
      'join s',
    );
    expect(flowchartMermaid({ ...chart, name: 'Ship: "it"' }, 'x')).toBe(`---
title: "Ship\\u003a \\u0022it\\u0022"
---
flowchart TD
  n1(["start"])
  n2{"ok"}
  n3[/"split"\\]
  n4["a"]
  n5["b"]
  n6[\\"join"/]
  n1 --> n2
  n2 -->|"yes"| n3
  n2 -.->|"no"| n1
  n3 --> n4
  n3 --> n5
  n4 --> n6
  n5 --> n6
`);
  });

  it('is read by Mermaid with its nodes, paths and texts, whatever the flowchart', async () => {
    await fc.assert(
      fc.asyncProperty(flowcharts, async (chart) => {
        const { vertices, edges } = await parse(flowchartMermaid(chart, 'kata'));
        expect([...vertices.keys()].sort()).toEqual(chart.nodes.map((_, index) => `n${index + 1}`).sort());
        expect(edges).toHaveLength(chart.nodes.flatMap((node) => node.next).length);
      }),
      { numRuns: runs(6) },
    );
  });

  it.each(hostile)('shows %j and does nothing else with it', async (text) => expectShown(text));

  it('shows any text and does nothing else with it', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(fc.constantFrom(...hostile), { maxLength: 4 }).map((parts) => parts.join('')),
      fc
        .array(fc.constantFrom(...'"`[](){}<>|;:#%&\\/-=.~*_@$\n x1'), { maxLength: 30 })
        .map((parts) => parts.join('')),
    );
    await fc.assert(fc.asyncProperty(texts, expectShown), { numRuns: runs(6) });
  });

  async function expectShown(text: string): Promise<void> {
    const { vertices, edges, title } = await parse(flowchartMermaid(chartWith(text, text, text), text));
    const wanted = text
      .replaceAll('ﬂ°', 'fl°')
      .replaceAll('¶ß', '¶ ß')
      .replace(/\p{Cs}/gu, '\uFFFD')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    expect(title).toBe(wanted.replaceAll('<', '‹').replaceAll('>', '›'));
    expect([...vertices.keys()]).toEqual(['n1', 'n2', 'n3', 'n4', 'n5']);
    expect([...vertices.values()].map((vertex) => vertex.type)).toEqual([
      'stadium',
      'diamond',
      'trapezoid',
      'square',
      'inv_trapezoid',
    ]);
    for (const vertex of vertices.values()) {
      expect(seen(vertex.text)).toBe(wanted === '' ? '\u00a0' : wanted);
      expect(vertex.text.replace(/ﬂ°°\d+¶ß/g, '')).not.toMatch(/["#$%&*;<>@[\\\]^`{|}~]|:\S/);
      expect(vertex.link ?? vertex.haveCallback).toBeUndefined();
    }
    expect(edges.map((edge) => `${edge.start} ${edge.end} ${edge.stroke} ${seen(edge.text)}`.trim())).toEqual(
      [
        'n1 n2 normal',
        'n2 n3 normal #',
        'n2 n1 dotted #',
        'n2 n2 dotted #',
        'n3 n4 normal',
        'n3 n5 normal',
        'n4 n5 normal',
      ].map((edge) => edge.replace('#', () => (wanted === '' ? '\u00a0' : wanted)).trim()),
    );
  }
});
