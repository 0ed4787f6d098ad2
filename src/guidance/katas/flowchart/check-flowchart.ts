import type { FlowchartReport } from './flowchart-report.ts';
import { shown, suggestion } from './flowchart-report.ts';
import type { DraftNode, DraftPath } from './read-flow-node.ts';

/** Suggestions compare a word with every id, so only the first wrong targets get one. */
const maxSuggestions = 20;

/** Reports ids that stand twice, paths to nodes that do not exist, and node types with the wrong number of paths. */
export function checkPaths(nodes: readonly DraftNode[], report: FlowchartReport): void {
  const places = new Map<string, DraftNode>();
  for (const node of nodes) {
    if (node.id === null) continue;
    const first = places.get(node.id);
    if (first === undefined) places.set(node.id, node);
    else {
      // Not by its line: that counts from the start of the procedure here, and of the file in the answer.
      const message = `the id \`${shown(node.id)}\` is taken by item ${first.number} of \`nodes\``;
      report.error(node.place, 'duplicate-id', message, 'Give each node an id of its own');
    }
  }
  let suggestions = 0;
  for (const node of nodes) {
    for (const { target, place } of node.paths) {
      if (target === null || places.has(target)) continue;
      const meant = suggestions++ < maxSuggestions ? suggestion(target, places.keys()) : null;
      const hint = meant ?? 'Name a node of this flowchart; a step that ends has no `next`';
      report.error(place, 'unknown-target', `no node has the id \`${shown(target)}\``, hint);
    }
    checkCount(node, report);
  }
}

/** Paths of a node; one that is written twice counts once, except in a decision, where each label is a path. */
export function distinctPaths({ type, paths }: DraftNode): readonly DraftPath[] {
  if (type === 'decision') return paths;
  const seen = new Set<string | null>();
  return paths.filter(({ target }) => !seen.has(target) && seen.add(target));
}

function checkCount(node: DraftNode, report: FlowchartReport): void {
  const { type, place } = node;
  if (type === null || node.paths.some((path) => path.target === null)) return;
  const count = distinctPaths(node).length;
  if (type === 'decision' || type === 'fork') {
    if (count < 2) {
      const message = `a ${type} has two paths or more, this one has ${count === 0 ? 'none' : 'one'}`;
      report.error(place, 'too-few-paths', message, 'Add a path, or make it a process');
    }
    const unlabelled = type === 'fork' ? [] : node.paths.filter((path) => path.label === null);
    for (const path of unlabelled) {
      const hint = 'Write `next` as a mapping from answer to id, like {yes: build, no: mend}';
      report.error(
        path.place,
        'missing-label',
        `the path to \`${shown(path.target ?? '')}\` has no label`,
        hint,
      );
    }
  } else if (count > 1) {
    const message = `a ${type} has one path at most, this one has ${count}`;
    report.error(place, 'too-many-paths', message, 'Make it a decision or a fork');
  }
}

/** Warns of nodes that no path from the first one leads to, and of those from which no path leads to an end. */
export function checkReach(nodes: readonly DraftNode[], report: FlowchartReport): void {
  const indexes = new Map(nodes.map((node, index) => [node.id, index]));
  const forward = nodes.map((node) => node.paths.map((path) => indexes.get(path.target) ?? 0));
  const backward: number[][] = nodes.map(() => []);
  forward.forEach((targets, index) => {
    for (const target of targets) backward[target]?.push(index);
  });
  const ends = [...forward.keys()].filter((index) => forward[index]?.length === 0);
  const reached = spread([0], forward);
  const ending = spread(ends, backward);

  nodes.forEach((node, index) => {
    if (reached.has(index)) return;
    report.warn(
      node.place,
      'unreachable-node',
      'no path from the first node leads here',
      'Lead a path to it, or remove it',
    );
  });
  // One warning for each loop that cannot be left, where it is entered.
  const warned = new Set<number>();
  for (const index of reached) {
    const node = nodes[index];
    if (node === undefined || ending.has(index) || warned.has(index)) continue;
    for (const later of spread([index], forward)) warned.add(later);
    const hint = 'Lead a path to a step without `next`';
    report.warn(node.place, 'endless-path', 'from here no path comes to an end', hint);
  }
}

/** What can be reached from `start`, nearest first. */
function spread(start: readonly number[], paths: readonly (readonly number[])[]): Set<number> {
  const found = new Set(start);
  // A set that grows while it is walked hands out what was added, too.
  for (const index of found) {
    for (const next of paths[index] ?? []) found.add(next);
  }
  return found;
}
