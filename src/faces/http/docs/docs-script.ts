/**
 * Starts Swagger UI, follows the reader's colour scheme, and gives what Swagger UI leaves without one a name or a place in the order
 * of the keyboard. In a file of its own, because the page's policy allows no inline script.
 */
export const docsScript: string = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

function nameOf(field) {
  const parameter = field.closest('tr[data-param-name]');
  if (parameter) return parameter.dataset.paramName;
  if (field.id === 'servers') return 'Server';
  if (field.matches('.examples-select-element')) return 'Example';
  if (field.closest('.response-control-media-type, .content-type-wrapper')) return 'Media type';
  return field.matches('textarea') ? 'Body of the request' : 'Value';
}

function fix(root) {
  for (const field of root.querySelectorAll('select:not([aria-label]), textarea:not([aria-label]), input:not([aria-label])')) {
    if (!field.labels || field.labels.length === 0) field.setAttribute('aria-label', nameOf(field));
  }
  // A button must hold no link; opening it writes the same address.
  for (const link of root.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const code of root.querySelectorAll('pre:not([tabindex])')) {
    if (code.matches('.microlight')) code.tabIndex = 0;
  }
  // Under one heading of the page, without a gap.
  for (const heading of root.querySelectorAll('h3:not([aria-level]), h4:not([aria-level]), h5:not([aria-level])')) {
    heading.setAttribute('aria-level', String(Number(heading.tagName[1]) - 1));
  }
  for (const about of root.querySelectorAll('.information-container:not([role])')) {
    about.setAttribute('role', 'region');
    about.setAttribute('aria-label', 'About');
  }
  for (const table of root.querySelectorAll('table[role=region]:not([aria-label])')) {
    table.setAttribute('aria-label', 'Responses of ' + (table.id || 'this route').replace(/_responses$/, ''));
  }
}

const page = document.getElementById('swagger-ui');
let due = false;
new MutationObserver(() => {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    fix(page);
  });
}).observe(page, { childList: true, subtree: true });

window.ui = SwaggerUIBundle({
  url: new URL('../openapi.json', document.currentScript.src).pathname,
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;
