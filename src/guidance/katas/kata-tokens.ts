import { estimateTokens } from '../../model/tokens.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import { flowchartMarkdown } from './flowchart/flowchart-markdown.ts';
import { isFlowchart, readFlowchart } from './flowchart/read-flowchart.ts';
import type { KataCategory } from './kata.ts';

/** About how many tokens the procedures of a category's katas cost an agent that reads them all. */
export function kataTokens(
  category: string,
  { katas }: KataCategory,
  when: string | null,
  texts: TextRenderer,
): number {
  const context = { key: category, when };
  const procedures = [...katas.values()].map(({ name, procedure, origin }) => {
    const text = texts.for(origin.server).keep('kata', `${category}/${name}`, procedure, context);
    if (texts.raw || !isFlowchart(text)) return text;
    const { flowchart } = readFlowchart(text);
    return flowchart === null ? text : flowchartMarkdown(flowchart, name);
  });
  return estimateTokens(procedures.join('\n'));
}
