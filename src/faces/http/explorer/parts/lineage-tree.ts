/** What the tree shows of a scope. */
export interface TreeScope {
  readonly name: string;
  readonly href: string;
  readonly parents: readonly string[];
  readonly trouble: string | null;
  /** Scopes in its lineage: more than any of its ancestors has. */
  readonly generation: number;
  readonly hidden: boolean;
}

export interface LineageNode {
  readonly scope: TreeScope;
  /** Parents besides the one that it stands below. */
  readonly others: readonly string[];
  readonly children: LineageList;
  /** Scopes below it. */
  readonly below: number;
  readonly open: boolean;
  /** Whether it has, and what is below it has, nothing of what is looked for. */
  readonly hidden: boolean;
}

/** Scopes side by side: the first of them, and the rest, which is folded. */
interface LineageList {
  readonly first: readonly LineageNode[];
  readonly rest: readonly LineageNode[];
}

/** Lines that are open at first: above, a tree says less at a glance than its top does. */
export const maxLines = 25;

interface LineageBranch {
  readonly scope: TreeScope;
  readonly others: readonly string[];
  readonly below: LineageBranch[];
  open: boolean;
}

/** Each scope once, below its first parent, from the roots on; `narrowed` opens the way to what is looked for. */
export function lineageTree(scopes: readonly TreeScope[], narrowed: boolean): LineageList {
  // An ancestor's lineage is part of its descendants', so that nothing can stand below itself.
  const ordered = [...scopes].sort((a, b) => a.generation - b.generation || (a.name < b.name ? -1 : 1));
  const places = new Map<string, LineageBranch>();
  const roots: LineageBranch[] = [];
  for (const scope of ordered) {
    const [parent, ...others] = scope.parents.filter((name) => places.has(name));
    const place: LineageBranch = { scope, others, below: [], open: false };
    (parent === undefined ? roots : places.get(parent)?.below)?.push(place);
    places.set(scope.name, place);
  }
  openFirst(roots);
  return toList(roots, narrowed && scopes.filter(({ hidden }) => !hidden).length <= maxLines);
}

/** Opens branches level by level while all that is open has room. */
function openFirst(roots: readonly LineageBranch[]): void {
  let lines = Math.min(roots.length, maxLines);
  const waiting = [...roots];
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    if (place.below.length === 0 || lines + place.below.length > maxLines) continue;
    place.open = true;
    lines += place.below.length;
    waiting.push(...place.below);
  }
}

function toList(places: readonly LineageBranch[], opensFound: boolean): LineageList {
  const nodes = places.map(({ scope, others, below, open }): LineageNode => {
    const children = toList(below, opensFound);
    const all = [...children.first, ...children.rest];
    const isFound = all.some((node) => !node.hidden);
    return {
      scope,
      others,
      children,
      below: all.reduce((sum, node) => sum + node.below + 1, 0),
      open: opensFound ? isFound : open,
      hidden: scope.hidden && !isFound,
    };
  });
  if (nodes.length <= maxLines || opensFound) return { first: nodes, rest: [] };
  return { first: nodes.slice(0, maxLines), rest: nodes.slice(maxLines) };
}

/** Reads `it.list`. */
export const lineageListView: string = `<ul><% for (const node of it.list.first) { %><%~ include('@lineage-node', { node }) %><% } %>\
<% if (it.list.rest.length > 0) { %><li data-branch><details><summary><%= it.list.rest.length %> more</summary><ul><% for (const node of it.list.rest) { %><%~ include('@lineage-node', { node }) %><% } %></ul></details></li><% } %></ul>`;

/** Reads `it.node`. */
export const lineageNodeView: string = `<li data-for="s-<%= it.node.scope.name %>"<% if (it.node.hidden) { %> hidden<% } else if (it.node.scope.hidden) { %> class="aside"<% } %>>\
<a href="<%= it.node.scope.href %>"<% if (it.node.scope.trouble !== null) { %> class="trouble"<% } %> aria-label="<%= it.node.scope.name %><%= it.node.scope.parents.length > 0 ? ', inherits from ' + it.node.scope.parents.join(' and ') : '' %>"><%= it.node.scope.name %></a>\
<% if (it.node.others.length > 0) { %> <span class="meta">also from <%= it.node.others.join(', ') %></span><% } %>\
<% if (it.node.below > 0) { %> <details<% if (it.node.open) { %> open<% } %>><summary><%= it.node.below %> <span class="hidden-text"><%= it.node.below === 1 ? 'scope' : 'scopes' %> </span>below</summary><%~ include('@lineage', { list: it.node.children }) %></details><% } %></li>
`;
