import { describe, expect, test } from 'vitest';
import { reviewCheckout } from './review.ts';

describe('which rules concern a change', () => {
  test('paths, checks and always choose, each with its reason; MUST comes first', async () => {
    const here = await reviewCheckout();
    await here.write({
      'src/api/orders.ts': 'export const orders = "/orders?offset=2";\n',
      'src/new.ts': 'x\n',
    });
    const { policy, files, rules, left_out, ...rest } = await here.json();
    expect([rest, left_out]).toEqual([{ scope: 'shop' }, []]);
    expect(policy).toEqual({
      rules: 3,
      scopes: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      complete: true,
    });
    expect(files).toEqual([
      { path: 'src/api/orders.ts', status: 'modified' },
      { path: 'src/new.ts', status: 'added' },
    ]);
    expect(rules.map(({ id, strength, chosen }) => [id, strength, chosen.map(({ by }) => by)])).toEqual([
      ['cursor-paging', 'MUST', expect.arrayContaining(['check', 'paths'])],
      [expect.stringMatching(/^[0-9a-f]{10}$/), 'MUST', expect.arrayContaining(['paths'])],
      ['undo', 'SHOULD', ['always']],
    ]);
    expect(rules[0]).toMatchObject({
      scope: 'shop',
      category: 'api.http',
      rule: 'Page lists with an opaque cursor',
      why: 'Offsets skip rows while data changes',
      checks: [{ pattern: '[?&]offset=', paths: ['src/**'] }],
      tokens: expect.any(Number),
    });
    expect(rules[0]).not.toHaveProperty('outcome');
    expect(rules[0]?.chosen[0]).toEqual({ by: 'check', files: ['src/api/orders.ts', 'src/new.ts'] });
  });

  test('text begins with the policy', async () => {
    const here = await reviewCheckout();
    await here.write({ 'src/api/orders.ts': 'export const orders = 2;\n' });
    const { code, stdout } = await here.run();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Policy: 3 rules of 1 scope, digest [0-9a-f]{64}, complete\n/);
  });

  test('what does not fit into the tokens is named, and counts all the same', async () => {
    const here = await reviewCheckout();
    await here.write({ 'src/api/orders.ts': 'export const orders = 2;\n' });
    const { policy, rules, left_out } = await here.json(['--max-tokens', '40']);
    expect(policy.rules).toBe(3);
    expect(rules.length + left_out.length).toBe(3);
    expect(left_out.map(({ id }) => id)).toContain('undo');
  });
});

describe('what became of the rules', () => {
  test('a pattern in an added line violates, at the line; an old line does not', async () => {
    const here = await reviewCheckout({ 'src/api/old.ts': 'a?offset=1\nb\n' });
    await here.write({ 'src/api/old.ts': 'a?offset=1\nb\nc?offset=2\n', 'scripts/run.sh': 'echo\n' });
    const { code, stdout } = await here.run(['--run', '--format', 'json']);
    const { rules } = JSON.parse(stdout);
    expect(code).toBe(1);
    const byId = Object.fromEntries(rules.map((rule: { id: string }) => [rule.id, rule]));
    expect(byId['cursor-paging']).toMatchObject({
      outcome: 'violated',
      findings: [{ file: 'src/api/old.ts', line: 3, text: 'c?offset=2' }],
    });
    expect(byId.notice).toMatchObject({ outcome: 'violated', findings: [{ file: 'scripts/run.sh' }] });
    expect(byId.undo.outcome).toBe('review');
  });

  test('each format has the finding', async () => {
    const here = await reviewCheckout();
    await here.write({ 'src/api/orders.ts': 'fetch("/orders?offset=2");\n' });
    const print = async (format: string) => (await here.run(['--run', '--format', format])).stdout;
    expect(await print('text')).toMatchInlineSnapshot(`
      "Policy: 3 rules of 1 scope, digest 696e69555ce25a4c93c6c0a5ff1fb9bbdea73a463229cb3bbf215be43395bafd, complete
      Outcomes: 1 violated, 2 review

      src/api/orders.ts
        1: violates MUST cursor-paging: Page lists with an opaque cursor
          > fetch("/orders?offset=2");
          Why: Offsets skip rows while data changes
          Good: GET /orders?cursor=abc

      MUST api.http (src/api/orders.ts)
        - violated: Page lists with an opaque cursor [cursor-paging]
          Why: Offsets skip rows while data changes
        - review: Answer errors as problem details [a553121598]

      SHOULD conduct (every change)
        - review: Say how to undo a change [undo]
      "
    `);
    expect(await print('github')).toContain(
      '::error file=src/api/orders.ts,line=1,title=cursor-paging::MUST: Page lists',
    );
    const [run] = JSON.parse(await print('sarif')).runs;
    expect(run.results[0]).toMatchObject({
      ruleId: 'cursor-paging',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'src/api/orders.ts' }, region: { startLine: 1 } } },
      ],
      partialFingerprints: { primaryLocationLineHash: expect.any(String) },
    });
    expect(run.tool.driver.rules[0].help.text).toContain('Offsets skip rows');
    expect(JSON.parse(await print('rdjson')).diagnostics[0]).toMatchObject({
      location: { path: 'src/api/orders.ts', range: { start: { line: 1 } } },
      severity: 'ERROR',
      code: { value: 'cursor-paging' },
    });
    expect(JSON.parse(await print('gitlab'))[0]).toMatchObject({
      check_name: 'cursor-paging',
      severity: 'major',
      location: { path: 'src/api/orders.ts', lines: { begin: 1 } },
    });
    expect(await print('markdown')).toMatch(
      /^Policy: [\s\S]*`src\/api\/orders.ts:1` violates \*\*MUST\*\*[\s\S]*<!-- precept-review -->\n$/,
    );
  });
});
