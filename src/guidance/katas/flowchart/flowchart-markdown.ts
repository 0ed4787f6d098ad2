import { oneLine } from '../../../render/foreign-text.ts';
import type { Flowchart, FlowNode } from './flowchart.ts';
import { orderSteps, type Step, type StepEdge } from './flowchart-order.ts';

/** A flowchart as numbered steps (docs/formats.md) below its name; `fallbackName` is for one without. Ends with one newline. */
export function flowchartMarkdown(flowchart: Flowchart, fallbackName: string): string {
  const lines = orderSteps(flowchart).flatMap((step) => {
    const margin = ' '.repeat(`${step.number}. `.length);
    const end = step.node.next.length === 0 ? ' (end)' : '';
    return [
      `${step.number}. ${stepText(step.node)}${end}`,
      ...stepNotes(step).map((note) => `${margin}- ${note}`),
    ];
  });
  return `## ${oneLine(flowchart.name ?? fallbackName)}\n\n${lines.join('\n')}\n`;
}

/** What a node says, on one line: `[role] description`. */
export function stepText({ role, description }: FlowNode): string {
  return role === null ? oneLine(description) : `[${oneLine(role)}] ${oneLine(description)}`;
}

/** What a step says about where to go on, each on one line. */
export function stepNotes(step: Step): string[] {
  return [...waitNotes(step), ...pathNotes(step)];
}

function waitNotes({ waitsFor }: Step): string[] {
  return waitsFor.length === 0 ? [] : [`Wait for ${steps(waitsFor)}`];
}

function pathNotes({ number, node, edges }: Step): string[] {
  if (node.type === 'decision') {
    return edges.map(
      (edge) => `If ${oneLine(edge.label ?? '')}: ${edge.retry ? retry(edge) : `go to step ${edge.target}`}`,
    );
  }
  const targets = edges.filter((edge) => !edge.retry).map((edge) => edge.target);
  const retries = edges.filter((edge) => edge.retry).map(retry);
  if (node.type === 'fork')
    return [...(targets.length === 0 ? [] : [`In parallel: ${steps(targets)}`]), ...retries];
  return [
    ...targets.filter((target) => target !== number + 1).map((target) => `Continue at step ${target}`),
    ...retries,
  ];
}

function retry({ target }: StepEdge): string {
  return `Return to step ${target} (retry)`;
}

/** `step 6`, or `steps 6, 7`, ascending. */
function steps(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  return `${sorted.length === 1 ? 'step' : 'steps'} ${sorted.join(', ')}`;
}
