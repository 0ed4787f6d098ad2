import type { Browser, Page } from 'playwright-core';

/** One use of a filter, and what the page then says that it shows. */
export interface FilterStep {
  readonly name: string;
  /** Text that replaces what the box holds; else a choice by its label, and what is chosen. */
  readonly type?: string;
  readonly choose?: readonly [label: string, text: string];
  readonly says: string;
}

/** What a use took a browser, and what the page said in the frame that answered it. */
export interface FilterTime {
  readonly name: string;
  readonly said: string;
  /** Of the processor, for the page's thread, from the input until the next frame is painted. */
  readonly ms: number;
}

/** Marks each input, and when the main thread has painted the frame after it. */
export const watchFilter = `addEventListener('input', () => {
  performance.mark('input');
  requestAnimationFrame(() => {
    const said = document.querySelector('#filter-status').textContent;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      performance.mark('painted');
      window.painted?.(said);
    };
    port2.postMessage(null);
  });
}, true);`;
const nextPaint = 'new Promise((done) => { window.painted = done; })';

/** Until the page has nothing left to do from the last step. */
const settled =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(done)))))';

/**
 * Goes through the steps so many times, and gives what each took at its best: others on the machine can only add to that. The page has
 * `watchFilter`, and the browser no other page at work.
 */
export async function filterTimes(
  browser: Browser,
  page: Page,
  steps: readonly FilterStep[],
  times: number,
): Promise<FilterTime[]> {
  const best = steps.map(() => Number.POSITIVE_INFINITY);
  const said = steps.map(() => '');
  for (let round = 0; round < times; round++) {
    const spent = await traced(browser, page, async () => {
      for (const [index, step] of steps.entries()) {
        await page.evaluate(settled);
        const painted = page.evaluate(nextPaint);
        await operate(page, step);
        said[index] = String(await painted);
      }
    });
    if (spent.length !== steps.length) throw new Error(`${steps.length} inputs, ${spent.length} answers`);
    for (const [index, ms] of spent.entries()) best[index] = Math.min(best[index] ?? ms, ms);
  }
  return steps.map(({ name }, index) => ({ name, said: said[index] ?? '', ms: best[index] ?? Number.NaN }));
}

async function operate(page: Page, { type, choose }: FilterStep): Promise<void> {
  if (choose !== undefined) {
    await page.evaluate(`(() => {
      const [name, text] = ${JSON.stringify(choose)};
      const label = [...document.querySelectorAll('label')].find((one) => one.firstElementChild?.textContent === name);
      const select = label.querySelector('select');
      select.value = [...select.options].find((one) => one.text === text).value;
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    })()`);
    return;
  }
  await page.locator('#filter').focus();
  await page.keyboard.press('ControlOrMeta+A');
  if (type) await page.keyboard.insertText(type);
  else await page.keyboard.press('Delete');
}

/** What known work takes the thread of an empty page: elements that are made, styled and laid out, at its best of five. */
export async function controlTime(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const spent = await traced(browser, page, async () => {
    for (let round = 0; round < 5; round++) await page.evaluate(knownWork);
  });
  await page.close();
  return Math.min(...spent);
}

const knownWork = `(() => {
  performance.mark('input');
  const box = document.createElement('div');
  for (let at = 0; at < 1000; at++) box.append(Object.assign(document.createElement('p'), { textContent: 'Paragraph ' + at }));
  document.body.append(box);
  document.body.offsetHeight;
  box.remove();
  document.body.offsetHeight;
  performance.mark('painted');
})()`;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** Milliseconds of the processor that the page's thread spent on its tasks from each mark `input` to the next mark `painted`. */
async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  const categories = ['blink.user_timing', 'toplevel'];
  await browser.startTracing(page, { categories });
  await work();
  const text = (await browser.stopTracing()).toString();
  const events = (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
  const marks = events.filter(({ name, ph }) => ph !== 'M' && (name === 'input' || name === 'painted'));
  marks.sort((a, b) => a.ts - b.ts);
  const tasks = events.filter(
    ({ name, pid, tid }) =>
      name === 'ThreadControllerImpl::RunTask' && pid === marks[0]?.pid && tid === marks[0]?.tid,
  );
  return marks.flatMap((input, index) => {
    const painted = marks[index + 1];
    if (input.name !== 'input' || painted?.name !== 'painted') return [];
    const between = tasks.filter(({ ts, dur = 0 }) => ts + dur > input.ts && ts < painted.ts);
    return between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  });
}
