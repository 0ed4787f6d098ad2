import { type Answer, createAnswer } from '../../../service/answer.ts';

/**
 * A page as it is behind a proxy that takes `prefix` off the paths of this server: what it links to, loads and sends to lies below that.
 * Texts on pages have no quotation marks of their own, so only attributes are meant.
 */
export function belowPrefix(html: string, prefix: string): string {
  if (prefix === '') return html;
  const written = prefix.replaceAll('&', '&amp;');
  return html.replace(/\b(href|src|action)="\/(?!\/)/g, (_, name) => `${name}="${written}/`);
}

/** Gives pages as they are below a prefix, each rewritten once. */
export function createMover(prefix: string): (page: Answer) => Answer {
  if (prefix === '') return (page) => page;
  const moved = new WeakMap<Answer, Answer>();
  return (page) => {
    let found = moved.get(page);
    if (found === undefined) {
      const html = () => belowPrefix(page.text('html'), prefix);
      found = createAnswer({ data: null, presentation: null }, { html });
      moved.set(page, found);
    }
    return found;
  };
}
