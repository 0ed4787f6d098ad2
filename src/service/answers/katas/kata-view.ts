import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Flowchart } from '../../../guidance/katas/flowchart/flowchart.ts';
import { flowchartMarkdown } from '../../../guidance/katas/flowchart/flowchart-markdown.ts';
import { isFlowchart, readingFlowchart } from '../../../guidance/katas/flowchart/read-flowchart.ts';
import { Fault } from '../../../model/fault.ts';
import { skillAddress } from '../../../model/names/skill-address.ts';
import { stripHidden } from '../../../model/text/hidden-text.ts';
import { oneLine, withoutNotes } from '../../../render/foreign-text.ts';
import { bullet, type Closing, codeSpan } from '../../../render/markdown.ts';
import { type CategoryContext, isCategoryWhen, type TextRenderer } from '../../../render/text-renderer.ts';
import { inTurns } from '../../../runtime/async/turns.ts';
import { reports } from '../reports.ts';
import type { KataData } from '../shapes.ts';
import type { FoundKata } from './find-kata.ts';
import { flowchartMermaid } from './flowchart-mermaid.ts';
import { createKataWhens } from './kata-whens.ts';

/** One kata, its templates rendered; a flowchart is parsed from what they gave. */
interface KataView {
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
async function kataView(
  scope: ResolvedScope,
  found: FoundKata,
  texts: TextRenderer,
  fallbackWhen: string,
): Promise<KataView> {
  const { kata, category } = found;
  // A kata is shown without the `when` of its category, which only its templates may read.
  const context = createKataWhens(scope, texts.unshown, fallbackWhen).context(category);
  const text = texts.keep('kata', `${category}/${kata.name}`, kata.procedure, context);
  if (texts.raw || !isFlowchart(text)) return { found, context, flowchart: null, procedure: text };
  const flowchart = await checked(found, text, texts);
  const steps = flowchartMarkdown(flowchart, kata.name);
  const procedure = texts.plain('kata', `${category}/${kata.name}`, kata.procedure, steps);
  return { found, context, flowchart, procedure };
}

/** What a kata shows in other texts besides the data. */
export interface KataPresentation extends Closing {
  /** Null for a plain procedure, and in raw answers. */
  readonly flowchart: Flowchart | null;
  /** Why there is no flowchart; null where there is one. */
  readonly noFlowchart: 'plain' | 'raw' | null;
  /** Hidden characters that templates wrote are kept out of whatever is made of the flowchart. */
  readonly withoutHidden: boolean;
  /** What triggers it, with the spaces around it that the data goes without; null also where its template fails. */
  readonly when: string | null;
  /** Globs of the files it is about. */
  readonly paths: readonly string[];
  /** The scope that was asked for it. */
  readonly scope: string;
  /** Whether the setting `skills` keeps its files from everybody. */
  readonly keepsFiles?: boolean;
}

/** One kata, rendered with `all`. Fault: `invalid-content` as `kataView` has it. */
export async function kataAnswer(
  scope: ResolvedScope,
  found: FoundKata,
  all: TextRenderer,
  fallbackWhen: string,
): Promise<{ data: KataData; presentation: KataPresentation }> {
  const { kata, category } = found;
  const texts = all.for(kata.origin);
  const before = texts.failures.length;
  const { context, flowchart, procedure } = await kataView(scope, found, texts, fallbackWhen);
  const { server, scope: from, file, line } = kata.origin;
  const when =
    kata.when === null ? null : texts.render('when', `${category}/${kata.name} when`, kata.when, context);
  const shownWhen = kata.when === null || texts.raw ? kata.when : (when?.trim() ?? '');
  // What a kata shows of its category's `when` fails for a reason that is reported too.
  if (texts.failures.slice(before).some(({ variable_name: name }) => isCategoryWhen(name)))
    createKataWhens(scope, texts, fallbackWhen).context(category);
  return {
    data: {
      name: kata.name,
      category,
      when: shownWhen,
      procedure,
      origin: { server, scope: from, file, line },
      ...reports(texts.failures, scope),
    },
    presentation: {
      flowchart,
      noFlowchart: flowchart !== null ? null : isFlowchart(kata.procedure) ? 'raw' : 'plain',
      withoutHidden: texts.withoutHidden && stripHidden(kata.procedure) === kata.procedure,
      when,
      paths: kata.paths,
      failures: [...texts.failures],
      scope: scope.name,
    },
  };
}

/** A kata as Markdown: its procedure, which is Markdown already, and the addresses of its files, their paths where nobody can read them. */
export function kataMarkdown(
  { procedure, category, name, files = [] }: KataData,
  { scope, untrusted = null, keepsFiles = false }: KataPresentation,
): string {
  const doubt = untrusted === null ? '' : `\n> ${oneLine(untrusted)}\n`;
  const steps = `${withoutNotes(procedure).trimEnd()}\n${doubt}`;
  if (files.length === 0) return steps;
  const address = (path: string) => skillAddress([scope, category, name, ...path.split('/')]);
  const lines = files.map(({ path }) => bullet(codeSpan(keepsFiles ? path : address(path))));
  const lead = keepsFiles
    ? 'Files, which this server does not serve to agents (its setting `skills` is off):'
    : 'Files:';
  return `${steps}\n${lead}\n\n${lines.join('\n')}\n`;
}

/** The kata's flowchart as a Mermaid diagram. Fault: `not-acceptable` for a plain kata, and for a raw answer. */
export function kataMermaid({ name }: KataData, { flowchart, ...about }: KataPresentation): string {
  if (flowchart === null) {
    const why =
      about.noFlowchart === 'raw'
        ? 'is given as it is written, which is no diagram; leave debug out, or'
        : 'is no flowchart, so it has no diagram;';
    throw new Fault('not-acceptable', `The kata "${name}" ${why} ask for Markdown.`);
  }
  const diagram = flowchartMermaid(flowchart, name);
  return about.withoutHidden ? stripHidden(diagram) : diagram;
}

async function checked(found: FoundKata, text: string, { failures }: TextRenderer): Promise<Flowchart> {
  const { flowchart, problems } = await inTurns(readingFlowchart(text));
  const errors = problems.filter((problem) => problem.severity === 'error');
  const [first, ...others] = errors;
  if (flowchart !== null && first === undefined) return flowchart;
  const { file, line } = found.kata.origin;
  const node = first?.node == null ? '' : ` (node \`${first.node}\`)`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  // What a failing expression leaves behind is seldom sound YAML; then this is what has to be fixed.
  const template = failures.find(({ element_type }) => element_type === 'kata');
  const cause = template === undefined ? '' : ` Before that a template failed: ${template.error_message}.`;
  const counted = / line \d/.test(first?.hint ?? '') ? ' (lines of the rendered procedure)' : '';
  const what = `flowchart of kata \`${found.category}/${found.kata.name}\`${node}`;
  throw new Fault(
    'invalid-content',
    `${file}:${line}: ${what}: ${first?.message}. ${first?.hint}${counted}${more}${cause && `.${cause}`}`,
    {
      errors: errors.map((problem) => ({
        path: problem.node ?? '',
        message: `${problem.message}. ${problem.hint}`,
      })),
    },
  );
}
