import { isFlowchart, readFlowchart } from '../content/read-flowchart.ts';
import { Fault } from '../model/fault.ts';
import type { Flowchart } from '../model/flowchart.ts';
import type { ResolvedScope } from '../model/guidance.ts';
import type { FoundKata } from '../resolve/find-kata.ts';
import { flowchartMarkdown } from './flowchart-markdown.ts';
import { flowchartMermaid } from './flowchart-mermaid.ts';
import { reports } from './rules-json.ts';
import type { TextRenderer } from './text-renderer.ts';

/** One kata, its templates rendered; a flowchart is parsed from what they gave. */
export interface KataView {
  readonly found: FoundKata;
  /** Null for a plain procedure, and in raw answers. */
  readonly flowchart: Flowchart | null;
  /** Markdown: the procedure itself, or the flowchart's numbered steps; the source as written in raw answers. */
  readonly procedure: string;
}

/** Renders one kata. Fault: `invalid-content` for a flowchart that is wrong once its templates are rendered. */
export function kataView(found: FoundKata, texts: TextRenderer): KataView {
  const { kata, category, within } = found;
  const own = within.when;
  const when =
    own === null ? null : texts.render('when', `${category} when`, own, { key: category, when: null });
  const context = { key: category, when };
  const text = texts.keep('kata', `${category}/${kata.name}`, kata.procedure, context);
  if (texts.raw || !isFlowchart(text)) return { found, flowchart: null, procedure: text };
  const flowchart = checked(found, text);
  return { found, flowchart, procedure: flowchartMarkdown(flowchart, kata.name) };
}

/** The JSON answer of one kata (contract 6). */
export function kataJson(view: KataView, scope: ResolvedScope, texts: TextRenderer): object {
  const { kata, category } = view.found;
  const { server, scope: from, file, line } = kata.origin;
  const when =
    kata.when === null || texts.raw
      ? kata.when
      : (texts
          .render('when', `${category}/${kata.name} when`, kata.when, { key: category, when: null })
          ?.trim() ?? '');
  return {
    name: kata.name,
    category,
    when,
    procedure: view.procedure,
    origin: { server, scope: from, file, line },
    ...reports(texts.failures, scope),
  };
}

/** The kata's flowchart as a Mermaid diagram. Fault: `not-acceptable` for a kata that is no flowchart. */
export function kataMermaid(view: KataView): string {
  const { kata } = view.found;
  if (view.flowchart === null) {
    throw new Fault(
      'not-acceptable',
      `The kata "${kata.name}" is no flowchart, so it has no diagram; ask for Markdown.`,
    );
  }
  return flowchartMermaid(view.flowchart, kata.name);
}

function checked(found: FoundKata, text: string): Flowchart {
  const { flowchart, problems } = readFlowchart(text);
  const errors = problems.filter((problem) => problem.severity === 'error');
  const [first, ...others] = errors;
  if (flowchart !== null && first === undefined) return flowchart;
  const { file, line } = found.kata.origin;
  const node = first?.node == null ? '' : ` (node \`${first.node}\`)`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const what = `flowchart of kata \`${found.category}/${found.kata.name}\`${node}`;
  throw new Fault('invalid-content', `${file}:${line}: ${what}: ${first?.message}. ${first?.hint}${more}`, {
    errors: errors.map((problem) => ({
      path: problem.node ?? '',
      message: `${problem.message}. ${problem.hint}`,
    })),
  });
}
