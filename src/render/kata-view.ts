import type { ResolvedScope } from '../guidance/guidance.ts';
import type { FoundKata } from '../guidance/katas/find-kata.ts';
import type { Flowchart } from '../guidance/katas/flowchart/flowchart.ts';
import { isFlowchart, readFlowchart } from '../guidance/katas/flowchart/read-flowchart.ts';
import { Fault } from '../model/fault.ts';
import { flowchartMarkdown } from './flowchart-markdown.ts';
import { flowchartMermaid } from './flowchart-mermaid.ts';
import { createKataWhens } from './kata-whens.ts';
import { reports } from './rules-json.ts';
import type { CategoryContext, TextRenderer } from './text-renderer.ts';

/** One kata, its templates rendered; a flowchart is parsed from what they gave. */
export interface KataView {
  readonly found: FoundKata;
  readonly context: CategoryContext;
  /** Null for a plain procedure, and in raw answers. */
  readonly flowchart: Flowchart | null;
  /** Markdown: the procedure itself, or the flowchart's numbered steps; the source as written in raw answers. */
  readonly procedure: string;
}

/**
 * Renders one kata; `category.when` means to its templates what the kata index shows. Fault: `invalid-content` for a
 * flowchart that is wrong once its templates are rendered.
 */
export function kataView(
  scope: ResolvedScope,
  found: FoundKata,
  texts: TextRenderer,
  fallbackWhen: string,
): KataView {
  const { kata, category } = found;
  const context = { key: category, when: createKataWhens(scope, texts, fallbackWhen)(category) };
  const text = texts.keep('kata', `${category}/${kata.name}`, kata.procedure, context);
  if (texts.raw || !isFlowchart(text)) return { found, context, flowchart: null, procedure: text };
  const flowchart = checked(found, text, texts);
  const steps = flowchartMarkdown(flowchart, kata.name);
  const procedure = texts.plain('kata', `${category}/${kata.name}`, kata.procedure, steps);
  return { found, context, flowchart, procedure };
}

/** The JSON answer of one kata (contract 6). */
export function kataJson(view: KataView, scope: ResolvedScope, texts: TextRenderer): object {
  const { kata, category } = view.found;
  const { server, scope: from, file, line } = kata.origin;
  const when =
    kata.when === null || texts.raw
      ? kata.when
      : (texts.render('when', `${category}/${kata.name} when`, kata.when, view.context)?.trim() ?? '');
  return {
    name: kata.name,
    category,
    when,
    procedure: view.procedure,
    origin: { server, scope: from, file, line },
    ...reports(texts.failures, scope),
  };
}

/** The kata's flowchart as a Mermaid diagram. Fault: `not-acceptable` for a plain kata, and for a raw answer. */
export function kataMermaid(view: KataView, texts: TextRenderer): string {
  const { kata, category } = view.found;
  if (view.flowchart === null) {
    const why = isFlowchart(kata.procedure)
      ? 'is given as it is written, which is no diagram; leave debug out, or'
      : 'is no flowchart, so it has no diagram;';
    throw new Fault('not-acceptable', `The kata "${kata.name}" ${why} ask for Markdown.`);
  }
  const diagram = flowchartMermaid(view.flowchart, kata.name);
  return texts.plain('kata', `${category}/${kata.name}`, kata.procedure, diagram);
}

function checked(found: FoundKata, text: string, { failures }: TextRenderer): Flowchart {
  const { flowchart, problems } = readFlowchart(text);
  const errors = problems.filter((problem) => problem.severity === 'error');
  const [first, ...others] = errors;
  if (flowchart !== null && first === undefined) return flowchart;
  const { file, line } = found.kata.origin;
  const node = first?.node == null ? '' : ` (node \`${first.node}\`)`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  // What a failing expression leaves behind is seldom sound YAML; then this is what has to be mended.
  const template = failures.find(({ element_type }) => element_type === 'kata');
  const cause = template === undefined ? '' : ` Before that a template failed: ${template.error_message}.`;
  const what = `flowchart of kata \`${found.category}/${found.kata.name}\`${node}`;
  throw new Fault(
    'invalid-content',
    `${file}:${line}: ${what}: ${first?.message}. ${first?.hint}${more}${cause && `.${cause}`}`,
    {
      errors: errors.map((problem) => ({
        path: problem.node ?? '',
        message: `${problem.message}. ${problem.hint}`,
      })),
    },
  );
}
