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
const lower = (text) => text.replace(/\\s+/g, ' ').toLowerCase();

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

let known;
const read = () => {
  const nodes = [...document.querySelectorAll('[data-for], [data-branch]')].map((element) => ({
    element,
    own: element.dataset.for,
    all: [element, ...element.querySelectorAll('[data-for]')].map((one) => one.dataset.for),
  }));
  const groups = new Map([...document.querySelectorAll('[data-group]')].map((element) => [element, []]));
  groups.set(null, []);
  for (const item of [...document.querySelectorAll('[data-item]')].map(factsOf)) groups.get(item.group).push(item);
  known = {
    nodes,
    groups: [...groups].map(([element, items]) => ({
      element,
      items,
      text: items.map(({ text }) => text).join(' '),
      lists: [...new Set(items.map(({ list }) => list))],
      isFolded: element?.matches('details') ?? false,
    })),
  };
  return known;
};

const hide = (element, hidden) => {
  if (element.hasAttribute('hidden') !== hidden) element.toggleAttribute('hidden', hidden);
};
/** What is its own group stands for that alone, and is not counted. */
const count = (items) => items.reduce((sum, { element, group }) => sum + (element === group ? 0 : 1), 0);

/** Of what is folded as a whole, few that are found are opened, for as long as somebody looks for them. */
const unfolded = new Set();
const unfold = (groups, narrowed) => {
  const foldable = groups.filter(({ isFolded }) => isFolded).map(({ element }) => element);
  const found = foldable.filter((element) => !element.hidden);
  for (const element of foldable) {
    const opens = narrowed && found.length <= 12 && !element.hidden;
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
  const { groups, nodes } = known ?? read();
  const words = lower(box.value).split(' ').filter((word) => word !== '');
  const chosen = choices.filter((choice) => choice.value !== '');
  const narrowed = words.length + chosen.length > 0;
  const ids = new Set();
  let [shown, total] = [0, 0];
  const fits = (item) => words.every((word) => item.text.includes(word)) && chosen.every((choice) => isChosen(item, choice));
  for (const { element, items, text, lists } of groups) {
    total += count(items);
    const found = new Set(words.every((word) => text.includes(word)) ? items.filter(fits) : []);
    shown += count([...found]);
    if (element) hide(element, narrowed && found.size === 0);
    // What is in a group that is hidden need not be touched: of many rules, most are.
    if (element?.hidden) continue;
    if (element) ids.add(element.id);
    for (const item of items) if (item.element !== element) hide(item.element, !found.has(item));
    if (element) for (const list of lists) hide(list, !items.some((item) => item.list === list && found.has(item)));
    else for (const item of found) ids.add(item.element.id);
  }
  const few = narrowed && ids.size <= 40;
  for (const { element, own, all } of nodes) {
    // What is folded is seen to when it is opened.
    if (element.parentElement.closest('details:not([open])')) continue;
    const isAround = all.some((id) => ids.has(id));
    if (element instanceof HTMLElement) hide(element, !isAround);
    if (all.length > 1 || !(element instanceof HTMLElement)) element.classList.toggle('aside', narrowed && own !== undefined && !ids.has(own));
    const branch = few && isAround && all.length > 1 && element.querySelector(':scope > details');
    if (branch) branch.open = true;
  }
  unfold(groups, narrowed);
  const sought = words.length > 0 ? ['“' + box.value.trim() + '”'] : [];
  const by = chosen.map(({ value, dataset, selectedOptions }) => dataset.by === undefined ? value : dataset.by + selectedOptions[0].text);
  say(shown, total, [...by, ...sought].join(', '));
  for (const [id, isHidden] of [['empty', ids.size > 0 || !narrowed], ['none', !narrowed]]) {
    const element = document.querySelector('#filter-' + id);
    if (element) hide(element, isHidden);
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
    const open = new Set([...document.querySelectorAll('.toc details[open] > summary')].map((one) => one.textContent));
    delete parts.dataset.partial;
    parts.className = now.className;
    parts.replaceChildren(...now.childNodes);
    document.querySelector('.toc > ul')?.replaceWith(whole.querySelector('.toc > ul'));
    for (const one of document.querySelectorAll('.toc details')) if (open.has(one.firstElementChild.textContent)) one.open = true;
    read();
    filter();
    dispatchEvent(new Event('parts'));
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
    await load();
    if (parts?.dataset.partial === 'ask') return;
    filter();
  };
  box.addEventListener('focus', load);
  box.addEventListener('input', () => (parts?.dataset.partial ? changed() : filter()));
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
  addEventListener('toggle', ({ target: opened }) => {
    if (known && opened.open && opened.closest('.toc, .lineage-tree')) filter();
  }, true);
  if (!parts?.dataset.partial) {
    if (box.value !== '') filter();
    (window.requestIdleCallback ?? setTimeout)(() => known ?? read());
  }
  seek();
}
}
`;
