import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Flowchart } from '../../src/guidance/katas/flowchart/flowchart.ts';
import { flowchartMarkdown, stepText } from '../../src/guidance/katas/flowchart/flowchart-markdown.ts';
import { orderSteps } from '../../src/guidance/katas/flowchart/flowchart-order.ts';
import { isFlowchart } from '../../src/guidance/katas/flowchart/read-flowchart.ts';
import { runs } from '../support/runs.ts';
import { chartOf, flowcharts } from './charts.ts';

const check = (law: (chart: Flowchart) => void) =>
  fc.assert(fc.property(flowcharts, law), { numRuns: runs(80) });

describe('laws of the steps of any flowchart', () => {
  it('every node is one step, and the first node is the first', () => {
    check((chart) => {
      const steps = orderSteps(chart);
      expect(steps.map((step) => step.number)).toEqual(chart.nodes.map((_, index) => index + 1));
      expect(new Set(steps.map((step) => step.node))).toEqual(new Set(chart.nodes));
      expect(steps[0]?.node).toBe(chart.nodes[0]);
    });
  });

  it('numbers grow along every edge between reachable steps that is no retry, and fall or stay along retries', () => {
    check((chart) => {
      for (const step of orderSteps(chart)) {
        if (!step.reachable) expect(step.edges.some((edge) => edge.retry)).toBe(false);
        else for (const edge of step.edges) expect(edge.target <= step.number).toBe(edge.retry);
      }
    });
  });

  it('an edge is a retry when a walk from the entry meets it on its way', () => {
    check((chart) => {
      const steps = orderSteps(chart);
      const marked = steps.flatMap((s) =>
        s.edges.filter((e) => e.retry).map((e) => `${s.node.id} ${steps[e.target - 1]?.node.id}`),
      );
      expect(new Set(marked)).toEqual(retriesByRecursion(chart));
    });
  });

  it('each step is the smallest place in the list among those whose predecessors are done', () => {
    check((chart) => {
      const steps = orderSteps(chart).filter((step) => step.reachable);
      const place = (number: number) =>
        chart.nodes.indexOf(steps[number - 1]?.node as (typeof chart.nodes)[number]);
      const before = steps.map((step) =>
        steps.filter((s) => s.edges.some((e) => !e.retry && e.target === step.number)).map((s) => s.number),
      );
      steps.forEach((step, index) => {
        const open = steps.filter(
          (s, at) => s.number >= step.number && before[at]?.every((number) => number < step.number),
        );
        expect(place(step.number)).toBe(Math.min(...open.map((s) => place(s.number))));
        expect(before[index]?.every((number) => number < step.number)).toBe(true);
      });
    });
  });

  it('every edge leads to the next step or is printed', () => {
    check((chart) => {
      const blocks = blocksOf(flowchartMarkdown(chart, 'kata'));
      for (const { number, node, edges, waitsFor } of orderSteps(chart)) {
        const [line, ...notes] = blocks[number - 1] ?? [];
        expect(line).toBe(`${number}. ${stepText(node)}${node.next.length === 0 ? ' (end)' : ''}`);
        const paths = notes.filter((note) => !note.startsWith('Wait for'));
        const printed = paths.flatMap((note) => (note.match(/\d+(?=[^:]*$)/g) ?? []).map(Number));
        const implied =
          node.type === 'decision' || node.type === 'fork' || printed.length > 0 ? [] : [number + 1];
        if (edges.length > 0)
          expect(new Set([...printed, ...implied])).toEqual(new Set(edges.map((edge) => edge.target)));
        expect(paths.filter((note) => note.includes('(retry)'))).toHaveLength(
          edges.filter((edge) => edge.retry).length,
        );
        const wait = `Wait for ${waitsFor.length === 1 ? 'step' : 'steps'} ${waitsFor.join(', ')}`;
        expect(notes.filter((note) => note.startsWith('Wait for'))).toEqual(
          waitsFor.length === 0 ? [] : [wait],
        );
      }
    });
  });

  it('a sync waits only if a fork leads to it, and only for what leads to it', () => {
    check((chart) => {
      const steps = orderSteps(chart);
      for (const step of steps) {
        if (step.node.type !== 'sync') expect(step.waitsFor).toEqual([]);
        expect(step.waitsFor).toEqual([...step.waitsFor].sort((a, b) => a - b));
        for (const number of step.waitsFor) {
          const other = steps[number - 1];
          expect(other?.reachable).toBe(step.reachable);
          expect(other?.edges.some((edge) => !edge.retry && edge.target === step.number)).toBe(true);
        }
      }
      if (!chart.nodes.some((node) => node.type === 'fork'))
        expect(steps.flatMap((step) => step.waitsFor)).toEqual([]);
    });
  });

  it('what is written as YAML is read back, and gives the same text', () => {
    check((chart) => {
      const nodes = chart.nodes.map(({ next, role, ...node }) => ({
        ...node,
        ...(role === null ? {} : { role }),
        next: next.map(({ label, target }) => (label === null ? target : { condition: label, next: target })),
      }));
      const procedure = `#!fcyaml\n${stringify({ flowchart: { name: chart.name, nodes } })}`;
      expect(isFlowchart(procedure)).toBe(true);
      const again = chartOf(procedure);
      expect(again).toEqual(chart);
      expect(flowchartMarkdown(again, 'kata')).toBe(flowchartMarkdown(chart, 'kata'));
    });
  });
});

/** The definition of a retry, written the short way. */
function retriesByRecursion(chart: Flowchart): Set<string> {
  const retries = new Set<string>();
  const seen = new Set<string>();
  const walk = (id: string, way: readonly string[]) => {
    seen.add(id);
    for (const { target } of chart.nodes.find((node) => node.id === id)?.next ?? []) {
      if (way.includes(target)) retries.add(`${id} ${target}`);
      else if (!seen.has(target)) walk(target, [...way, target]);
    }
  };
  const [entry] = chart.nodes;
  if (entry !== undefined) walk(entry.id, [entry.id]);
  return retries;
}

/** The line of each step with its notes below it; notes must be indented to the step's text. */
function blocksOf(markdown: string): string[][] {
  const blocks: string[][] = [];
  for (const line of markdown.trimEnd().split('\n').slice(2)) {
    const current = blocks.at(-1);
    const margin = `${blocks.length}. `.length;
    const note = /^( +)- (.*)$/.exec(line);
    if (note !== null && current !== undefined && note[1]?.length === margin) current.push(note[2] ?? '');
    else blocks.push([line]);
  }
  return blocks;
}
