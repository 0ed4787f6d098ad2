/**
 * A part of the filter's script: trees of links and pictures beside a list follow what it shows. What is folded is not touched until it
 * is opened, so that a tree of hundreds costs what of it is open. Uses `hide`.
 */
export const followScript: string = `
/** Branches that were opened because they have few; they are folded again when there are more. */
const opened = new Set();
/** The nodes that are in no other, and by its fold each that has some. */
let roots = [];
let byFold = new Map();
let state;
const readTrees = () => {
  const nodes = new Map();
  for (const element of document.querySelectorAll('[data-for], [data-branch]')) {
    const own = element.dataset.for;
    const node = { element, own, all: [own], fold: element.querySelector(':scope > details'), nodes: [] };
    nodes.set(element, node);
    for (let at = element.parentElement.closest('[data-for], [data-branch]'); at; at = at.parentElement.closest('[data-for], [data-branch]'))
      nodes.get(at).all.push(own);
  }
  opened.clear();
  roots = [];
  byFold = new Map();
  for (const node of nodes.values()) {
    const around = node.element.parentElement.closest('[data-for], [data-branch]');
    (around ? nodes.get(around).nodes : roots).push(node);
    if (node.fold) byFold.set(node.fold, node);
  }
};
const followIn = (nodes) => {
  const { ids, narrowed, few } = state;
  for (const { element, own, all, fold, nodes: inner } of nodes) {
    const isAround = all.some((id) => ids.has(id));
    const isPlain = element instanceof HTMLElement;
    if (isPlain) hide(element, !isAround);
    if (all.length > 1 || !isPlain) element.classList.toggle('aside', narrowed && own !== undefined && !ids.has(own));
    if (!fold) continue;
    if (few && isAround) {
      if (!fold.open) opened.add(fold);
      fold.open = true;
    } else if (opened.delete(fold)) fold.open = false;
    if (fold.open) followIn(inner);
  }
};
/** Shows of the trees what is around these ids of parts of the list: all where it is not narrowed. It gives what is left to do. */
const follow = (ids, narrowed, first = roots.length) => {
  state = { ids, narrowed, few: narrowed && ids.size <= 20 };
  let index = 0;
  for (let shown = 0; index < roots.length && shown < first; index++) {
    followIn([roots[index]]);
    if (!roots[index].element.hasAttribute('hidden')) shown += 1;
  }
  return index < roots.length ? [() => followIn(roots.slice(index))] : [];
};
addEventListener('toggle', ({ target }) => {
  if (state && target.open) followIn(byFold.get(target)?.nodes ?? []);
}, true);
`;
