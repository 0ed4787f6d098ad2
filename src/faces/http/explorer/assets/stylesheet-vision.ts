/** Stories, the states of their checks, and results over time. */
export const visionStyle: string = `.story { border: 1px solid var(--line); border-radius: 8px; padding: 0 1.25rem; margin: 0 0 .6rem; }
.story[open] { padding-bottom: 1rem; margin-bottom: 1rem; }
.story summary { cursor: pointer; padding: .7rem 0; display: grid; gap: .3rem; list-style: none; grid-template-columns: 1rem minmax(0, 1fr); }
.story summary::-webkit-details-marker { display: none; }
.story summary::before { content: '▸'; color: var(--soft); line-height: 1.5rem; }
.story[open] summary::before { content: '▾'; }
.story summary > * { grid-column: 2; }
.story summary h2 { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere; }
.story summary .progress { margin: 0; }
.story summary:hover h2 { text-decoration: underline; text-decoration-thickness: .06em; text-underline-offset: .16em; }
.story .ref { color: var(--soft); margin-right: .4rem; }
.story:target, .ac:target { background: var(--mark); }
.states { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: 0 0 .8rem; padding: 0; font-size: .95rem; }
.mark { display: inline-block; width: 1.1rem; font-weight: 700; }
.passed .mark { color: var(--good); }
.failed .mark { color: var(--must); }
.skipped .mark, .stale .mark, .not_run .mark { color: var(--warn); }
.filtered { font-weight: 600; overflow-wrap: anywhere; }
.filtered:empty { margin: 0; }
.panel:has(> .history) { max-width: 62rem; margin: .8rem 0; }
.panel > .history { min-width: 34rem; }
.history { width: 100%; height: auto; margin: 0; }
.history.key { display: inline-block; width: .8rem; vertical-align: -.05rem; }
.history text { text-anchor: start; font-size: 13px; }
.history .day { fill: var(--soft); font-size: 12px; }
.history .last { text-anchor: end; }
.history .axis { stroke: var(--line); }
.history .passed circle { fill: var(--good); }
.history .failed path { fill: none; stroke: var(--must); stroke-width: 2.5; }
.history .hollow { fill: var(--panel); stroke: var(--warn); stroke-width: 2.5; }
.results { margin-top: 1rem; }
.results caption { text-align: left; color: var(--soft); font-size: .9rem; padding-bottom: .3rem; }
.results td { overflow-wrap: anywhere; min-width: 7rem; }
.coverage ul { columns: 20rem; column-gap: 2.5rem; }
.coverage li { overflow-wrap: anywhere; break-inside: avoid; }
@media print {
  .story::details-content { content-visibility: visible; block-size: auto; }
  .story summary::before { content: none; }
  .story { break-inside: auto; }
  .story summary { break-after: avoid; display: block; }
  .unfold, .story progress, .overall progress, .ac .from:has(a) { display: none; }
}
`;
