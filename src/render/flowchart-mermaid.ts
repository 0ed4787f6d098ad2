import type { Flowchart } from '../model/flowchart.ts';
export function flowchartMermaid(_flowchart: Flowchart, fallbackName: string): string {
  return fallbackName;
}
