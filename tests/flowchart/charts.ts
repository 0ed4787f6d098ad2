import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type Flowchart,
  type FlowNode,
  flowNodeTypes,
} from '../../src/guidance/katas/flowchart/flowchart.ts';
import { flowchartMarkdown } from '../../src/guidance/katas/flowchart/flowchart-markdown.ts';
import { type FlowchartProblem, readFlowchart } from '../../src/guidance/katas/flowchart/read-flowchart.ts';

/** The nodes of a flowchart below the first three lines of a procedure; the first node stands on line 4. */
export function withNodes(nodes: string): string {
  return `#!fcyaml\nflowchart:\n  nodes:\n${nodes.replace(/^\n/, '').trimEnd()}\n`;
}

/** The flowchart of a procedure that has no errors. */
export function chartOf(procedure: string): Flowchart {
  const { flowchart, problems } = readFlowchart(procedure);
  expect(problems.filter((problem) => problem.severity === 'error')).toEqual([]);
  return flowchart as Flowchart;
}

export function problemsOf(procedure: string): readonly FlowchartProblem[] {
  return readFlowchart(procedure).problems;
}

/**
 * One node for each `id type > target target`, described by its id. `d`, `f` and `s` stand for decision, fork and sync; a decision's
 * targets are written `label:target`.
 */
export function draw(...lines: string[]): Flowchart {
  const types: Record<string, FlowNode['type']> = {
    d: 'decision',
    f: 'fork',
    s: 'sync',
    p: 'process',
    t: 'terminator',
  };
  const nodes = lines.map((line): FlowNode => {
    const [head = '', targets = ''] = line.split('>').map((part) => part.trim());
    const [id = '', type = 'p'] = head.split(' ');
    const next = targets
      .split(' ')
      .filter(Boolean)
      .map((target) => {
        const [first = '', second] = target.split(':');
        return second === undefined ? { label: null, target: first } : { label: first, target: second };
      });
    return { id, type: types[type] ?? 'process', role: null, description: id, next };
  });
  return { name: null, nodes };
}

/** The lines of a flowchart's Markdown below its heading. */
export function stepsOf(flowchart: Flowchart): string[] {
  return flowchartMarkdown(flowchart, 'kata').trimEnd().split('\n').slice(2);
}

/** Valid flowcharts of all types, with loops, unreachable nodes and repeated paths; ids are in no order. */
export const flowcharts: fc.Arbitrary<Flowchart> = fc
  .tuple(fc.integer({ min: 1, max: 25 }), fc.string({ unit: 'grapheme', maxLength: 12 }))
  .chain(([count, name]) => {
    const target = fc.integer({ min: 0, max: count - 1 });
    const draft = fc.record({
      type: fc.constantFrom(...flowNodeTypes),
      role: fc.option(fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== '')),
      text: fc.string({ unit: 'grapheme', maxLength: 20 }),
      targets: fc.array(target, { maxLength: 4 }),
      spare: fc.tuple(target, target),
    });
    return fc.array(draft, { minLength: count, maxLength: count }).map((drafts) => ({
      name: name.trim() || null,
      nodes: drafts.map(({ type, role, text, targets, spare }, index): FlowNode => {
        const decides = type === 'decision';
        const many = decides ? [...spare, ...targets] : [...new Set([...spare, ...targets])];
        const single = decides || type === 'fork' ? many : targets.slice(0, 1);
        const next = single.map((place, at) => ({
          label: decides ? `path ${at}` : null,
          target: `n${place}`,
        }));
        // A fork that drew one target twice has no second path.
        const kind = type === 'fork' && next.length < 2 ? 'process' : type;
        return {
          id: `n${index}`,
          type: kind,
          role: role?.trim() ?? null,
          description: `step ${text}`.trim(),
          next,
        };
      }),
    }));
  });
