import type { Flowchart, FlowNode } from './flowchart.ts';

export interface StepEdge {
  /** The number of the step it leads to. */
  readonly target: number;
  readonly label: string | null;
  /** It leads back to a step on the way here, or to this step itself. */
  readonly retry: boolean;
}

/** A node of a flowchart with its place among the numbered steps. */
export interface Step {
  /** Counts from 1, without gaps. */
  readonly number: number;
  readonly node: FlowNode;
  /** In written order. */
  readonly edges: readonly StepEdge[];
  /** Steps that a sync below a fork waits for, ascending; empty for everything else. */
  readonly waitsFor: readonly number[];
  readonly reachable: boolean;
}

/** An edge between places in the list of nodes. */
interface Arc {
  readonly from: number;
  readonly to: number;
  readonly label: string | null;
  retry: boolean;
}

/**
 * The steps of a flowchart in the order of their numbers: each after everything that leads to it, retries aside, smallest place in
 * the list first; nodes that cannot be reached follow in list order. The first node is step 1.
 */
export function orderSteps({ nodes }: Flowchart): readonly Step[] {
  const arcs = toArcs(nodes);
  const reached = walk(arcs);
  // What cannot be reached never happens: nothing comes after it, and no sync waits for it.
  const forward = arcs.map((list) =>
    list.filter(({ from, to, retry }) => !retry && reached[from] === reached[to]),
  );
  const order = [...sort(forward, reached), ...[...nodes.keys()].filter((place) => !reached[place])];
  const numbers = new Map(order.map((place, index) => [place, index + 1]));
  const waits = findWaits(nodes, forward);

  const numberOf = (place: number) => numbers.get(place) ?? 0;
  return order.map((place): Step => {
    const edges = (arcs[place] ?? []).map(({ to, label, retry }) => ({ target: numberOf(to), label, retry }));
    const waitsFor = [...(waits.get(place) ?? [])].map(numberOf).sort((a, b) => a - b);
    return {
      number: numberOf(place),
      node: nodes[place] as FlowNode,
      edges,
      waitsFor,
      reachable: reached[place] === true,
    };
  });
}

function toArcs(nodes: readonly FlowNode[]): Arc[][] {
  const places = new Map(nodes.map((node, place) => [node.id, place]));
  return nodes.map((node, from) =>
    node.next.flatMap(({ label, target }) => {
      const to = places.get(target);
      return to === undefined ? [] : [{ from, to, label, retry: false }];
    }),
  );
}

/**
 * Walks depth first from the first node, paths in written order, and marks the arcs that lead to a node on the way walked. Without
 * those the reached part has no loop. Returns what was reached. No recursion: a chain may have thousands of nodes.
 */
function walk(arcs: readonly (readonly Arc[])[]): boolean[] {
  const reached = arcs.map(() => false);
  const onWay = arcs.map(() => false);
  const way: { place: number; taken: number }[] = [];
  const enter = (place: number) => {
    reached[place] = true;
    onWay[place] = true;
    way.push({ place, taken: 0 });
  };
  if (arcs.length > 0) enter(0);
  for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
    const arc = arcs[last.place]?.[last.taken++];
    if (arc === undefined) {
      onWay[last.place] = false;
      way.pop();
    } else if (onWay[arc.to]) {
      arc.retry = true;
    } else if (!reached[arc.to]) {
      enter(arc.to);
    }
  }
  return reached;
}

/** Reached places, each after everything that leads to it, the smallest first among those that may come next. */
function sort(forward: readonly (readonly Arc[])[], reached: readonly boolean[]): number[] {
  const missing = forward.map(() => 0);
  for (const { to } of forward.flat()) missing[to] = (missing[to] ?? 0) + 1;
  const order: number[] = [];
  const ready = reached[0] ? [0] : []; // Descending, so that the smallest is popped.
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    order.push(place);
    for (const { to } of forward[place] ?? []) {
      const left = (missing[to] ?? 0) - 1;
      missing[to] = left;
      if (left === 0) ready.splice(ready.findLastIndex((other) => other > to) + 1, 0, to);
    }
  }
  return order;
}

/** For every sync that some fork leads to, the places that lead to it directly. */
function findWaits(
  nodes: readonly FlowNode[],
  forward: readonly (readonly Arc[])[],
): Map<number, Set<number>> {
  const below = new Set<number>();
  const visit = (place: number) => {
    for (const { to } of forward[place] ?? []) below.add(to);
  };
  nodes.forEach((node, place) => {
    if (node.type === 'fork') visit(place);
  });
  // A set that grows while it is walked hands out what was added, too.
  for (const place of below) visit(place);

  const waits = new Map<number, Set<number>>();
  for (const { from, to } of forward.flat()) {
    if (from === to || nodes[to]?.type !== 'sync' || !below.has(to)) continue;
    waits.set(to, (waits.get(to) ?? new Set()).add(from));
  }
  return waits;
}
