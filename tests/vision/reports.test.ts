import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtures, project, tenka } from './vision.ts';

/** Of each generator: what its report counts, and checks with their number of cases and result. */
const generators: readonly {
  name: string;
  file: string;
  counts: object;
  checks: Readonly<Record<string, [cases: number, passed: boolean] | null>>;
}[] = [
  {
    name: 'vitest',
    file: 'vitest.xml',
    counts: { passed: 6, failed: 2, skipped: 2 },
    checks: {
      'cart > adds up': [1, true],
      'tests/cart.test.ts > cart > adds up': [1, true],
      'cart > shows "prices" & <taxes>': [1, true],
      'cart > coupons > are taken off once': [1, false],
      'cart > coupons > expire': [1, false],
      'cart > coupons > are named in every locale': [1, false],
      'cart > converts *': [2, true],
      'stock > *': [2, false],
      'tests/stock.test.ts > *': [2, false],
      'tests/*.test.ts > stock > gives *': [1, true],
      'empty carts cannot be ordered': [1, true],
      'adds up': null,
      'cart > ADDS up': null,
    },
  },
  {
    name: 'pytest',
    file: 'pytest.xml',
    counts: { passed: 4, failed: 2, skipped: 2 },
    checks: {
      test_adds_up: [1, true],
      'tests.test_cart.TestCart > test_adds_up': [1, true],
      'test_converts[*]': [2, true],
      'test_converts[1-EUR]': [1, true],
      'tests.test_cart.TestCart > test_converts[2-CHF [x] > y]': [1, true],
      test_coupons_are_taken_off_once: [1, false],
      test_coupons_expire: [1, false],
      test_known_gap: [1, false],
      test_needs_database: [1, false],
      '*TestCart > *': [6, false],
    },
  },
  {
    name: 'Maven Surefire',
    file: 'surefire.xml',
    counts: { passed: 4, failed: 2, skipped: 1 },
    checks: {
      ignoresTotalsFromTheClient: [1, true],
      'com.acme.shop.CartPriceTest > ignoresTotalsFromTheClient': [1, true],
      '*CartPriceTest > flaky': [1, true],
      '*CartPriceTest > converts(String)[?]': [2, true],
      couponsExpire: [1, false],
      errs: [1, false],
      neverRefundsMoreThanWasCaptured: [1, false],
    },
  },
  {
    name: 'go-junit-report',
    file: 'go-junit-report.xml',
    counts: { passed: 2, failed: 2, skipped: 1 },
    checks: {
      TestAddsUp: [1, true],
      'github.com/acme/shop/cart > TestAddsUp': [1, true],
      'TestCoupons/are_shown#01': [1, true],
      'TestCoupons/*': [2, false],
      TestExpire: [1, false],
    },
  },
  {
    name: 'Playwright',
    file: 'playwright.xml',
    counts: { passed: 4, failed: 1, skipped: 1 },
    checks: {
      'cart › adds up': [2, true],
      'cart.spec.ts > cart › adds up': [2, true],
      'cart › coupons › are taken off once': [2, false],
      'cart › expires': [2, false],
    },
  },
];

describe.each(generators)('a report of $name', ({ file, counts, checks }) => {
  test('gives each check the result of its test cases', async () => {
    const shop = await project({ 'rules/shop/tenka.yml': tenka(Object.keys(checks)) });
    await copyFile(path.join(fixtures, file), path.join(shop.folder, file));
    const outcome = await shop.import(file);
    expect(outcome.reports).toEqual([{ name: file, ...counts }]);
    const found = Object.fromEntries(
      outcome.checks.map(({ check, cases, passed }) => [check, [cases, passed]]),
    );
    const missing = outcome.checks_without_test.map(({ check }) => [check, null]);
    expect({ ...found, ...Object.fromEntries(missing) }).toEqual(checks);
  });
});
