import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startClock } from '../support/in-time.ts';
import { programFile } from '../support/program.ts';
import { runMeasured } from './measured.ts';
import { reviewCheckout } from './review.ts';

/** Ten thousand rules in five hundred categories, a tenth of them with a check of their own. */
function manyRules(): string {
  const categories = Array.from({ length: 500 }, (_, at) => {
    const rules = Array.from({ length: 20 }, (_, rule) => {
      const text = `Rule ${rule} of part ${at}: keep ${['orders', 'invoices', 'stock', 'carts'][rule % 4]} apart from ${at % 17}`;
      const check = `check: {pattern: 'forbidden${at}x${rule}', paths: ['src/part${at}/**']}`;
      return rule < 2 ? `    - {rule: '${text}', id: rule-${at}-${rule}, ${check}}` : `    - '${text}'`;
    });
    return `part${at}:\n  when: When changing part ${at}\n  paths: ['src/part${at}/**']\n  ruleset:\n${rules.join('\n')}`;
  });
  return `${categories.join('\n')}\n`;
}

test('a thousand changed files and ten thousand rules take less than three seconds and 300 MB', async () => {
  const here = await reviewCheckout({ '.precept/rules/shop/commandments.yml': manyRules() });
  const files = Array.from({ length: 1000 }, (_, at) => {
    const text = Array.from({ length: 20 }, (_, line) => `const value${line} = orders(${at}, ${line});`).join(
      '\n',
    );
    return [`src/part${at % 500}/file${at}.ts`, at === 7 ? `${text}\nforbidden7x1();\n` : `${text}\n`];
  });
  await here.write(Object.fromEntries(files));
  const clock = startClock();
  const { code, stdout, megabytes } = await runMeasured(
    [programFile, 'review', '--run', '--format', 'json'],
    here.folder,
    here.home,
  );
  await clock.expectInTime(3000, 'the review');
  const { policy, rules } = JSON.parse(stdout);
  expect([code, policy.rules]).toEqual([1, 10_001]);
  expect(rules.filter(({ outcome }: { outcome: string }) => outcome === 'violated')).toMatchObject([
    { id: 'rule-7-1', findings: [{ file: 'src/part7/file7.ts', line: 21 }] },
  ]);
  expect(megabytes).toBeLessThan(300);
});

test('a patch of 50 MB is refused in a sentence', async () => {
  const here = await reviewCheckout();
  const file = path.join(here.home, 'huge.diff');
  await writeFile(file, `--- a/x\n+++ b/x\n@@ -0,0 +1,500000 @@\n${`+${'y'.repeat(99)}\n`.repeat(500_000)}`);
  const { code, stderr } = await here.run(['--patch', file]);
  expect([code, stderr]).toEqual([
    1,
    'precept: The change is larger than 32 MiB: review it in parts, or leave out what is generated.\n',
  ]);
});
