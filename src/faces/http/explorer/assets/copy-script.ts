/**
 * Buttons that copy a rule, a category as agents read it, or a command; and the mark of the place in the tree of categories
 * while one reads. Buttons are made here, so that there are none where they could do nothing.
 */
export const copyScript: string = `{
const plain = (element) => element.innerText.trim();
const ruleText = (rule) => '- **' + rule.querySelector('.word').textContent + '**: ' + plain(rule.querySelector('[data-text]'));
const categoryText = (section) => {
  const when = section.querySelector('.when');
  const lines = ['# ' + plain(section.querySelector('h2 a')), ...(when ? ['', '*' + plain(when) + '*'] : []), ''];
  return [...lines, ...[...section.querySelectorAll('.rule:not([hidden])')].map(ruleText)].join('\\n') + '\\n';
};
const write = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('refused');
};
const said = document.createElement('p');
said.className = 'hidden-text';
said.setAttribute('aria-live', 'polite');
document.body.append(said);
const button = (name, what, text) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'copy';
  made.textContent = name;
  made.setAttribute('aria-label', name + ' ' + what);
  made.addEventListener('click', async () => {
    const word = await write(text()).then(() => 'Copied', () => 'Not copied');
    made.textContent = word;
    said.textContent = word;
    setTimeout(() => { made.textContent = name; said.textContent = ''; }, 2000);
  });
  return made;
};
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) prepare(target);
  }
}, { rootMargin: '50%' });
const prepare = (section) => {
  if (section.dataset.ready) return;
  section.dataset.ready = 'yes';
  sight.unobserve(section);
  // What it says is read without laying the page out: this runs while one scrolls.
  const name = section.querySelector('h2 a').textContent;
  const scope = section.closest('[data-scope]').dataset.scope;
  const buttons = document.createElement('span');
  buttons.className = 'copies';
  buttons.append(
    button('Copy', name, () => categoryText(section)),
    button('Copy command', 'for ' + name, () => 'precept rules ' + scope + ' --categories ' + name),
  );
  section.querySelector('h2').after(buttons);
  for (const rule of section.querySelectorAll('.rule')) {
    const from = rule.querySelector('p.from');
    from?.append(button('Copy', 'rule', () => ruleText(rule)));
  }
};

const seen = new Set();
let marked;
const mark = () => {
  const [first] = [...document.querySelectorAll('#parts .category')].filter((section) => seen.has(section));
  const link = first && document.querySelector('.toc a[href="#' + CSS.escape(first.id) + '"]');
  if (!link || link === marked) return;
  for (const one of document.querySelectorAll('.toc [aria-current]')) one.removeAttribute('aria-current');
  for (const one of document.querySelectorAll('.toc .here')) one.classList.remove('here');
  link.setAttribute('aria-current', 'true');
  for (let at = link.closest('details'); at; at = at.parentElement.closest('details')) at.firstElementChild.classList.add('here');
  marked = link;
  const toc = link.closest('.toc');
  const [a, b] = [link.getBoundingClientRect(), toc.getBoundingClientRect()];
  if (link.offsetParent && (a.top < b.top || a.bottom > b.bottom)) toc.scrollTop += a.top - b.top - b.height / 3;
};
const place = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target);
  mark();
}, { rootMargin: '-80px 0px -40% 0px' });

const start = () => {
  seen.clear();
  for (const section of document.querySelectorAll('#parts .category')) {
    sight.observe(section);
    place.observe(section);
  }
};
for (const code of document.querySelectorAll('[data-copy]')) code.after(button('Copy', 'command', () => code.textContent));
addEventListener('parts', start);
start();
}
`;
