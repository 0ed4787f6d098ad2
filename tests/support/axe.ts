import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on a page, each with the first element that has it. */
export async function violationsOn(page: Page): Promise<string[]> {
  return (await judge(page)).map(written);
}

/** The same, of what keeps people out: serious and critical. */
export async function seriousOn(page: Page): Promise<string[]> {
  const found = await judge(page);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(written);
}

async function judge(page: Page): Promise<AxeResults['violations']> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as AxeResults;
  return violations;
}

function written({ id, nodes }: AxeResults['violations'][number]): string {
  return `${id} ${nodes[0]?.html}`;
}
