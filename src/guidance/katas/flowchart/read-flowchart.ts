import { isMap, isSeq, type Node, type YAMLSeq } from 'yaml';
import { type PlaceOf, parsingYamlFile, readWithin } from '../../../content/yaml-file.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { atOnce } from '../../../runtime/async/turns.ts';
import { checkPaths, checkReach, distinctPaths } from './check-flowchart.ts';
import type { Flowchart, FlowNode } from './flowchart.ts';
import {
  createFlowchartReport,
  type FlowchartProblem,
  type FlowchartReport,
  valuesOf,
} from './flowchart-report.ts';
import { type DraftNode, nodeText, readFlowNode } from './read-flow-node.ts';

export type { FlowchartProblem } from './flowchart-report.ts';

const maxNodes = 5000;
const maxPaths = 50_000;
/** Of its YAML; a node has some twenty. */
const maxTokens = 250_000;
const nowhere = { at: null, node: null };

/** Whether a procedure is a flowchart: its first line is `#!fcyaml`. */
export function isFlowchart(procedure: string): boolean {
  return /^#!fcyaml[ \t]*\r?(\n|$)/.test(procedure);
}

/**
 * The flowchart in a procedure's YAML (templates rendered before), null if a problem is an error. Problems hold
 * every mistake with its line within the procedure; lines that hints name go through `placeOf`, to be those of the file.
 */
export function readFlowchart(procedure: string, placeOf?: PlaceOf): ReadFlowchart {
  return atOnce(readingFlowchart(procedure, placeOf));
}

/** A flowchart as far as it could be read, and what is wrong with it. */
export interface ReadFlowchart {
  readonly flowchart: Flowchart | null;
  readonly problems: readonly FlowchartProblem[];
}

/** The same, as work that can pause: thousands of nodes take a second. */
export function* readingFlowchart(procedure: string, placeOf?: PlaceOf): Generator<void, ReadFlowchart> {
  const parsed = yield* parsingYamlFile('', Buffer.from(procedure), maxTokens, placeOf);
  if (parsed.file === null) return { flowchart: null, problems: parsed.problems.map(toFlowchartProblem) };
  const report = createFlowchartReport(parsed.file);
  const tooLarge: Problem[] = [];
  const flowchart = readWithin(parsed.file, null, tooLarge, () => readRoot(report));
  const problems = [...tooLarge.map(toFlowchartProblem), ...report.problems].sort((a, b) => a.line - b.line);
  const wrong = problems.some((problem) => problem.severity === 'error');
  return { flowchart: wrong ? null : flowchart, problems };
}

function readRoot(report: FlowchartReport): Flowchart | null {
  const root = report.file.follow(report.file.root);
  const chart = isMap(root)
    ? report.file.follow(valuesOf(root, ['flowchart'], null, report).get('flowchart'))
    : null;
  if (!isMap(chart)) {
    const hint = 'Write "flowchart:", and `name` and `nodes` indented below it';
    report.error({ at: root, node: null }, 'no-flowchart', 'there is no mapping `flowchart`', hint);
    return null;
  }
  const values = valuesOf(chart, ['name', 'nodes'], null, report);
  const name = nodeText(values.get('name'), 'name', { at: values.get('name'), node: null }, report) ?? null;
  const list = report.file.follow(values.get('nodes') ?? null);
  const at = { at: values.get('nodes') ?? chart, node: null };
  if (!isSeq(list)) {
    if (report.file.toPlain(list) === null) reportNoNodes(at, report);
    else
      report.error(
        at,
        'wrong-type',
        '`nodes` is not a list',
        'Write its items as lines that start with "- "',
      );
    return null;
  }
  if (list.items.length === 0) reportNoNodes(at, report);
  const drafts = readNodes(list, report);
  if (drafts === null) return null;
  checkPaths(drafts, report);
  if (report.problems.some((problem) => problem.severity === 'error')) return null;
  checkReach(drafts, report);
  return { name, nodes: drafts.flatMap(toFlowNode) };
}

function reportNoNodes(at: { at: Node; node: null }, report: FlowchartReport): void {
  report.error(
    at,
    'no-nodes',
    'the flowchart has no nodes',
    'List them under `nodes`; the first one is where it starts',
  );
}

/** Every item that is a node; null, and a report, if there are absurdly many. */
function readNodes(list: YAMLSeq, report: FlowchartReport): DraftNode[] | null {
  const drafts: DraftNode[] = [];
  let paths = 0;
  for (const [index, item] of list.items.entries()) {
    if (index >= maxNodes || paths > maxPaths) {
      const hint = `Split it: at most ${maxNodes} nodes and ${maxPaths} paths are read`;
      report.error(nowhere, 'flowchart-too-large', 'the flowchart is too large', hint);
      return null;
    }
    const draft = readFlowNode(item as Node | null, index + 1, report);
    if (draft === null) continue;
    paths += draft.paths.length;
    drafts.push(draft);
  }
  return drafts;
}

function toFlowNode(draft: DraftNode): FlowNode[] {
  const { id, type, role, description } = draft;
  if (id === null || type === null || description === null) return [];
  const next = distinctPaths(draft).flatMap(({ label, target }) =>
    target === null ? [] : [{ label, target }],
  );
  return [{ id, type, role, description, next }];
}

function toFlowchartProblem(problem: Problem): FlowchartProblem {
  const { code, line, column, end_line, end_column, message, hint } = problem;
  const severity = problem.severity === 'error' ? 'error' : 'warning';
  return { code, severity, node: null, line, column, end_line, end_column, message, hint };
}
