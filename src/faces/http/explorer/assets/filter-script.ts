import { followScript } from './follow-script.ts';

/**
 * Filters while one types or chooses, by the same rules as the query does on the server; the key / leads to the search.
 * What a large scope has on other pages is loaded when somebody begins to filter, or follows a link to it. Without the script
 * all of these are plain forms and links.
 */
export const filterScript: string = `{
addEventListener('keydown', (event) => {
  const search = document.querySelector('#site-search, #find-task');
  const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey || !search) return;
  event.preventDefault();
  search.focus();
  search.select();
});
const box = document.querySelector('#filter');
const parts = document.querySelector('#parts');
const choices = [...document.querySelectorAll('[data-choice]')];
const whenIdle = window.requestIdleCallback ?? setTimeout;
const lower = (text) => text.replace(/\\s+/g, ' ').toLowerCase();

const hide = (element, hidden) => {
  if (element.hasAttribute('hidden') !== hidden) element.toggleAttribute('hidden', hidden);
};
${followScript}
const factsOf = (element) => {
  const group = element.closest('[data-group]');
  const texts = [...element.querySelectorAll('[data-text]')];
  const own = (texts.length > 0 ? texts : element === group ? [] : [element]).map((one) => one.textContent);
  const text = lower([group?.dataset.group ?? '', element.dataset.terms ?? '', ...own].join(' '));
  return { element, group, list: element.parentElement, text };
};
/** What choices are made by; read when somebody chooses, and once. */
const chosenBy = {
  strength: ({ element }) => [lower(element.querySelector('.word')?.textContent ?? '')],
  layer: ({ element }) => [element.querySelector('.from strong') ? 'inherited' : 'own'],
  origin: ({ element }) => {
    const from = element.querySelector('.from strong')?.textContent ?? parts?.dataset.scope;
    const server = element.querySelector('.from .server')?.textContent;
    return [from + (server === undefined ? '' : ' ' + server)];
  },
  tag: ({ element, group }) => [element.querySelectorAll('.tags li'), group?.querySelectorAll(':scope > .tags li') ?? []]
    .flatMap((tags) => [...tags].map((tag) => tag.textContent)),
  state: ({ element, group }) => {
    const states = [...element.querySelectorAll('.checks > li')].map((check) => check.className);
    return states.length > 0 || element === group ? states : ['none'];
  },
};
const isChosen = (item, { name, value }) => (item[name] ??= chosenBy[name](item)).includes(value);

/** What is its own group stands for that alone, and is not counted. */
const count = (items) => items.reduce((sum, { element, group }) => sum + (element === group ? 0 : 1), 0);

let known;
/** Where the list begins when all of it is shown: what is above that is no room for it. */
let top = 0;
const measure = () => {
  top = known.some(({ element }) => element.closest('[hidden]')) ? 0 : (known[0]?.element.getBoundingClientRect().top ?? 0) + scrollY;
};
const read = () => {
  readTrees();
  const groups = new Map([...document.querySelectorAll('[data-group]')].map((element) => [element, []]));
  const alone = [];
  for (const item of [...document.querySelectorAll('[data-item]')].map(factsOf)) {
    if (item.group) groups.get(item.group).push(item);
    else alone.push([item.element, [item]]);
  }
  const chunks = new Map([...document.querySelectorAll('.chunk')].map((element) => [element, { element, shown: 0, total: 0 }]));
  known = [...groups, ...alone].map(([element, items]) => ({
    element,
    chunk: chunks.get(element.closest('.chunk')),
    items,
    counted: count(items),
    text: items.map(({ text }) => text).join(' '),
    lists: [...new Set(items.map(({ list }) => list))].filter((list) => element.contains(list)),
    isFolded: element.matches('details'),
    isShown: true,
    // Of its items, those that are to be shown, and whether all were shown last.
    found: items,
    isWhole: false,
  }));
  for (const { chunk } of known) if (chunk) chunk.total += 1;
  return known;
};

const show = (group) => {
  const { element, items, lists, found } = group;
  hide(element, !group.isShown);
  const isWhole = found.length === items.length;
  // What is in a group that is hidden need not be touched: of many rules, most are. Nor what is shown as it was.
  if (!group.isShown || (isWhole && group.isWhole)) return;
  group.isWhole = isWhole;
  const which = new Set(found);
  for (const item of items) if (item.element !== element) hide(item.element, !which.has(item));
  for (const list of lists) hide(list, !found.some((item) => item.list === list));
};
/** A chunk that has nothing to show takes no room, and one that has less no more than that needs: both as long as they are out of sight. */
const resize = ({ element, shown, total }) => {
  hide(element, shown === 0);
  const room = shown < total ? 14 * shown + 'rem' : '';
  if (element.style.containIntrinsicBlockSize !== room) element.style.containIntrinsicBlockSize = room;
};
const showAll = (groups) => {
  // What is in a chunk that is hidden need not be touched either.
  for (const group of groups) if (group.chunk?.shown !== 0) show(group);
  for (const chunk of new Set(groups.map((group) => group.chunk))) if (chunk) resize(chunk);
};
/** The pixels that a group needs at least. */
const leastHeight = ({ element, chunk, isFolded, found }) =>
  16 * (chunk ? 4 + 3 * found.length : isFolded ? 3 : element === found[0]?.element ? 2 : 3 + 2 * found.length);

/** What is left to do when the page has been painted, which others see no sooner. */
let rest = [];
let isWaiting = false;
const goOn = () => {
  isWaiting = rest.length > 0;
  if (isWaiting) requestAnimationFrame(() => setTimeout(() => { rest.shift()?.(); goOn(); }));
};
const finish = () => { while (rest.length > 0) rest.shift()(); };
/** Shows what fits into the window at once, and the rest of a long list when that is painted. */
const showFirst = (groups, ids, narrowed) => {
  let room = scrollY + innerHeight - (narrowed ? 0 : top);
  let index = 0;
  for (; index < groups.length && room > 0; index++) if (groups[index].isShown) room -= leastHeight(groups[index]);
  // A chunk that comes into sight does so without what of it is below the window.
  const cut = groups[index]?.chunk;
  if (cut?.element.hidden) for (const { element, chunk } of groups.slice(index)) if (chunk === cut) hide(element, true);
  showAll(groups.slice(0, index));
  rest = index < groups.length ? [() => showAll(groups.slice(index))] : [];
  // A tree beside a list of parts moves nothing, and above it, on narrow screens, it has room for eight lines.
  const isMany = parts !== null && ids.size > 20;
  const first = !isMany ? undefined : matchMedia('(min-width: 52.01rem)').matches ? 0 : 10;
  rest.push(...follow(ids, narrowed, first));
  if (!isWaiting) goOn();
};

/** Of what is folded as a whole, few that are found are opened, for as long as somebody looks for them. */
const unfolded = new Set();
const unfold = (groups, narrowed) => {
  const foldable = groups.filter(({ isFolded }) => isFolded);
  const isFew = narrowed && foldable.filter(({ isShown }) => isShown).length <= 12;
  for (const group of foldable) {
    const { element } = group;
    const opens = isFew && group.isShown;
    if (opens ? element.open : !unfolded.has(element)) continue;
    element.open = opens;
    unfolded[opens ? 'add' : 'delete'](element);
  }
};

const say = (shown, total, by) => {
  const status = document.querySelector('#filter-status');
  const line = document.querySelector('.filtered');
  const noun = status?.dataset.noun;
  if (status) {
    status.textContent = by === '' ? total + ' ' + noun : shown + ' of ' + total + ' ' + noun;
    status.dataset.by = by;
  } else line.textContent = by === '' ? '' : 'Filtered by ' + by + ': ' + shown + ' of ' + total + ' acceptance criteria';
};

const filter = () => {
  const groups = known ?? read();
  const words = lower(box.value).split(' ').filter((word) => word !== '');
  const chosen = choices.filter((choice) => choice.value !== '');
  const narrowed = words.length + chosen.length > 0;
  const ids = new Set();
  let [shown, total] = [0, 0];
  const fits = (item) => words.every((word) => item.text.includes(word)) && chosen.every((choice) => isChosen(item, choice));
  for (const { chunk } of groups) if (chunk) chunk.shown = 0;
  for (const group of groups) {
    const { element, chunk, items, text, counted } = group;
    group.found = !narrowed ? items : words.every((word) => text.includes(word)) ? items.filter(fits) : [];
    total += counted;
    shown += group.found.length === items.length ? counted : count(group.found);
    group.isShown = !narrowed || group.found.length > 0;
    if (!group.isShown) continue;
    ids.add(element.id);
    if (chunk) chunk.shown += 1;
  }
  showFirst(groups, ids, narrowed);
  unfold(groups, narrowed);
  const sought = words.length > 0 ? ['“' + box.value.trim() + '”'] : [];
  const by = chosen.map(({ value, dataset, selectedOptions }) => dataset.by === undefined ? value : dataset.by + selectedOptions[0].text);
  say(shown, total, [...by, ...sought].join(', '));
  for (const [id, isHidden] of [['empty', ids.size > 0 || !narrowed], ['none', !narrowed]]) {
    const element = document.querySelector('#filter-' + id);
    if (element) hide(element, isHidden);
  }
};

/** Links to other views of the same page keep what is asked for. */
const keep = () => {
  for (const link of document.querySelectorAll('a[data-keeps]')) {
    const to = new URL(link.href);
    for (const { name, value } of [box, ...choices]) {
      // With a second argument, delete() takes only pairs of that value away.
      if (value.trim() === '') to.searchParams.delete(name);
      else to.searchParams.set(name, value.trim());
    }
    link.href = to;
  }
};
const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
let loading;
const load = () => {
  if (parts?.dataset.partial !== 'load') return;
  const raw = new URLSearchParams(location.search).has('raw') ? '&raw=1' : '';
  loading ??= fetch(location.pathname + (parts.dataset.whole ?? '?all=1' + raw)).then(async (response) => {
    if (!response.ok) throw new Error(String(response.status));
    const whole = new DOMParser().parseFromString(await response.text(), 'text/html');
    const now = whole.querySelector('#parts');
    if (now.dataset.partial) throw new Error('too much for one page');
    const open = new Set([...document.querySelectorAll('.toc details[open] > summary')].map((one) => one.textContent));
    const unfolded = [...parts.querySelectorAll('details[id][open]')].map(({ id }) => id);
    delete parts.dataset.partial;
    parts.className = now.className;
    parts.replaceChildren(...now.childNodes);
    // What somebody reads stays open among many that are folded; these come with a link that unfolds them.
    for (const id of unfolded) document.getElementById(id)?.setAttribute('open', '');
    const unfoldAll = whole.querySelector('.unfold');
    if (unfoldAll && !document.querySelector('.unfold')) parts.before(unfoldAll);
    keep();
    document.querySelector('.toc > ul')?.replaceWith(whole.querySelector('.toc > ul'));
    for (const one of document.querySelectorAll('.toc details')) if (open.has(one.firstElementChild.textContent)) one.open = true;
    read();
    filter();
    dispatchEvent(new Event('parts'));
    whenIdle(measure);
  }).catch(() => {
    parts.dataset.partial = 'ask';
    for (const choice of choices) choice.form.classList.add('asks');
  });
  return loading;
};
/** What a link leads to is shown, also where the filter hides it; without the script the style sheet sees to that. */
const reveal = () => {
  const found = location.hash === '' ? null : target();
  if (!found?.closest('[hidden]')) return;
  finish();
  // Of a chunk that was hidden as a whole, nothing else is to be seen.
  for (const group of known ?? []) if (group.chunk?.shown === 0 && group.chunk.element.contains(found)) show(group);
  for (let at = found; at; at = at.parentElement) hide(at, false);
  if (found.matches('.category')) for (const one of found.querySelectorAll('[hidden]')) hide(one, false);
  found.scrollIntoView();
};
const seek = async () => {
  reveal();
  if (location.hash === '' || parts?.dataset.partial !== 'load' || target()?.closest('#parts')) return;
  await load();
  if (target()) location.replace(location.href);
  reveal();
};

if (box) {
  const changed = async () => {
    keep();
    if (parts?.dataset.partial) await load();
    if (parts?.dataset.partial !== 'ask') filter();
  };
  box.addEventListener('focus', load);
  box.addEventListener('input', changed);
  for (const choice of choices) {
    choice.addEventListener('focus', load);
    choice.addEventListener('change', changed);
  }
  box.form.addEventListener('submit', (event) => {
    if (parts?.dataset.partial) return;
    event.preventDefault();
    const asked = [...new Set([...box.form.elements, ...choices])].filter(({ name, value }) => name !== '' && value.trim() !== '');
    const chosen = (name) => choices.some((choice) => choice.name === name);
    const query = new URLSearchParams(
      asked.filter((one) => !chosen(one.name) || choices.includes(one)).map(({ name, value }) => [name, value]),
    );
    history.replaceState(null, '', location.pathname + (query.size > 0 ? '?' + query : ''));
  });
  addEventListener('hashchange', seek);
  addEventListener('beforeprint', finish);
  addEventListener('resize', () => { top = 0; });
  if (!parts?.dataset.partial) {
    if (box.value !== '') filter();
    whenIdle(() => {
      known ?? read();
      measure();
    });
  }
  seek();
}
}
`;
