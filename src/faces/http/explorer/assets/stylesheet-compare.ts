/** Two scopes beside each other; one below the other on narrow screens. */
export const compareStyle: string = `.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem 2rem; align-items: start; }
.side { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: .7rem 1rem; min-width: 0; }
.side h3 { font-size: .9rem; color: var(--soft); font-weight: 600; letter-spacing: 0; overflow-wrap: anywhere; }
.side .empty { padding: 0; margin: 0; }
.totals { margin-bottom: 1.5rem; }
.totals p { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
.totals .meta { display: block; }
.items { list-style: none; margin: .4rem 0 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: .8rem; overflow-wrap: anywhere; }
.items .word { display: inline-block; padding: .1rem .6rem; margin: 0 0 .2rem; overflow-wrap: anywhere; text-align: start; }
.items .word:not(.commandments, .suggestions) { background: var(--code); color: var(--soft); }
.replaced .items .text { text-decoration: none; }
@media (max-width: 48rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
`;
