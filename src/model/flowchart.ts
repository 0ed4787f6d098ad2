export interface FlowEdge {
  /** The answer that leads along this path; only decisions have them. */
  readonly label: string | null;
  readonly target: string;
}

export interface FlowNode {
  readonly id: string;
  readonly type: 'terminator' | 'process' | 'decision' | 'fork' | 'sync';
  readonly role: string | null;
  readonly description: string;
  readonly next: readonly FlowEdge[];
}

/** A procedure drawn as nodes and paths; the first node is the entry. */
export interface Flowchart {
  readonly name: string | null;
  readonly nodes: readonly FlowNode[];
}
