/**
 * The only script of the pages: it filters while one types, by the same rules as `?q=` does on the server, and
 * leads to a line that the filter hides; the key / leads to the search. Without it both boxes are plain forms.
 */
export const filterScript: string = `'use strict';
addEventListener('keydown', (event) => {
  const search = document.querySelector('#site-search, #find-task');
  const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey || !search) return;
  event.preventDefault();
  search.focus();
  search.select();
});
const box = document.querySelector('#filter');
if (box) {
  const items = [...document.querySelectorAll('[data-item]')].map((element) => {
    const group = element.closest('[data-group]');
    const text = (element.querySelector('[data-text]') ?? element).textContent;
    return { element, group, text: ((group?.dataset.group ?? '') + ' ' + text).toLowerCase() };
  });
  const groups = [...document.querySelectorAll('[data-group]')];
  const status = document.querySelector('#filter-status');
  const empty = document.querySelector('#filter-empty');
  const filter = () => {
    const words = box.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const shownGroups = new Set();
    let shown = 0;
    for (const { element, group, text } of items) {
      const fits = words.every((word) => text.includes(word));
      element.hidden = !fits;
      if (!fits) continue;
      shown += 1;
      if (group) shownGroups.add(group);
    }
    for (const group of groups) {
      group.hidden = words.length > 0 && !shownGroups.has(group);
      const entry = document.querySelector('[data-for="' + CSS.escape(group.id) + '"]');
      if (entry) entry.hidden = group.hidden;
    }
    const noun = status.dataset.noun;
    status.textContent = words.length === 0 ? items.length + ' ' + noun : shown + ' of ' + items.length + ' ' + noun;
    if (empty) empty.hidden = shown > 0;
  };
  const showTarget = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.hidden) return;
    box.value = '';
    filter();
    target.scrollIntoView();
  };
  box.addEventListener('input', filter);
  box.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const query = new URLSearchParams(new FormData(box.form));
    if (box.value.trim() === '') query.delete('q');
    history.replaceState(null, '', location.pathname + (query.size > 0 ? '?' + query : ''));
  });
  addEventListener('hashchange', showTarget);
  if (box.value !== '') filter();
}
`;
