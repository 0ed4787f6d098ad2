import type { CDPSession, Page } from 'playwright-core';

/** All that a page lets people operate. */
const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"], [contenteditable]';

/** What the keyboard goes through on a page, and what is wrong with that; a control is the beginning of its HTML. */
export interface Walk {
  readonly reached: number;
  /** Controls that are to be seen, and that the keyboard does not get to. */
  readonly missed: readonly string[];
  /** Those of which the style sheet shows nobody that they have the focus. */
  readonly faint: readonly string[];
  /** Those that have the focus out of sight, or below something else. */
  readonly covered: readonly string[];
}

/**
 * Notes each control that a key gave the focus to: a key is up after the page has moved the focus and scrolled to it. `kinds` has one
 * control for all that look alike and stand in the same kind of place.
 */
const watch = `(() => {
  window.walk = { reached: new Set(), kinds: new Map(), faint: [], covered: [], isOver: false };
  const inView = (box) => {
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
    const [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
  window.boxOf = (at) => inView(at.getBoundingClientRect());
  addEventListener('keyup', ({ key }) => {
    if (key !== 'Tab') return;
    const at = document.activeElement;
    if (at === document.body || walk.reached.has(at)) {
      walk.isOver = true;
      return;
    }
    walk.reached.add(at);
    const name = at.outerHTML.slice(0, 120);
    // A link that goes over two lines has a box for each.
    const line = inView(at.getClientRects()[0] ?? at.getBoundingClientRect());
    const top = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
    if (line.width <= 0 || line.height <= 0 || top === null || !(at.contains(top) || top.contains(at))) walk.covered.push(name);
    const drawn = getComputedStyle(at.closest('svg') ? at.querySelector('rect') : at);
    const ring = drawn.outlineStyle === 'none' ? drawn.strokeWidth : drawn.outlineWidth;
    if (!(parseFloat(ring) >= 2)) walk.faint.push(name);
    const around = at.parentElement;
    walk.kinds.set([at.tagName, at.className.baseVal ?? at.className, around.tagName, around.className].join(' '), at);
  });
})()`;

/**
 * Goes through a page with Tab alone, or with Shift and Tab, from where it is opened until it is left. Of each kind of control
 * that is not in `proven` yet, pictures with and without the focus are compared.
 */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab', proven: Set<string>): Promise<Walk> {
  await page.evaluate(watch);
  const isOver = () =>
    page.evaluate('walk.isOver || (walk.reached.size > 0 && document.activeElement === document.body)');
  for (let presses = 0; !(await isOver()); presses++) {
    if (presses > 150) throw new Error('the keyboard does not get to the end of the page');
    await pressOften(page, key, 20);
  }
  const seen = (await page.evaluate(`({
    reached: walk.reached.size,
    faint: walk.faint,
    covered: walk.covered,
    missed: [...document.querySelectorAll('${controls}')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !walk.reached.has(one))
      .map((one) => one.outerHTML.slice(0, 120)),
    kinds: [...walk.kinds.keys()],
  })`)) as Walk & { readonly kinds: readonly string[] };
  const { kinds, ...found } = seen;
  const faint = [...found.faint];
  for (const kind of kinds.filter((one) => !proven.has(one))) {
    proven.add(kind);
    if (!(await changesPicture(page, kind))) faint.push(kind);
  }
  return { ...found, faint };
}

/** Whether a picture of a control of this kind, and of what is next to it, shows the focus. */
async function changesPicture(page: Page, kind: string): Promise<boolean> {
  const at = `walk.kinds.get(${JSON.stringify(kind)})`;
  await page.evaluate(`${at}.focus()`);
  const box = (await page.evaluate(`boxOf(${at})`)) as Box;
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const [x, y] = [Math.max(0, box.x - 6), Math.max(0, box.y - 6)];
  const clip = {
    ...{ x, y },
    width: Math.min(size.width, box.x + box.width + 6) - x,
    height: Math.min(size.height, box.y + box.height + 6) - y,
  };
  const focused = await page.screenshot({ clip });
  await page.evaluate(`${at}.blur()`);
  return !focused.equals(await page.screenshot({ clip }));
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Presses Tab until a control has the focus that the selector names; an error where there is none before the page ends. Presses are
 * sent several at a time: those that come after the control is reached, or the page has ended, do nothing.
 */
export async function tabTo(page: Page, selector: string): Promise<void> {
  await page.evaluate(`(() => {
    let hasMoved = false;
    window.tabbed = () => hasMoved && (document.activeElement === document.body || document.activeElement.matches(${JSON.stringify(selector)}));
    addEventListener('keydown', window.tabbing = (event) => {
      if (tabbed()) event.preventDefault();
      hasMoved = true;
    }, true);
  })()`);
  for (let presses = 0; presses < 300 && !(await page.evaluate('tabbed()')); presses++)
    await pressOften(page, 'Tab', 10);
  await page.evaluate('removeEventListener("keydown", tabbing, true)');
  if (!(await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)))
    throw new Error(`Tab does not get to ${selector}`);
}

/** Presses a key `count` times without waiting for the page after each, for which it would draw itself anew. */
async function pressOften(page: Page, key: 'Tab' | 'Shift+Tab', count: number): Promise<void> {
  const session = await sessionOf(page);
  const press = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: key === 'Tab' ? 0 : 8 };
  const events = Array.from({ length: count }, () => ['rawKeyDown', 'keyUp'] as const).flat();
  await Promise.all(events.map((type) => session.send('Input.dispatchKeyEvent', { type, ...press })));
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}
