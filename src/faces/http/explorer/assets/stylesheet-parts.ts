/** The parts of the pages: lists, rules, pictures, progress; narrow screens and print. */
export const partsStyle: string = `.words { max-width: 46rem; margin: 0 0 1rem; color: var(--soft); font-size: .9rem; }
.words summary { cursor: pointer; }
.words dt { color: var(--ink); font-weight: 600; margin-top: .4rem; }
.words dd { margin: 0; }
.facts { margin: .25rem 0 1rem; display: grid; gap: .3rem; }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; }
.facts dt { color: var(--soft); min-width: 8rem; font-size: .9rem; }
.facts dd { margin: 0; flex: 1; min-width: min(100%, 14rem); overflow-wrap: anywhere; }
.tags { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem; margin: .2rem 0 .5rem; padding: 0; }
.tags li { font-size: .8rem; line-height: 1.4; padding: .05rem .5rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--soft); overflow-wrap: anywhere; }
.facts .tags { margin: 0; }
.links { margin: .2rem 0 .5rem; font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
.notice, .failures { background: var(--warn-soft); border-left: 4px solid var(--warn); border-radius: 4px; padding: .7rem 1rem; margin: 1rem 0; }
.notice ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.failures h2 { margin-top: 0; }
.failures dt { font-weight: 600; overflow-wrap: anywhere; }
.failures dd { margin: 0 0 .8rem; }
.tabs { display: flex; flex-wrap: wrap; gap: 0 1.5rem; border-bottom: 1px solid var(--line); margin: 1rem 0; }
.tabs a { padding: .5rem 0; color: var(--soft); text-decoration: none; border-bottom: 3px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--ink); border-color: var(--line); }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }
.count { font-size: .8rem; font-weight: 400; background: var(--code); color: var(--soft); border-radius: 1rem; padding: .05rem .5rem; }
.tools { display: flex; flex-wrap: wrap; gap: .75rem 2rem; align-items: end; justify-content: space-between; }
.search { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: center; margin: .5rem 0 1rem; }
.search label { font-size: .9rem; color: var(--soft); max-width: 100%; }
.search > label:has(select) { display: flex; gap: .3rem; align-items: center; }
.field { display: flex; gap: .3rem; align-items: center; min-width: 0; max-width: 100%; }
:is(.field, .search > label) select { min-width: 0; }
.search input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 5px; padding: .35rem .6rem; width: 18rem; max-width: 100%; }
.search button { font: inherit; color: var(--accent); background: var(--accent-soft); border: 1px solid transparent; border-radius: 5px; padding: .35rem .9rem; cursor: pointer; }
.search p { margin: 0; font-size: .9rem; color: var(--soft); }
.site-search { flex: 0 1 15rem; margin-left: auto; }
.site-search input { width: 100%; }
.site-search input, .find :is(textarea, input:not([type=checkbox]), select) { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 5px; padding: .3rem .6rem; max-width: 100%; }
.find { padding: .9rem 1.1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .7rem; max-width: 46rem; }
.find p { margin: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: .2rem; justify-items: start; }
.find textarea, .find p input { width: 100%; }
.find fieldset { border: 1px solid var(--line); border-radius: 5px; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; min-width: 0; }
.find button { font: inherit; color: var(--accent); background: var(--accent-soft); border: 1px solid transparent; border-radius: 5px; padding: .35rem .9rem; cursor: pointer; }
.choice { overflow-wrap: anywhere; }
.search select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 5px; padding: .3rem .4rem; max-width: 100%; }
.days { display: block; width: 100%; height: auto; max-width: 60rem; margin: .5rem 0; }
.days rect, .bar rect { fill: var(--accent); }
.days text { fill: var(--soft); font-size: 12px; text-anchor: start; }
.days .end { text-anchor: end; }
.days .axis { stroke: var(--soft); }
.days .grid { stroke: var(--line); }
.intervals { display: block; width: 100%; min-width: 38rem; height: auto; max-width: 60rem; }
.intervals text { fill: var(--ink); font-size: 13px; text-anchor: start; }
.intervals .tick { fill: var(--soft); font-size: 12px; text-anchor: middle; }
.figured { margin-top: .6rem; }
.intervals .grid { stroke: var(--line); }
.intervals .interval { stroke: var(--accent); stroke-width: 3; stroke-linecap: round; }
.intervals circle { fill: var(--accent); stroke: var(--paper); stroke-width: 2; }
.bar { display: block; width: 8rem; height: .6rem; }
td > .bar { margin-top: .5rem; }
.parts { display: block; width: 100%; height: auto; max-width: 60rem; margin: .5rem 0 1rem; }
.parts rect { fill: var(--good); stroke: var(--good); }
.parts .behind { fill: var(--must-soft); stroke: var(--must); }
.hits { list-style: none; margin: 0; padding: 0; display: grid; gap: .9rem; }
.hits p { margin: 0; overflow-wrap: anywhere; }
.answer { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.switch { display: flex; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; margin: .5rem 0 1rem; }
.switch a { padding: .35rem .9rem; text-decoration: none; color: var(--soft); }
.switch a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.switch a:focus-visible { outline-offset: -3px; }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; align-items: start; }
.toc { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; font-size: .9rem; padding: .2rem; }
.toc h2 { font-size: .9rem; margin: 0 0 .4rem; color: var(--soft); font-weight: 600; letter-spacing: 0; }
.toc ul { list-style: none; margin: 0; padding: 0; }
.toc a { display: block; padding: .15rem .5rem; text-decoration: none; color: var(--ink); border-left: 2px solid var(--line); overflow-wrap: anywhere; }
.toc a:hover { border-color: var(--accent); color: var(--accent); }
.category { padding-bottom: 1.4rem; margin-bottom: 1.4rem; border-bottom: 1px solid var(--line); }
.category h2 { margin: 0 0 .2rem; overflow-wrap: anywhere; }
.category h2 a { color: inherit; text-decoration: none; }
.category h2 a:hover { text-decoration: underline; }
.when { color: var(--soft); font-style: italic; margin: 0 0 .4rem; white-space: pre-line; }
.rules { list-style: none; margin: .6rem 0; padding: 0; display: grid; gap: .8rem; }
.rule { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr); gap: 0 .8rem; align-items: start; }
.rule > div:first-child { grid-column: 1 / -1; }
.word { font-size: .72rem; font-weight: 700; letter-spacing: .04em; text-align: center; border-radius: 4px; padding: .1rem 0; margin-top: .2rem; }
.commandments { background: var(--must-soft); color: var(--must); }
.suggestions { background: var(--should-soft); color: var(--should); }
.text { max-width: 46rem; unicode-bidi: isolate; }
.text > :first-child { margin-top: 0; }
.text > :last-child { margin-bottom: 0; }
.text ul, .text ol { margin: .2rem 0 .5rem; padding-left: 1.6rem; }
.text blockquote { margin: .2rem 0 .5rem; padding-left: .8rem; border-left: 3px solid var(--line); }
.text table { margin: .2rem 0 .5rem; width: auto; overflow-wrap: anywhere; }
.text th, .text td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: start; }
.procedure :is(th, td) { min-width: 5rem; }
.rules + .rules { margin-top: .8rem; }
.procedure > ol > li, .procedure > ul > li { margin-bottom: .6rem; }
.replaced { margin-top: .6rem; font-size: .95rem; }
.replaced summary { cursor: pointer; color: var(--soft); width: fit-content; max-width: 100%; overflow-wrap: anywhere; }
.replaced ul { margin: .5rem 0 0; padding-left: 1.2rem; color: var(--soft); }
.replaced .text { text-decoration: line-through; text-decoration-color: var(--soft); }
.beside { margin: .4rem 0 0; font-size: .9rem; max-width: 46rem; }
.beside > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0 .6rem; }
.beside dt { color: var(--soft); }
.beside dd { margin: 0; overflow-wrap: anywhere; }
.beside dd > :first-child { margin-top: 0; }
.beside pre { margin: 0 0 .3rem; white-space: pre-wrap; }
.waiver { margin: .3rem 0 0; font-size: .9rem; overflow-wrap: anywhere; }
.unserved { margin-top: .6rem; font-size: .95rem; }
.unserved summary { cursor: pointer; color: var(--soft); width: fit-content; }
.unserved ul { margin: .5rem 0 0; padding-left: 1.2rem; color: var(--soft); }
.rule:target { background: var(--mark); border-radius: 4px; }
.chain { list-style: none; margin: 1rem 0 .5rem; padding: 0; }
.chain > li { position: relative; padding: 0 0 1rem 1.4rem; border-left: 2px solid var(--line); margin-left: .4rem; }
.chain > li:last-child { border-color: transparent; padding-bottom: 0; }
.chain > li::before { content: ''; box-sizing: border-box; position: absolute; left: -.46rem; top: .42rem; width: .8rem; height: .8rem; border-radius: 50%; background: var(--accent); }
.chain > .without { color: var(--soft); }
.chain > .without::before { background: var(--paper); border: 2px solid var(--soft); }
.chain p { margin: 0 0 .15rem; overflow-wrap: anywhere; }
.written { margin: .6rem 0; }
.written summary { cursor: pointer; color: var(--soft); width: fit-content; }
.values { margin: .6rem 0; }
.values td { min-width: 6rem; }
.values code { overflow-wrap: anywhere; }
.panel h3 { margin-top: 1rem; }
.scope-head + .category { margin-top: 1.5rem; }
.cards { list-style: none; margin: .5rem 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
.card { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; background: var(--panel); min-width: 0; }
.card h2, .card h3 { margin: 0 0 .3rem; overflow-wrap: anywhere; }
.card p { margin-bottom: .4rem; white-space: pre-line; }
.card .meta, .card .from { white-space: normal; }
.card .tags { margin: .5rem 0 0; }
p.trouble { color: var(--must); overflow-wrap: anywhere; }
.cards.wide { grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); }
.card details { font-size: .875rem; color: var(--soft); }
.card summary { cursor: pointer; width: fit-content; }
.mistakes { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: 1rem; }
.mistakes > li { border: 1px solid var(--line); border-left: 4px solid var(--must); border-radius: 6px; background: var(--panel); padding: .7rem 1.1rem; min-width: 0; }
.mistakes h2 { margin: .1rem 0 .4rem; font-size: 1.05rem; overflow-wrap: anywhere; }
.mistakes pre { overflow-x: auto; white-space: pre; }
.mistakes mark { background: var(--must-soft); color: var(--must); font-weight: 600; }
.carets { display: block; color: var(--must); font-weight: 700; }
.conflicts h3 { margin-top: 1.2rem; overflow-wrap: anywhere; }
.pair { margin: 0; padding-left: 1.1rem; }
.panel { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
section.panel { padding: .8rem 1rem; margin: 1rem 0 1.5rem; }
section.panel h2 { margin: 0 0 .3rem; font-size: 1rem; color: var(--soft); }
.scroll { overflow: auto; position: relative; }
section.panel .scroll { max-height: 75vh; }
svg { display: block; margin: 0 auto; text-anchor: middle; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif; }
svg text { fill: var(--ink); }
svg .edge { fill: none; stroke: var(--soft); stroke-width: 1.4; }
svg marker path { fill: var(--soft); }
.lineage text { font-size: 14px; font-weight: 550; fill: var(--accent); }
.lineage rect { fill: var(--paper); stroke: var(--soft); stroke-width: 1.2; }
.lineage a:hover rect { stroke: var(--accent); fill: var(--accent-soft); }
.lineage a:focus-visible { outline: none; }
.lineage a:focus-visible rect { stroke: var(--accent); stroke-width: 3.5; }
.lineage .trouble rect { stroke: var(--must); stroke-dasharray: 4 3; }
.lineage .trouble text { fill: var(--must); }
.chart { display: grid; grid-template-columns: minmax(16rem, 5fr) minmax(0, 9fr); gap: 2rem; align-items: start; }
.chart.stacked { grid-template-columns: minmax(0, 1fr); }
.chart .scroll { padding: .5rem; }
.picture { min-width: 0; }
.fit { display: none; padding: .5rem .8rem 0; font-size: .9rem; color: var(--soft); }
.wide .fit { display: block; }
.fit:has(:checked) + .scroll .flowchart { max-width: 100%; height: auto; }
.steps { margin: 0; padding-left: 2rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem; overflow-wrap: anywhere; }
.steps ul { padding-left: 1.1rem; color: var(--soft); font-size: .95rem; }
.steps li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
.end:not(text), .badge { font-size: .78rem; border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .55rem; color: var(--soft); white-space: nowrap; }
.badge.good { background: var(--good-soft); color: var(--good); border-color: transparent; }
.badge.bad { background: var(--must-soft); color: var(--must); border-color: transparent; }
.badge.open { background: var(--warn-soft); color: var(--warn); border-color: transparent; }
.flowchart text { font-size: 13px; }
.flowchart .role { font-weight: 650; fill: var(--soft); }
.flowchart .step { font-size: 11px; text-anchor: start; fill: var(--soft); }
.flowchart .path-label { font-size: 12px; fill: var(--soft); font-style: italic; paint-order: stroke; stroke: var(--panel); stroke-width: 6px; stroke-linejoin: round; }
.flowchart .node > path { fill: var(--paper); stroke: var(--soft); stroke-width: 1.3; }
.flowchart .terminator > path { fill: var(--code); }
.flowchart .decision > path { fill: var(--accent-soft); stroke: var(--accent); }
.flowchart .fork > path, .flowchart .sync > path { fill: var(--good-soft); stroke: var(--good); }
.flowchart .unreachable > path { stroke-dasharray: 2 3; }
.flowchart .edge.retry { stroke: var(--must); stroke-dasharray: 5 4; }
.flowchart #head-retry path { fill: var(--must); }
.flowchart .path-label.retry { fill: var(--must); }
progress { appearance: none; width: 12rem; max-width: 100%; height: .6rem; border: none; border-radius: 1rem; overflow: hidden; background: var(--line); vertical-align: middle; }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--good); }
progress::-moz-progress-bar { background: var(--good); }
.overall { display: grid; gap: .4rem; margin: 1.2rem 0; }
.overall progress { width: 100%; height: .8rem; }
.progress { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; font-size: .9rem; margin-bottom: .5rem; }
.acs { list-style: none; margin: .8rem 0 .3rem; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }
.ac { border-left: 3px solid var(--line); padding-left: .9rem; min-width: 0; }
.ac-head { margin-bottom: .3rem; }
.gwt { margin: 0 0 .4rem; }
.gwt div { display: flex; gap: .6rem; }
.gwt dt { color: var(--soft); flex: 0 0 3.2rem; }
.gwt dd { margin: 0; min-width: 0; white-space: pre-line; }
.checks { list-style: none; margin: 0; padding: 0; font-size: .9rem; }
.ac .tags { margin: .4rem 0 0; }
.checks li { overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 1rem 0; }
.figures dt { color: var(--soft); font-size: .9rem; }
.figures dd { margin: 0; font-size: 1.7rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.held p { margin: 0; overflow-wrap: anywhere; }
.held p + p { margin-top: .3rem; color: var(--soft); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; font-size: .9rem; }
tbody th { font-weight: 400; }
.scroll tbody :is(th, td:has(> a)) { min-width: 9rem; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
time { white-space: nowrap; }
.live { position: fixed; right: 1rem; bottom: 1rem; max-width: calc(100vw - 2rem); margin: 0; z-index: 3; }
.live:not(:empty) { padding: .6rem 1rem; background: var(--accent-soft); border: 1px solid var(--accent); border-radius: 8px; }
.live button { font: inherit; color: var(--paper); background: var(--accent); border: none; border-radius: 5px; padding: .2rem .8rem; margin-left: .4rem; cursor: pointer; }
.lines { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; padding: .5rem 0; background: var(--panel); }
.lines th, .lines td { border: none; padding: 0 .9rem; font-size: .9rem; line-height: 1.55; }
.lines th { text-align: right; user-select: none; width: 1%; }
.lines th a { color: var(--soft); text-decoration: none; font-family: var(--mono); font-size: .875em; }
.lines code { background: none; padding: 0; white-space: pre; }
.lines tr:target { background: var(--mark); }
.lines tr { scroll-margin-top: 30vh; }
@media (max-width: 74rem) { .stacked .fit { display: block; } }
@media (min-width: 52rem) {
  .chart:not(.stacked) .flowchart { max-width: 100%; height: auto; }
}
@media (max-width: 52rem) {
  .columns, .chart { grid-template-columns: minmax(0, 1fr); gap: 1.25rem; }
  .fit { display: block; }
  .toc { position: static; max-height: 12rem; border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; }
  h1 { font-size: 1.55rem; }
  .site-search { flex-basis: 100%; }
  .days text { font-size: 22px; }
  .bar { width: 4rem; }
  .rule { grid-template-columns: minmax(0, 1fr); }
  .word { justify-self: start; padding: .1rem .6rem; margin: 0 0 .2rem; }
  .facts dt { min-width: 0; }
  .facts dd { min-width: min(100%, 8rem); }
  .stacked :is(tbody, th, td) { display: block; border: none; padding: 0; }
  table.stacked { display: block; }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tbody tr { display: flex; flex-wrap: wrap; gap: .2rem .8rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
  .stacked tbody th { flex: 1 1 60%; font-weight: 600; }
  .stacked .held { flex: 1 0 100%; }
  .stacked [data-label]::before { content: attr(data-label) ' '; color: var(--soft); }
  .lines th, .lines td { padding: 0 .6rem; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --soft: #333; --accent: #000; --must: #000; --should: #000; --good: #000; --warn: #000; --line: #bbb; --code: #f2f2f2; --mark: #eee; --must-soft: #eee; --should-soft: #fff; --accent-soft: #fff; --good-soft: #fff; --warn-soft: #fff; }
  .top, .crumbs, .toc, .search, .find, .switch, .tabs, .skip, .live, footer, .chart .fit { display: none; }
  .columns, .chart { display: block; }
  .word { border: 1px solid #000; }
  .rule, .card, .ac, .steps li { break-inside: avoid; }
  h2, h3, .when, .links, .meta, .ac-head { break-after: avoid; }
  .search:has([data-by]:not([data-by=''])) { display: block; }
  .search:has([data-by]) > :not([data-by]) { display: none; }
  [data-by]:not([data-by=''])::before { content: 'Filtered by ' attr(data-by) ': '; }
  .scroll, .lines { overflow: visible; max-height: none !important; }
  svg { min-width: 0 !important; max-width: 100%; height: auto; }
  .figured::details-content { content-visibility: visible; block-size: auto; }
  .picture { border: none; margin-top: 1rem; }
  .chart:not(.tall) .flowchart { max-height: 92vh; }
}
`;
