/** Long lists: the filter that stays in view, the tree of categories, and what links lead to though a filter hides it. */
export const listsStyle: string = `@media not (scripting: enabled) {
  .rule[hidden]:target, .category[hidden]:target .rule[hidden] { display: grid !important; }
  .chunk[hidden]:has(:target), .category[hidden]:is(:target, :has(:target)) { display: block !important; }
  .rules[hidden]:has(> :target), .category[hidden]:target .rules[hidden] { display: grid !important; }
  .toc li[hidden]:is(:target, :has(:target)) { display: list-item !important; }
}
.toc li:target > a { background: var(--mark); }
.card:target, .category:target > h2 { background: var(--mark); }
html.keeps { scroll-padding-top: 4.5rem; }
.kept { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line); padding: .5rem 0; margin: 0 0 1rem; align-items: center; gap: .4rem 1.2rem; justify-content: flex-start; }
.kept .search, .kept .switch { margin: 0; }
.kept .search input { width: 13rem; }
.kept .switch { margin-left: auto; }
.kept .switch a { padding: .25rem .7rem; }
.choices { display: flex; flex-wrap: wrap; gap: .4rem .9rem; }
.choices button { font: inherit; color: var(--accent); background: var(--accent-soft); border: 1px solid transparent; border-radius: 5px; padding: .3rem .8rem; cursor: pointer; }
@media (scripting: enabled) { .choices:not(.asks) button { display: none; } }
.choices label { font-size: .9rem; color: var(--soft); display: flex; gap: .4rem; align-items: center; min-width: 0; }
.choices select { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 5px; padding: .3rem .3rem; max-width: 11rem; min-width: 0; }
.kept + .columns > .toc { top: 4.5rem; max-height: calc(100vh - 5.5rem); }
.toc [data-count]::after { content: attr(data-count); color: var(--soft); font-size: .8rem; margin-left: .5rem; font-variant-numeric: tabular-nums; }
.toc summary { border-left: 2px solid var(--line); cursor: pointer; padding: .15rem .5rem; overflow-wrap: anywhere; color: var(--soft); font-weight: 600; }
.toc summary:hover { color: var(--accent); }
.toc details > ul { margin-left: .8rem; }
.toc a[aria-current] { border-color: var(--accent); color: var(--accent); background: var(--accent-soft); }
.toc summary.here { color: var(--accent); }
.if-narrow { display: none; }
li.aside > a, li.aside > a.trouble { color: var(--soft); }
.lineage .aside rect { stroke: var(--line); }
.lineage .aside text { fill: var(--soft); font-weight: 400; }
section.lineage-panel { margin: 0 0 1rem; }
section.lineage-panel .scroll { max-height: 27rem; }
section.lineage-panel .lineage-tree { max-height: 17rem; }
.lineage-tree > ul { columns: 17rem; column-gap: 2rem; }
.lineage-tree ul { list-style: none; margin: 0; padding: 0; }
.lineage-tree ul ul { margin-left: .55rem; padding-left: .9rem; border-left: 1px solid var(--line); }
.lineage-tree li { padding: .1rem 0; overflow-wrap: anywhere; }
.lineage-tree .meta, .lineage-tree summary { font-size: .8rem; color: var(--soft); margin: 0; }
.lineage-tree details { display: inline; }
.lineage-tree summary { display: inline-block; cursor: pointer; margin-left: .4rem; }
.lineage-tree summary::before { content: '\\25b8'; margin-right: .25rem; }
.lineage-tree [open] > summary::before { content: '\\25be'; }
.lineage-tree .trouble { color: var(--must); }
.folded { display: inline-block; vertical-align: top; }
.folded summary { cursor: pointer; color: var(--soft); }
.many > :is(.chunk, .card), .many > .chunk > .category { content-visibility: auto; contain-intrinsic-block-size: auto 14rem; overflow-clip-margin: 6px; }
.many > .card { contain-intrinsic-block-size: auto 9rem; }
.many > .chunk { contain-intrinsic-block-size: auto 280rem; }
.lineage-tree, .kept + .columns > .toc { contain: content; }
.toc li[data-branch] { content-visibility: auto; contain-intrinsic-block-size: auto 1.9rem; overflow-clip-margin: 6px; }
.more { border-top: 1px solid var(--line); padding-top: 1rem; }
.command { display: flex; gap: .4rem .6rem; align-items: center; margin: 0 0 1rem; min-width: 0; }
.command code { overflow-wrap: anywhere; }
.copy { font: inherit; font-size: .8rem; line-height: 1.3; color: var(--soft); background: var(--paper); border: 1px solid var(--line); border-radius: 4px; padding: .05rem .5rem; cursor: pointer; }
.copy:hover { color: var(--accent); border-color: var(--accent); }
.category { position: relative; }
.category > h2 { padding-right: 11rem; }
.copies { position: absolute; right: 0; top: .1rem; display: flex; gap: .4rem; }
.rule .from { position: relative; padding-right: 4.5rem; }
.rule .from .copy { position: absolute; right: 0; top: 0; }
@media (max-width: 52rem) {
  .if-wide { display: none; }
  .if-narrow { display: block; }
  section.lineage-panel .lineage-tree { max-height: 12rem; }
  .kept { display: contents; }
  .kept > .search { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line); padding: .4rem 0; margin: 0 0 .6rem; }
  .kept > .search label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .kept > .search input { flex: 1 1 8rem; width: auto; min-width: 0; }
  .kept > .choices { margin-bottom: .6rem; }
  .kept > .switch { width: fit-content; margin: 0 0 1rem; }
  .kept + .columns > .toc { max-height: 12rem; }
  .category > h2 { padding-right: 0; margin-bottom: 1.9rem; }
  .copies { left: 0; right: auto; top: auto; margin-top: -1.7rem; }
}
@media (hover: hover) {
  .rule .from .copy { opacity: 0; }
  .rule:hover .from .copy, .rule .from .copy:focus-visible { opacity: 1; }
}
@media (max-height: 30rem) { .kept, .kept > .search { position: static; } }
@media print { .copy, .copies, .command, .choices, .more { display: none; } .many > *, .many > .chunk > * { content-visibility: visible !important; } }
`;
