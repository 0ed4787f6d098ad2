import { compareStyle } from './stylesheet-compare.ts';
import { listsStyle } from './stylesheet-lists.ts';
import { partsStyle } from './stylesheet-parts.ts';
import { visionStyle } from './stylesheet-vision.ts';

/**
 * The one stylesheet of the pages: colours, type and the frame; then the parts. No selector is about a pseudo-element of any element:
 * browsers work out the style of each that one matches, of which pages would have two for every element.
 */
export const stylesheet: string = `:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f6f7f9; --line: #d9dde3; --ink: #1b2430; --soft: #556070;
  --accent: #28518f; --accent-soft: #e6edf8; --must: #8a1f2d; --must-soft: #fbe9eb;
  --should: #28518f; --should-soft: #e6edf8; --good: #1c6b3c; --good-soft: #e3f4e9;
  --warn: #7a4a00; --warn-soft: #fdf3dd; --code: #eef0f3; --mark: #fff3c4;
  --mono: ui-monospace, 'SFMono-Regular', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181e; --panel: #1b2129; --line: #343d49; --ink: #e4e8ee; --soft: #a3aebc;
    --accent: #8fb4ec; --accent-soft: #22314a; --must: #f2a0aa; --must-soft: #43212a;
    --should: #8fb4ec; --should-soft: #22314a; --good: #83d1a1; --good-soft: #1c3829;
    --warn: #efc36f; --warn-soft: #3a2e17; --code: #252c36; --mark: #4a3f16;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  overflow-wrap: break-word;
}
.inner { max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
main { padding-top: 1.5rem !important; padding-bottom: 3rem !important; }
main:focus { outline: none; }
a { color: var(--accent); text-underline-offset: .16em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3 { line-height: 1.25; margin: 0 0 .5rem; font-weight: 650; letter-spacing: -.01em; }
h1 { font-size: 1.85rem; }
h2 { font-size: 1.2rem; margin-top: 2rem; }
h3 { font-size: 1.05rem; }
p { margin: 0 0 .6rem; }
code, pre { font-family: var(--mono); font-size: .875em; }
:not(pre) > code { background: var(--code); border-radius: 3px; padding: .1em .3em; }
pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--code); border-radius: 5px; white-space: pre-wrap; }
.skip { position: absolute; left: -100vw; top: 0; padding: .6rem 1rem; background: var(--accent); color: var(--paper); z-index: 2; }
.skip:focus { left: 0; }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top { border-bottom: 1px solid var(--line); background: var(--panel); }
.top .inner { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 2rem; padding-top: .7rem; padding-bottom: .7rem; }
.brand { font-weight: 700; font-size: 1.1rem; color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.top nav a { color: var(--soft); text-decoration: none; padding: .15rem 0; border-bottom: 2px solid transparent; }
.top nav a:hover { color: var(--ink); border-color: var(--line); }
.top nav a[aria-current] { color: var(--ink); border-color: var(--accent); }
.account { display: flex; align-items: baseline; gap: .75rem; margin: 0 0 0 auto; color: var(--soft); font-size: .9rem; }
.account button { font: inherit; color: var(--ink); background: none; border: 1px solid var(--line); border-radius: 4px; padding: .15rem .6rem; cursor: pointer; }
.account button:hover { border-color: var(--soft); }
.actions { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-top: 1.25rem; }
.crumbs { padding-top: 1rem; font-size: .9rem; }
.crumbs ol { list-style: none; display: flex; flex-wrap: wrap; margin: 0; padding: 0; }
.crumbs li { min-width: 0; overflow-wrap: anywhere; }
.crumbs li + li::before { content: '/'; color: var(--soft); margin: 0 .5rem; }
.crumbs + main { padding-top: .5rem !important; }
footer { padding-top: 1rem !important; padding-bottom: 1.5rem !important; color: var(--soft); font-size: .85rem; }
.lead { color: var(--soft); font-size: 1.05rem; max-width: 46rem; white-space: pre-line; }
.meta, .from { color: var(--soft); font-size: .875rem; margin: .2rem 0 0; }
.meta { margin: 0 0 .3rem; }
.from strong { font-weight: 600; color: var(--ink); }
.place { overflow-wrap: anywhere; }
.place, .place a { font-family: var(--mono); font-size: .95em; }
.empty { color: var(--soft); padding: 1.5rem 0; }
${partsStyle}${compareStyle}${listsStyle}${visionStyle}`;
