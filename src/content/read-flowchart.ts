import type { Flowchart } from '../model/flowchart.ts';

export interface FlowchartProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly node: string | null;
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

export function isFlowchart(procedure: string): boolean {
  return /^#!fcyaml[ \t\r]*(\n|$)/.test(procedure);
}

export function readFlowchart(_procedure: string): {
  flowchart: Flowchart | null;
  problems: readonly FlowchartProblem[];
} {
  return { flowchart: null, problems: [] };
}
