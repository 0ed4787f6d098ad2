/** A category as the tree beside its page shows it. */
export interface TreeEntry {
  readonly category: string;
  readonly count: number;
  readonly href: string;
  readonly hidden: boolean;
  /** The id of its part of the page. */
  readonly part: string;
  /** Whether that part is on this page; where it is not, links to it lead to the tree. */
  readonly isHere: boolean;
  readonly isCurrent: boolean;
}

interface TreeNode {
  readonly name: string;
  readonly count: number;
  /** Null for a branch that is no category itself. */
  readonly entry: TreeEntry | null;
  readonly children: readonly TreeNode[];
  readonly hidden: boolean;
  readonly open: boolean;
}

/** Above this, branches are folded but for the one of the current place; and of a narrowed page, above that. */
const openUpTo = 40;
const openFound = 20;

interface Branch {
  entry: TreeEntry | null;
  readonly children: Map<string, Branch>;
}

/** Categories in their order as a tree of their segments; a branch with one way on is one node with it. */
export function categoryTree(entries: readonly TreeEntry[]): readonly TreeNode[] {
  const root: Branch = { entry: null, children: new Map() };
  for (const entry of entries) {
    let at = root;
    for (const segment of entry.category.split('.')) {
      let next = at.children.get(segment);
      if (next === undefined) {
        next = { entry: null, children: new Map() };
        at.children.set(segment, next);
      }
      at = next;
    }
    at.entry = entry;
  }
  const isSmall = entries.length <= openUpTo || entries.filter(({ hidden }) => !hidden).length <= openFound;
  const nodes = [...root.children].map(([name, branch]) => toNode(name, branch, isSmall));
  return nodes.length === 1 ? nodes.map((node) => ({ ...node, open: true })) : nodes;
}

function toNode(name: string, { entry, children }: Branch, isOpen: boolean): TreeNode {
  const [only] = children;
  if (entry === null && children.size === 1 && only !== undefined) {
    return toNode(`${name}.${only[0]}`, only[1], isOpen);
  }
  const nodes = [...children].map(([segment, branch]) => toNode(segment, branch, isOpen));
  return {
    name,
    count: nodes.reduce((sum, { count }) => sum + count, entry?.count ?? 0),
    entry,
    children: nodes,
    hidden: (entry?.hidden ?? true) && nodes.every((node) => node.hidden),
    open: isOpen || isAround(entry, nodes),
  };
}

function isAround(entry: TreeEntry | null, nodes: readonly TreeNode[]): boolean {
  return entry?.isCurrent === true || nodes.some((node) => isAround(node.entry, node.children));
}

/** Reads `it.nodes`. Counts are attributes, which the style sheet shows: names stand alone in links. */
export const categoryTreeView: string = `<ul><% for (const node of it.nodes) { %>\
<% if (node.children.length > 0) { %><li data-branch<% if (node.hidden) { %> hidden<% } %>><details<% if (node.open) { %> open<% } %>><summary data-count="<%= node.count %>"><%= node.name %></summary>\
<% if (node.entry !== null) { %><ul><%~ include('@tree-entry', node) %></ul><% } %><%~ include('@tree', { nodes: node.children }) %></details></li>
<% } else { %><%~ include('@tree-entry', node) %><% } } %></ul>`;

/** Reads `it.name` and `it.entry`. */
export const treeEntryView: string = `<li <% if (it.entry.isHere) { %>data-for<% } else { %>id<% } %>="<%= it.entry.part %>"<% if (it.entry.hidden) { %> hidden<% } %>><a href="<%= it.entry.href %>" data-count="<%= it.entry.count %>"<% if (it.entry.isCurrent) { %> aria-current="true"<% } %>><%= it.name %></a></li>
`;
