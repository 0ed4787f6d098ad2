import { Eta } from 'eta/core';
import { version } from '../../../model/version.ts';
import { assetHref } from './assets/assets.ts';
import { frameView } from './frame-view.ts';
import type { mainMenu } from './main-menu.ts';
import { partials } from './partials.ts';

/** What stands around a page. */
export interface PageFrame {
  readonly title: string;
  /** The entry of the navigation that is shown as current. */
  readonly section: keyof typeof mainMenu | null;
  /** The way here from the start; one without an address is the page itself. */
  readonly crumbs: readonly { readonly text: string; readonly href: string | null }[];
  /** A filter stays at the top of the window, so that what links lead to stands below it. */
  readonly keeps?: boolean;
  /** Without what leads into the explorer: for those who have to sign in first. */
  readonly bare?: boolean;
  /** The tabs of a scope's pages, above this one. */
  readonly scope?: { readonly name: string; readonly tab: 'rules' | 'katas' | 'vision' | 'source' };
}

/** Writes a page. */
export type View<Data> = (frame: PageFrame, data: Data) => string;

let engine: Eta | undefined;

/**
 * A page's view from an Eta template of ours, which reads `it`, the page's data; `<%=` escapes. The template is
 * compiled when it is first used, and once.
 */
export function defineView<Data extends object>(template: string): View<Data> {
  const part = definePart<Data>(template);
  return (frame, data) => {
    const body = part(data);
    const style = assetHref('explorer.css');
    const script = assetHref('explorer.js');
    const icon = assetHref('icon.svg');
    return (engine as Eta).render('@frame', { ...frame, body, version, style, script, icon });
  };
}

/** A part of a page from a template, as HTML: for pages that are put together by the length of their parts. */
export function definePart<Data extends object>(template: string): (data: Data) => string {
  let compiled: ReturnType<Eta['compile']> | undefined;
  return (data) => {
    engine ??= createEngine();
    compiled ??= engine.compile(template);
    return engine.render(compiled, data);
  };
}

function createEngine(): Eta {
  const eta = new Eta({ autoEscape: true, cache: true });
  eta.loadTemplate('@frame', frameView);
  for (const [name, template] of Object.entries(partials)) eta.loadTemplate(`@${name}`, template);
  return eta;
}
