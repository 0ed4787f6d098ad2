import type { Flowchart, FlowNodeType } from '../../../guidance/katas/flowchart/flowchart.ts';
import { stepText } from '../../../guidance/katas/flowchart/flowchart-markdown.ts';
import { orderSteps, type StepEdge } from '../../../guidance/katas/flowchart/flowchart-order.ts';

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

/**
 * Front matter: YAML in double quotes. Mermaid looks for tags in the whole of a diagram, so punctuation is escaped as well; and it
 * removes what looks like a tag from a title, so angle brackets are written as their likes.
 */
function title(name: string): string[] {
  const text = plain(name).replaceAll('<', '‹').replaceAll('>', '›');
  if (text === '') return [];
  return ['---', `title: "${text.replace(/[^\p{L}\p{M}\p{N} ,.?!'()-]/gu, toYamlEscape)}"`, '---'];
}

/** What Mermaid reads in a label: quotes, `#…;`, `%%{…}%%`, tags, formulas, `fa:…` icons, addresses, Markdown (even "1. "). */
const signs = /["#$%&*;<>@[\\\]^`{|}~]|:(?! )|^[-+]|[.)](?<=^\d+.)|(?<=www)\.|(?<![a-z\d])_|_(?![a-z\d])/gi;
/** Mermaid's lexer takes a whole line with "direction LR" in it for a statement, quotes or not. */
const direction = /(?<=direction) /gi;

/** Text for within a label's quotes, with entities for whatever Mermaid could take for more than text. */
function label(text: string): string {
  return plain(text).replace(signs, toEntity).replace(direction, toEntity) || toEntity('\u00a0');
}

/**
 * Text on one line, without what has no place in a diagram: control signs, halves of surrogate pairs, and the marks that Mermaid keeps
 * entities between (`ﬂ°…¶ß`).
 */
function plain(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('ﬂ°', 'fl°')
    .replaceAll('¶ß', '¶ ß')
    .trim();
}

function toEntity(sign: string): string {
  return `#${sign.codePointAt(0)};`;
}

function toYamlEscape(sign: string): string {
  return Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
