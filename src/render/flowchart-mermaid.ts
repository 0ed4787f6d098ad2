import type { Flowchart, FlowNodeType } from '../model/flowchart.ts';
import { stepText } from './flowchart-markdown.ts';
import { orderSteps, type StepEdge } from './flowchart-order.ts';

const shapes: Record<FlowNodeType, readonly [open: string, close: string]> = {
  terminator: ['([', '])'],
  process: ['[', ']'],
  decision: ['{', '}'],
  // Trapezoids: one widens where paths part, the other narrows where they meet.
  fork: ['[/', '\\]'],
  sync: ['[\\', '/]'],
};

/**
 * A flowchart as a Mermaid diagram, titled with its name or `fallbackName`. `n3` is step 3 of the Markdown; retries are dotted. Nothing in
 * a name, description or label can end its quotes or be read as markup, a directive or an entity.
 */
export function flowchartMermaid(flowchart: Flowchart, fallbackName: string): string {
  const steps = orderSteps(flowchart);
  const nodes = steps.map(({ number, node }) => {
    const [open, close] = shapes[node.type];
    return `  n${number}${open}"${label(stepText(node))}"${close}`;
  });
  const paths = steps.flatMap(({ number, edges }) =>
    edges.map((edge) => `  n${number} ${arrow(edge)} n${edge.target}`),
  );
  return [...title(flowchart.name ?? fallbackName), 'flowchart TD', ...nodes, ...paths, ''].join('\n');
}

function arrow(edge: StepEdge): string {
  const text = edge.label === null ? '' : `|"${label(edge.label)}"|`;
  return `${edge.retry ? '-.->' : '-->'}${text}`;
}

/** Front matter: YAML in double quotes. Mermaid searches it for tags, so punctuation is escaped as well. */
function title(name: string): string[] {
  const text = plain(name);
  if (text === '') return [];
  return ['---', `title: "${text.replace(/[^\p{L}\p{M}\p{N} ,.?!'()-]/gu, toYamlEscape)}"`, '---'];
}

/**
 * Text for within a label's quotes: ASCII punctuation becomes entities. Mermaid reads quotes, `%%{…}%%`, `#…;`, tags, `fa:…` icons,
 * addresses and Markdown (even "1. ") in labels; `ﬂ` and `¶` are what it stores entities with.
 */
function label(text: string): string {
  const safe = plain(text).replace(/[!-/:-@[-`{-~ﬂ¶]/g, (sign) =>
    ',?!'.includes(sign) ? sign : `#${sign.codePointAt(0)};`,
  );
  return safe === '' ? '#160;' : safe;
}

/** Text on one line, without what has no place in a diagram: control signs, halves of surrogate pairs. */
function plain(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

function toYamlEscape(sign: string): string {
  return Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
