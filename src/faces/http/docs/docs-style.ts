/** What /docs looks like besides Swagger UI's own stylesheet: the explorer's frame and colours, and enough contrast in both schemes. */
export const docsStyle: string = `:root {
  color-scheme: light;
  --paper: #ffffff; --panel: #f6f7f9; --line: #d9dde3; --ink: #1b2430; --soft: #556070; --accent: #28518f;
  --get: #1d5c9e; --post: #1a6b41; --code: #20252c; --must: #8a1f2d; --warn: #7a4a00;
}
:root.dark-mode {
  color-scheme: dark;
  --paper: #14181e; --panel: #1b2129; --line: #343d49; --ink: #e4e8ee; --soft: #a3aebc; --accent: #8fb4ec;
  --get: #8fb4ec; --post: #83d1a1; --code: #0e1116; --must: #f2a0aa; --warn: #efc36f;
}
html, html.dark-mode { background: var(--paper); }
body { margin: 0; background: var(--paper); color: var(--ink); }
.skip { position: absolute; left: -100vw; top: 0; padding: .6rem 1rem; background: var(--accent); color: var(--paper); z-index: 2; }
.skip:focus { left: 0; }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top { border-bottom: 1px solid var(--line); background: var(--panel); font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif; }
.top .inner { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 2rem; max-width: 74rem; margin: 0 auto; padding: .7rem 1.25rem; }
.brand { font-weight: 700; font-size: 1.1rem; color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.top nav a { color: var(--soft); text-decoration: none; padding: .15rem 0; border-bottom: 2px solid transparent; }
.top nav a:hover { color: var(--ink); border-color: var(--line); }
.top nav a[aria-current] { color: var(--ink); border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
#swagger-ui { max-width: 100vw; overflow-x: clip; }
#swagger-ui:focus { outline: none; }
.swagger-ui .wrapper { padding: 0 1.25rem; max-width: 74rem; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .scheme-container { display: none; }
.swagger-ui, .swagger-ui :is(p, li, td, th, h1, h2, h3, h4, h5, label, table, section, select, input, textarea,
  .info .title, .info li, .info p, .info table, .opblock-tag, .opblock-tag small, .opblock-description-wrapper,
  .opblock-external-docs-wrapper, .opblock-title_normal, .opblock-summary-description, .opblock-section-header h4,
  .parameter__name, .parameter__type, .parameter__in, .response-col_status, .response-col_links, .response-col_description,
  .tab li, .tab li button.tablinks, .btn, .model, .model-title, .prop-type, .servers-title, .opblock-summary-path, .json-schema-2020-12__title,
  .json-schema-2020-12-accordion, .json-schema-2020-12-expand-deep-button, .json-schema-2020-12-keyword__name, .json-schema-2020-12-keyword__value,
  .responses-inner h4, .responses-inner h5, .renderedMarkdown p) { color: var(--ink); }
.swagger-ui :is(.parameter__in, .parameter__deprecated, .parameter__extension, .response-control-media-type__accept-message, .info .base-url,
  .opblock-summary-operation-id, .examples__section-header, .prop-format, .json-schema-2020-12__attribute--muted, .response-control-examples small) { color: var(--soft); }
.swagger-ui :is(a, .link, .info a, .info a .url, .url, a.nostyle:hover, .opblock-tag a, .prop-type, .json-schema-2020-12__attribute--primary) { color: var(--accent); }
.swagger-ui :is(.parameter__name.required span, .parameter__name.required::after, .response-undocumented, .errors) { color: var(--must); }
:root .swagger-ui .info .title small { background: var(--soft) !important; }
:root .swagger-ui .info .title small.version-stamp { background: var(--post) !important; }
.swagger-ui .info .title small pre { color: var(--paper); }
.swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); flex-wrap: wrap; }
.swagger-ui .opblock-tag small { flex: 1 1 16rem; }
.swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
.swagger-ui .opblock .opblock-summary-control:focus { outline-offset: 2px; }
:root .swagger-ui .opblock.opblock-get { background: transparent !important; border-color: var(--get); }
:root .swagger-ui .opblock.opblock-post { background: transparent !important; border-color: var(--post); }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--get); }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--post); }
.swagger-ui .opblock .opblock-summary-method { color: var(--paper); text-shadow: none; }
.swagger-ui .opblock :is(.opblock-summary) { border-color: var(--line); }
.swagger-ui .opblock .opblock-section-header { background: var(--panel); box-shadow: none; border-bottom: 1px solid var(--line); }
.swagger-ui :is(select, input[type=text], textarea) { background-color: var(--paper); color: var(--ink); border: 1px solid var(--soft); }
.swagger-ui :is(select, input, textarea)[disabled] { background-color: var(--panel); color: var(--soft); opacity: 1; }
/* Colours that fade into one another are hard to read meanwhile. */
.swagger-ui * { transition: none !important; }
.swagger-ui .btn { background: transparent; border-color: var(--soft); }
:root .swagger-ui .opblock .btn.execute { background: var(--accent); border-color: var(--accent); color: var(--paper); }
:root .swagger-ui .opblock .btn.cancel { background: transparent; border-color: var(--must); color: var(--must) !important; }
.swagger-ui :is(.highlight-code, .curl-command) > pre, .swagger-ui :is(.microlight, .opblock-body pre.microlight) { background: var(--code) !important; color: #e4e8ee !important; }
.swagger-ui .microlight :is(span, code, a) { color: inherit !important; }
.swagger-ui .copy-to-clipboard { background: #3b434e; }
.swagger-ui .download-contents { background: #3b434e; color: #ffffff; }
.swagger-ui :is(.renderedMarkdown code, .markdown code) { background: var(--panel); color: var(--ink); overflow-wrap: anywhere; }
.swagger-ui .model-box, .swagger-ui section.models, .swagger-ui .json-schema-2020-12 { background: var(--panel); }
.swagger-ui .json-schema-2020-12-keyword__value { overflow-wrap: anywhere; }
.swagger-ui .opblock-body, .swagger-ui .responses-table { overflow-wrap: anywhere; }
.swagger-ui .parameters-col_name { min-width: 6rem; }
@media (max-width: 48rem) {
  .swagger-ui .opblock-tag > div { flex: none !important; }
  .swagger-ui :is(.parameters, .responses-table) :is(tbody, tr, td) { display: block; width: auto !important; padding-left: 0; }
  .swagger-ui :is(.parameters, .responses-table) > thead { position: absolute; clip-path: inset(50%); }
  .swagger-ui .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui :is(select, input[type=text], textarea) { max-width: 100%; min-width: 0 !important; }
  .swagger-ui .response-controls { flex-wrap: wrap; padding-top: .5rem; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
  .swagger-ui .wrapper { padding: 0 .75rem; }
}
`;
