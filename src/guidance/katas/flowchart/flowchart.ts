export const flowNodeTypes = ['terminator', 'process', 'decision', 'fork', 'sync'] as const;
export type FlowNodeType = (typeof flowNodeTypes)[number];

interface FlowEdge {
  /** The answer that leads along this path; a decision's paths always have one. */
  readonly label: string | null;
  /** The id of a node of the same flowchart. */
  readonly target: string;
}

export interface FlowNode {
  readonly id: string;
  readonly type: FlowNodeType;
  readonly role: string | null;
  readonly description: string;
  readonly next: readonly FlowEdge[];
}

/** A procedure drawn as nodes and paths; the first node is the entry. */
export interface Flowchart {
  readonly name: string | null;
  readonly nodes: readonly FlowNode[];
}
