import { flowchartMarkdown } from '../../../guidance/katas/flowchart/flowchart-markdown.ts';
import { isFlowchart, readingFlowchart } from '../../../guidance/katas/flowchart/read-flowchart.ts';
import type { KataCategory } from '../../../guidance/katas/kata.ts';
import { estimateLines } from '../../../model/text/tokens.ts';
import type { CategoryContext, TextRenderer } from '../../../render/text-renderer.ts';

/** About how many tokens the procedures of a category's katas cost an agent that reads them all; found out by work that can pause. */
export function* countingKataTokens(
  { katas }: KataCategory,
  context: CategoryContext,
  texts: TextRenderer,
): Generator<void, number> {
  const procedures: string[] = [];
  for (const { name, procedure, origin } of katas.values()) {
    yield;
    const text = texts.for(origin).keep('kata', `${context.key}/${name}`, procedure, context);
    const flowchart = texts.raw || !isFlowchart(text) ? null : (yield* readingFlowchart(text)).flowchart;
    procedures.push(flowchart === null ? text : flowchartMarkdown(flowchart, name));
  }
  return estimateLines(procedures);
}
