import type { Flowchart } from '../model/flowchart.ts';
export function flowchartMarkdown(_flowchart: Flowchart, fallbackName: string): string {
  return fallbackName;
}
